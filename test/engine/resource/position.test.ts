/** Get Changes that remembers: nothing is skipped, whatever becomes of a run. */
import {
	deepCopy,
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeType,
	type IWorkflowSettings,
} from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { moveRecorded } from '../../../testing/engine/environment';
import { fromItem } from '../../../testing/parameters';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { ChangingService, type Behaviour } from '../RecordsTrigger/changing';

/** What the work of a run does; set by the tests. */
let work: (items: IDataObject[]) => IDataObject[] | Promise<IDataObject[]> = (items) => items;

const node = (name: string, inputs: number): INodeType => ({
	description: {
		...{ displayName: name, name, group: ['transform'], version: 1, description: '', defaults: {} },
		inputs: Array<'main'>(inputs).fill(NodeConnectionTypes.Main),
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const json = this.getInputData().map((item) => item.json);
		return [(inputs === 1 ? await work(json) : json).map((each) => ({ json: each }))];
	},
});

const service = useCustomService();
const { n8n, runNode } = useEngine(service, {
	'n8n-nodes-base.work': node('work', 1),
	'n8n-nodes-base.merge': node('merge', 2),
});

beforeEach(() => {
	work = (items) => items;
});

interface Layout {
	/** Where Confirm Changes is placed, beside the work at 100. */
	readonly confirmAt?: number;
	/** Nodes behind the work. */
	readonly behind?: 'merge';
	readonly settings?: IWorkflowSettings;
	readonly alwaysOutputData?: boolean;
	readonly mode?: 'trigger' | 'manual';
}

let workflows = 0;

/** A workflow with Get Changes, the work and Confirm Changes, and what n8n keeps of it. */
function workflow(is: Behaviour = {}, given: IDataObject = {}) {
	const model = new ChangingService(is);
	service.reply = model.reply;
	let id = `position-${(workflows += 1)}`;
	let stored: IDataObject = {};
	const own = { resource: 'company', ...given };
	const access = { token: 'token' };
	const run = async ({
		confirmAt = 200,
		behind,
		settings,
		alwaysOutputData,
		mode = 'trigger',
	}: Layout = {}) => {
		model.now += 60_000;
		const nodes = [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {}, y: 100 },
			{
				name: 'Changes',
				type: 'workspaceRecordsCompany',
				parameters: { returnAll: true, output: 'raw', ...own, operation: 'getChanges' },
				y: 100,
				alwaysOutputData,
			},
			{ name: 'Work', type: 'n8n-nodes-base.work', parameters: {}, y: 100 },
			{
				name: 'Confirm',
				type: 'workspaceRecordsCompany',
				parameters: { resource: 'company', operation: 'confirmChanges' },
				y: confirmAt,
			},
			...(behind ? [{ name: 'Merge', type: 'n8n-nodes-base.merge', parameters: {}, y: 100 }] : []),
		].map(({ y, ...each }, index) => ({
			...each,
			id: `n-${index}`,
			typeVersion: 1,
			position: [index * 200, y] as [number, number],
		}));
		const to = (name: string, index = 0) => ({ node: name, type: 'main' as const, index });
		// n8n runs the connections of an output in the order of their positions.
		const branches = [to('Work'), to('Confirm')];
		const staticData = deepCopy(stored);
		const output = await n8n.runWorkflow(
			{
				id,
				nodes: nodes as INode[],
				connections: {
					Start: { main: [[to('Changes')]] },
					Changes: { main: [confirmAt > 100 ? branches : branches.reverse()] },
					...(behind ? { Work: { main: [[to('Merge', 0), to('Merge', 1)]] } } : {}),
				} as never,
			},
			{ credentials: accessWith(service.url, access.token), staticData, settings, mode },
		);
		const json = (name: string) => output.nodes[name]?.main[0]?.map((item) => item.json);
		return {
			...output,
			read: json('Changes')?.map(({ id: each }) => each) ?? [],
			items: json('Changes') ?? [],
			confirmed: json('Confirm')?.[0],
			message: output.error?.message ?? output.nodes.Changes?.error?.message,
			/** n8n saves what the execution left. */
			save: () => void (mode === 'trigger' && (stored = staticData)),
		};
	};
	return {
		model,
		own,
		access,
		run,
		/** Runs, and n8n saves at the end, also of a run that failed. */
		async ran(layout?: Layout) {
			const output = await run(layout);
			output.save();
			return output;
		},
		/** The process ends; what n8n has saved stays. */
		restart() {
			const before = id;
			id = `position-${(workflows += 1)}`;
			moveRecorded(before, id);
			stored = JSON.parse(JSON.stringify(stored).replaceAll(before, id)) as IDataObject;
		},
		/** A trigger writes back what it held. */
		get stored() {
			return stored;
		},
		set stored(old: IDataObject) {
			stored = old;
		},
	};
}

