/**
 * Get Changes that remembers, in random runs: workflows of all shapes, changes in between, executions that fail or end
 * with the process at any step, wait, run at once, or are overwritten by an old blob. A change may be read again; it
 * is never skipped.
 */
import {
	deepCopy,
	NodeConnectionTypes,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { randomNumbers } from '../../../sandbox/random';
import { accessWith } from '../../../testing/credential';
import { moveRecorded } from '../../../testing/engine/environment';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { cases } from '../../../testing/simulations';
import { ChangingService } from '../RecordsTrigger/changing';

const RUNS = cases(250, 1000);
const SEED = Number(globalThis.process.env.SEED ?? 1);

/** The node that fails in this execution, and how the items leave the work. */
let failing: string | undefined;
let passing: (index: number) => 'on' | 'dropped' | 'error' = () => 'on';

class Killed extends Error {}

type Run = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

const node = (name: string, inputs: number, outputs: number, run: Run): INodeType => ({
	description: {
		...{ displayName: name, name, group: ['transform'], version: 1, description: '', defaults: {} },
		inputs: Array<'main'>(inputs).fill(NodeConnectionTypes.Main),
		outputs: Array<'main'>(outputs).fill(NodeConnectionTypes.Main),
		properties: [],
	},
	async execute() {
		if (failing === this.getNode().name) throw new Killed('ended here');
		return await run.call(this);
	},
});

const nodes = {
	'n8n-nodes-base.work': node('work', 1, 2, async function () {
		const items = this.getInputData();
		const of = (way: string) => items.filter((_, index) => passing(index) === way);
		return await Promise.resolve([of('on'), of('error')]);
	}),
	'n8n-nodes-base.merge': node('merge', 2, 1, async function () {
		return await Promise.resolve([this.getInputData()]);
	}),
	'n8n-nodes-base.wait': node('wait', 1, 1, async function () {
		await this.putExecutionToWait(new Date(Date.now() + 100_000));
		return [this.getInputData()];
	}),
	/** As Loop Over Items, one at a time: what is done, and the next one. */
	'n8n-nodes-base.loop': node('loop', 1, 2, async function () {
		const kept = this.getContext('node') as { left?: INodeExecutionData[]; done?: boolean };
		kept.left ??= [...this.getInputData()];
		const next = kept.left.splice(0, 1);
		kept.done = next.length === 0;
		return await Promise.resolve([next.length > 0 ? [] : this.getInputData(), next]);
	}),
};

const service = useCustomService();
const { n8n } = useEngine(service, nodes);

type Shape = 'plain' | 'wait' | 'loop' | 'merge' | 'error branch' | 'above' | 'legacy';
const SHAPES: Shape[] = ['plain', 'wait', 'loop', 'merge', 'error branch', 'above', 'legacy'];
/** Nodes of the upper branch. */
const UPPER: Record<Shape, string[]> = {
	plain: ['Work', 'Later'],
	wait: ['Work', 'Wait', 'Later'],
	loop: ['Loop', 'Work'],
	merge: ['Work', 'Merge'],
	'error branch': ['Work', 'Later', 'Handled'],
	above: ['Work', 'Later'],
	legacy: ['Work', 'Later'],
};

function workflowOf(id: string, shape: Shape, parameters: IDataObject, alwaysOutputData: boolean) {
	const make = (name: string, type: string, y: number, more: Partial<INode> = {}) => ({
		...{ name, id: name, typeVersion: 1, parameters: {}, type: `n8n-nodes-base.${type}` },
		position: [0, y] as [number, number],
		...more,
	});
	const own = 'workspaceRecordsCompany';
	const get = { resource: 'company', operation: 'getChanges', returnAll: true, output: 'raw' };
	const confirm = { resource: 'company', operation: 'confirmChanges' };
	const to = (...names: string[]) => names.map((name) => ({ node: name, type: 'main', index: 0 }));
	const first = UPPER[shape][0];
	const branches = shape === 'above' ? ['Confirm', first] : [first, 'Confirm'];
	const connections: Record<string, { main: unknown[] }> = {
		Start: { main: [to('Changes')] },
		Changes: { main: [to(...branches)] },
		Work: { main: [to('Later')] },
		...(shape === 'wait' && { Work: { main: [to('Wait')] }, Wait: { main: [to('Later')] } }),
		...(shape === 'loop' && { Loop: { main: [[], to('Work')] }, Work: { main: [to('Loop')] } }),
		// The second input gets what nothing comes from.
		...(shape === 'merge' && {
			Work: { main: [to('Merge'), [{ node: 'Merge', type: 'main', index: 1 }]] },
		}),
		...(shape === 'error branch' && { Work: { main: [to('Later'), to('Handled')] } }),
	};
	return {
		id,
		nodes: [
			make('Start', 'manualTrigger', 100),
			make('Changes', own, 100, {
				type: own,
				parameters: { ...get, ...parameters },
				alwaysOutputData,
			}),
			make('Work', 'work', 100),
			make('Later', 'work', 100),
			make('Handled', 'work', 150),
			make('Wait', 'wait', 100),
			make('Loop', 'loop', 100),
			make('Merge', 'merge', 100),
			make('Confirm', own, shape === 'above' ? 0 : 200, { type: own, parameters: confirm }),
		] as INode[],
		connections: connections as unknown as IConnections,
		settings: { executionOrder: shape === 'legacy' ? ('v0' as const) : ('v1' as const) },
	};
}

const tally = { runs: 0, confirmed: 0, refused: 0, killed: 0, waited: 0, again: 0, done: 0 };

/** A workflow of one shape over many runs. */
class Flow {
	readonly model = new ChangingService();
	readonly done = new Set<string>();
	private stored: IDataObject = {};
	private old: IDataObject = {};
	private starts = 0;
	private revision = 0;

	constructor(
		private readonly number: number,
		private readonly shape: Shape,
		private readonly random: () => number,
	) {}

	private pick<T>(...of: T[]): T {
		return of[Math.floor(this.random() * of.length)];
	}

	change() {
		const { model, random } = this;
		for (let n = Math.floor(random() * 4); n > 0; n -= 1) {
			const ids = [...model.records.keys()];
			const more = { revision: (this.revision += 1) };
			if (ids.length === 0 || random() < 0.5) model.create(1, more);
			else model.update(this.pick(...ids), more);
		}
	}

	/** The ID of the workflow stands for the process: another one knows what is stored, and no more. */
	private get id() {
		return `never-${this.number}-${this.starts}`;
	}

	private restart() {
		const before = this.id;
		this.starts += 1;
		moveRecorded(before, this.id);
		this.stored = JSON.parse(
			JSON.stringify(this.stored).replaceAll(before, this.id),
		) as IDataObject;
	}

	/** The first run. A blob from before it, with which n8n knows nothing of a position, is not brought back. */
	async begin() {
		(await this.execute('ends'))();
		this.old = deepCopy(this.stored);
	}

	/** One execution, to its end or to that of the process. */
	async execute(fate: 'ends' | 'fails' | 'is killed' | 'is killed at its end') {
		const { shape, random } = this;
		this.model.now += 60_000;
		tally.runs += 1;
		const upper = UPPER[shape];
		const ways = this.pick<Array<ReturnType<typeof passing>>>(
			['on'],
			['dropped'],
			['on', 'dropped', 'error'],
		);
		failing = fate === 'fails' || fate === 'is killed' ? this.pick(...upper, 'Confirm') : undefined;
		passing = (index) => ways[index % ways.length];
		const parameters = this.pick<IDataObject>({}, { returnAll: false, limit: 2 });
		const workflow = workflowOf(this.id, shape, parameters, random() < 0.3);
		const staticData = deepCopy(this.stored);
		const credentials = accessWith(service.url, 'token');
		const options = { credentials, staticData };
		let output = await n8n.runWorkflow(workflow, options);
		if (output.status === 'waiting') {
			tally.waited += 1;
			const resumed = { ...options, staticData: deepCopy(staticData), resume: output.execution };
			if (fate === 'ends' && random() < 0.5) this.restart();
			output = await n8n.runWorkflow({ ...workflow, id: this.id }, resumed);
			Object.assign(staticData, resumed.staticData);
		}
		const read = output.nodes.Changes?.main[0]?.map(({ json }) => json) ?? [];
		const ran = upper.filter((name) => output.nodes[name]);
		const isDone = ran.every((name) => output.nodes[name].status === 'success');
		const isAll = shape !== 'loop' || (output.nodes.Loop?.runs.length ?? 0) > read.length;
		const isFound = ran.includes(upper[0]) && isDone && isAll;
		for (const { id, revision } of isFound ? read : []) {
			const key = `${String(id)} ${String(revision)}`;
			if (this.done.has(key)) tally.again += 1;
			this.done.add(key);
			tally.done += 1;
		}
		if (output.nodes.Confirm?.main[0]?.[0]?.json.confirmed === true) tally.confirmed += 1;
		if (output.nodes.Confirm?.error && failing !== 'Confirm') tally.refused += 1;
		const save = () => void (this.stored = staticData);
		if (!fate.startsWith('is killed')) return save;
		tally.killed += 1;
		this.restart();
		return () => {};
	}

	async turn() {
		const fate = this.pick('ends', 'ends', 'fails', 'is killed', 'is killed at its end' as const);
		const before = deepCopy(this.stored);
		const save = await this.execute(fate);
		// Another execution began before this one was saved, and ends before or after it.
		if (this.random() < 0.2 && !fate.startsWith('is killed')) {
			this.change();
			const other = await this.execute('ends');
			for (const each of this.pick([save, other], [other, save])) each();
		} else save();
		// A trigger of the same workflow writes what it held, and the process ends sometimes.
		if (this.random() < 0.1) this.stored = this.old;
		if (this.random() < 0.1) this.restart();
		if (this.random() < 0.3) this.old = before;
	}

	/** Everything that was changed since the first run, in its last state. */
	missing() {
		return [...this.model.records.values()]
			.map(({ id, revision }) => `${String(id)} ${String(revision)}`)
			.filter((key) => !this.done.has(key));
	}
}

test(`in ${RUNS} runs nothing is skipped, whatever becomes of an execution`, async () => {
	const random = randomNumbers(SEED);
	for (let number = 0; tally.runs < RUNS; number += 1) {
		const shape = SHAPES[number % SHAPES.length];
		const flow = new Flow(number, shape, random);
		service.reply = flow.model.reply;
		await flow.begin();
		for (let turn = 0; turn < 12; turn += 1) {
			flow.change();
			await flow.turn();
		}
		// A workflow that may not confirm never goes on, so that it reads everything again.
		const settled = shape === 'above' || shape === 'legacy' ? 'plain' : shape;
		Object.assign(flow, { shape: settled });
		for (let turn = 0; turn < 40; turn += 1) (await flow.execute('ends'))();
		expect([number, shape, flow.missing()]).toEqual([number, shape, []]);
	}
	if (globalThis.process.env.TALLY) console.log(JSON.stringify(tally));
	for (const count of Object.values(tally)) expect(count).toBeGreaterThan(RUNS / 100);
}, 600_000);