describe('a run', () => {
	it('gives what changed since the last confirmed one, the first one nothing', async () => {
		const { model, ran } = workflow();
		model.create(3);
		expect((await ran()).read).toEqual([]);
		model.create(2);
		const first = await ran();
		expect([first.read, first.confirmed]).toEqual([
			['id-4', 'id-5'],
			{ confirmed: true, changes: 2 },
		]);
		expect(first.items[0]).toMatchObject({ event: 'created' });
		expect(first.items[0]).not.toHaveProperty('cursor');
		expect((await ran()).read).toEqual([]);
		model.update('id-1');
		expect((await ran()).read).toEqual(['id-1']);
		expect((await ran()).read).toEqual([]);
	});

	it.each(['all', 'date'])('begins with %s where that is chosen', async (startFrom) => {
		const { model, ran } = workflow({}, { startFrom, startDate: '2030-01-01T00:00:02Z' });
		model.create(3);
		expect((await ran()).read).toEqual(
			startFrom === 'all' ? ['id-1', 'id-2', 'id-3'] : ['id-2', 'id-3'],
		);
		expect((await ran()).read).toEqual([]);
	});

	it('that fails is read again', async () => {
		const { model, ran } = workflow();
		await ran();
		model.create(2);
		work = () => {
			throw new Error('the work failed');
		};
		expect((await ran()).confirmed).toBeUndefined();
		work = (items) => items;
		expect((await ran()).read).toEqual(['id-1', 'id-2']);
		expect((await ran()).read).toEqual([]);
	});

	it('of which a filter lets nothing pass is confirmed', async () => {
		const { model, ran } = workflow();
		await ran();
		model.create(2);
		work = () => [];
		expect((await ran()).confirmed).toEqual({ confirmed: true, changes: 2 });
		expect((await ran()).read).toEqual([]);
	});

	it('without changes stores the position, with Always Output Data too', async () => {
		const { model, ran } = workflow();
		await ran({ alwaysOutputData: true });
		model.create(1);
		expect((await ran({ alwaysOutputData: true })).read).toEqual(['id-1']);
		const idle = await ran({ alwaysOutputData: true });
		expect([idle.read, idle.confirmed]).toEqual([[undefined], { confirmed: true, changes: 0 }]);
	});

	it('killed before n8n saved is read again', async () => {
		const { model, ran, run, restart } = workflow();
		await ran();
		model.create(2);
		expect((await run()).confirmed).toMatchObject({ confirmed: true });
		restart();
		expect((await ran()).read).toEqual(['id-1', 'id-2']);
	});

	it('by hand remembers nothing, and says so', async () => {
		const { model, ran } = workflow();
		await ran();
		model.create(2);
		const { read, confirmed, nodes } = await ran({ mode: 'manual' });
		expect([read, confirmed?.confirmed]).toEqual([['id-1', 'id-2'], false]);
		expect(nodes.Changes.hints.map(({ message }) => message).join(' ')).toMatch(
			/by hand.* Publish the/,
		);
		expect((await ran()).read).toEqual(['id-1', 'id-2']);
	});

	it('gives some at a time with a limit, each once', async () => {
		const { model, ran } = workflow({}, { returnAll: false, limit: 2 });
		await ran();
		model.create(5);
		const reads = [await ran(), await ran(), await ran(), await ran()].flatMap(({ read }) => read);
		expect(reads).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5']);
	});

	it('gives archived records where they are wanted', async () => {
		const { model, ran } = workflow({ get: () => undefined }, { includeArchived: true });
		model.create(3);
		await ran();
		model.archive('id-2');
		const { items } = await ran();
		expect(items).toEqual([{ id: 'id-2', event: 'archived', event_id: expect.any(String) }]);
		expect((await ran()).read).toEqual([]);
	});
});

describe('Confirm Changes', () => {
	it.each<[string, Layout, RegExp]>([
		[
			'the legacy execution order',
			{ settings: { executionOrder: 'v0' } },
			/legacy execution order/,
		],
		[
			'a place above the work',
			{ confirmAt: 0 },
			/No other node behind Changes has run yet|no other node/,
		],
		[
			'a node with several inputs that has not run',
			{ behind: 'merge' },
			/Merge has several inputs/i,
		],
	])('confirms nothing with %s, and says why', async (_, layout, reason) => {
		const { model, ran } = workflow();
		await ran();
		model.create(2);
		if (layout.behind) work = () => [];
		const { message, status } = await ran(layout);
		expect([message, status]).toEqual([expect.stringMatching(reason), 'error']);
		work = (items) => items;
		expect((await ran()).read).toEqual(['id-1', 'id-2']);
	});

	it('is refused where its items do not come from Get Changes', async () => {
		const { errorText } = await runNode('company', 'confirmChanges', fromItem);
		expect(errorText).toContain('do not come from a Get Changes');
	});
});

describe('what n8n saves', () => {
	it('later than another run, from before it, brings nothing back and skips nothing', async () => {
		const { model, ran, run } = workflow();
		await ran();
		model.create(2);
		const first = await run();
		model.create(1);
		const second = await run();
		expect([first.read, second.read]).toEqual([['id-1', 'id-2'], ['id-3']]);
		second.save();
		first.save();
		model.create(1);
		expect((await ran()).read).toEqual(['id-4']);
	});

	it('of two at once, the later one confirming first, is the later position', async () => {
		const { model, ran, run } = workflow();
		await ran();
		model.create(2);
		let goOn = () => {};
		const begun = new Promise<void>((hasBegun) => {
			work = async (items) => {
				hasBegun();
				await new Promise<void>((resolve) => (goOn = resolve));
				return items;
			};
		});
		const first = run();
		await begun;
		work = (items) => items;
		model.create(1);
		const second = await run();
		goOn();
		const { read, save } = await first;
		expect([read, second.read]).toEqual([
			['id-1', 'id-2'],
			['id-1', 'id-2', 'id-3'],
		]);
		second.save();
		save();
		expect((await ran()).read).toEqual([]);
	});

	it('of an old blob that a trigger writes back counts less than what the process knows', async () => {
		const flow = workflow();
		await flow.ran();
		const old = deepCopy(flow.stored);
		flow.model.create(2);
		await flow.ran();
		flow.stored = old;
		expect((await flow.ran()).read).toEqual([]);
		flow.stored = deepCopy(old);
		flow.restart();
		expect((await flow.ran()).read).toEqual(['id-1', 'id-2']);
	});
});

describe('a process that n8n gives no static data, as a worker of queue mode,', () => {
	it.each(['now', 'all'])('goes on while it lasts, and then stops: %s', async (startFrom) => {
		const flow = workflow({}, { startFrom });
		const { model, own, ran, restart } = flow;
		const worker = async () => {
			flow.stored = {};
			return await ran();
		};
		model.create(1);
		await worker();
		model.create(1);
		expect((await worker()).read).toEqual(['id-2']);
		restart();
		const lost = await worker();
		expect([lost.read, lost.message]).toEqual([
			[],
			'A run was confirmed before, but n8n does not give this one its position',
		]);
		Object.assign(own, { options: { reset: 'anew' } });
		expect((await worker()).message).toBeUndefined();
		restart();
		expect((await worker()).message).toContain('A run was confirmed before');
	});

	it('begins again where no run was confirmed', async () => {
		const { model, ran, restart } = workflow({}, { startFrom: 'all' });
		model.create(1);
		work = () => {
			throw new Error('the work failed');
		};
		await ran();
		restart();
		expect((await ran()).read).toEqual(['id-1']);
	});
});

it('leaves out fields that change with every read where Ignored Fields names them', async () => {
	let reads = 0;
	const page = (rows: IDataObject[]) =>
		rows.map((row) => ({ ...row, avatar_url: `https://f.example/${(reads += 1)}` }));
	const { model, own, ran } = workflow({ page });
	model.create(5);
	await ran();
	expect((await ran()).read).toHaveLength(5);
	Object.assign(own, { options: { ignoredFields: 'avatar_url' } });
	model.create(1);
	expect((await ran()).read).toContain('id-6');
	expect((await ran()).read).toEqual([]);
});

describe('the position', () => {
	it('survives another token, filters and overlap', async () => {
		const flow = workflow();
		flow.model.create(3);
		await flow.ran();
		flow.model.create(1);
		flow.access.token = 'another';
		Object.assign(flow.own, { filters: { search: 'N' }, options: { overlapMinutes: 1 } });
		expect((await flow.ran()).read).toEqual(['id-4']);
	});

	it.each<[string, (n: number) => IDataObject]>([
		['by its ID', (n) => ({ workspace_id: `w-${n}` })],
		['by its records', () => ({})],
	])('of another workspace, known %s, stops the run', async (_, whoami) => {
		const flow = workflow({ whoami: whoami(1) });
		flow.model.create(3);
		await flow.ran();
		const other = new ChangingService({ whoami: whoami(2) });
		other.now += 86_400_000;
		other.create(3);
		service.reply = other.reply;
		flow.access.token = 'another';
		const { message } = await flow.ran();
		expect(message).toContain('The credential opens another workspace');
		Object.assign(flow.own, { options: { reset: 'today' }, startFrom: 'all' });
		expect((await flow.ran()).read).toEqual(['id-1', 'id-2', 'id-3']);
		expect((await flow.ran()).read).toEqual([]);
	});

	it('is one for all items, of which the first one counts', async () => {
		const { items, hints } = await runNode(
			'company',
			'getChanges',
			{ startFrom: 'all', returnAll: true },
			{ items: [{ a: 1 }, { a: 2 }] },
		);
		expect(items.length).toBeGreaterThan(0);
		expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
		expect(hints.join(' ')).toContain('one position');
	});
});

describe('a cursor', () => {
	const read = async (parameters: IDataObject) =>
		await runNode('company', 'getChanges', {
			position: 'cursor',
			returnAll: true,
			...parameters,
		} as never);
	beforeEach(() => {
		const model = new ChangingService();
		model.create(3);
		service.reply = model.reply;
	});

	it('that an expression does not give is refused, and the word start begins', async () => {
		const { errorText } = await read({ cursor: '={{ $json.nothing }}', startFrom: 'all' });
		expect(errorText).toContain('Cursor is an expression that gives no value');
		expect((await read({ cursor: 'start', startFrom: 'all' })).items).toHaveLength(3);
		expect((await read({ cursor: '' })).errorText).toContain('Start From is Now');
	});

	it('that was changed in one character is refused', async () => {
		const { items } = await read({ cursor: '', startFrom: 'all' });
		const cursor = String(items.at(-1)?.json.cursor);
		expect(cursor.length).toBeLessThan(2048);
		for (let at = 0; at < cursor.length; at += 7) {
			const other = cursor[at] === 'A' ? 'B' : 'A';
			const { errorText } = await read({
				cursor: cursor.slice(0, at) + other + cursor.slice(at + 1),
			});
			expect(errorText).toContain('Cursor is not one that Get Changes gives');
		}
	}, 60_000);

	it('of another workspace is refused', async () => {
		const workspace = (id: string) => {
			const model = new ChangingService({ whoami: { workspace_id: id } });
			model.create(3);
			service.reply = model.reply;
		};
		workspace('one');
		const { items } = await read({ cursor: '', startFrom: 'all' });
		const { cursor } = items.at(-1)!.json;
		const later = async () =>
			await runNode('company', 'getChanges', { position: 'cursor', cursor } as never, {
				credentials: accessWith(service.url, 'another'),
			});
		expect((await later()).errorText).toBeFalsy();
		workspace('two');
		expect((await later()).errorText).toContain('The credential opens another workspace');
	});
});
