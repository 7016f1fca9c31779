import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type IWorkflowSettings,
} from 'n8n-workflow';

import type { State } from '../../../changes/state';
import type { ItemWork } from '../../../execution';
import { Failure } from '../../../http';
import { Cache, keptUnder } from '../../../lifetime';
import type { RecordContext } from '../input/itemInput';
import type { Kept } from './search';

/**
 * How far a Get Changes got that remembers. n8n saves the static data of a workflow as a whole when an execution ends,
 * so that a later end may bring back an older position: then changes are read again, and none is skipped.
 */
export interface Position extends Kept {
	/** @see objectOf */
	readonly object: string;
	readonly state: State;
	/** How many confirmed runs led to it. */
	readonly number: number;
	/** When the list was read, milliseconds since 1970. */
	readonly at: number;
	/** The text in Reset. */
	readonly reset?: string;
}

/** Of several positions the one that is the furthest; of those read from the same one, the later. */
const furthest = (one: Position | undefined, other: Position | undefined) =>
	!one || (other && (other.number - one.number || other.at - one.at) > 0) ? other : one;

/** What an old blob of another execution or trigger has overwritten. */
const latest = new Cache<Position>({
	name: 'Positions of Get Changes, by workflow and node',
	max: 500,
});

/** A larger one is read again where n8n brings back an older one. */
const MAX_KEPT_LENGTH = 65_536;

/** Nodes of one workflow whose positions are stored; of more, those that were read last. */
const MAX_NODES = 50;

const KEY = 'workspaceRecordsPositions';

const keyOf = (context: IExecuteFunctions, node: string) =>
	JSON.stringify([context.getWorkflow().id, node]);

const storedIn = (context: IExecuteFunctions) =>
	(context.getWorkflowStaticData('global')[KEY] ?? {}) as Readonly<Record<string, Position>>;

/** The confirmed position of a node, by its ID. */
export function loadPosition(context: IExecuteFunctions, node: string): Position | undefined {
	const position = furthest(storedIn(context)[node], latest.get(keyOf(context, node)));
	return position && (deepCopy(position as unknown as IDataObject) as unknown as Position);
}

/** n8n's store for deduplication, which workers have too, shows whether a run was confirmed; it cannot hold how far that got. */
const MARKS = { mode: 'entries', maxEntries: 20 } as const;

/**
 * @param reset the text in Reset, with which the node begins anew
 * @throws Failure where a run was confirmed, but n8n does not bring back its position: to begin anew would skip changes
 */
export async function refuseLostPosition({ helpers }: IExecuteFunctions, reset = '') {
	const { processed } = await helpers.checkProcessedAndRecord([reset], 'node', MARKS);
	if (processed.length === 0) return await helpers.removeProcessed([reset], 'node', MARKS);
	throw new Failure({
		kind: 'input',
		message: 'A run was confirmed before, but n8n does not give this one its position',
		remedy:
			'In queue mode workers get no static data: use Position Cursor there. To begin anew with Start From, enter a new text in the option Reset.',
	});
}

/** The store knows a node by its ID, so that Get Changes hands on to Confirm Changes how to mark. */
const markOf = keptUnder(
	'How Get Changes marks a confirmed run',
	'execution',
	(mark: () => Promise<unknown> = async () => {}) => mark,
);

/** Stores a position, unless there is one that is further; n8n saves it when the execution ends. */
function storePosition(context: IExecuteFunctions, node: string, position: Position): void {
	const stored = { ...storedIn(context) };
	if (furthest(loadPosition(context, node), position) !== position) return;
	stored[node] = position;
	const kept = Object.entries(stored).sort(([, one], [, other]) => other.at - one.at);
	const data = context.getWorkflowStaticData('global');
	data[KEY] = Object.fromEntries(kept.slice(0, MAX_NODES)) as unknown as IDataObject;
	const isShort = JSON.stringify(position).length <= MAX_KEPT_LENGTH;
	if (isShort) latest.set(keyOf(context, node), position);
	else latest.delete(keyOf(context, node));
}

/** What a run of Get Changes has read and nobody has confirmed yet; it goes with the execution, also when that waits. */
interface Staged {
	readonly node: string;
	readonly changes: number;
	readonly position: Position;
}

const stagedIn = (context: IExecuteFunctions) =>
	(context.getContext('flow')[KEY] ??= {}) as Record<string, Staged>;

/** Notes how far a run got; a run without changes has nobody who would confirm it, so that it is stored at once. */
export async function stagePosition(
	context: IExecuteFunctions,
	changes: number,
	position: Position,
) {
	const { id, name } = context.getNode();
	const run = Number(context.evaluateExpression('{{ $runIndex }}', 0));
	const staged = stagedIn(context);
	staged[`${name} ${run}`] = { node: id, changes, position };
	const resets = [...new Set(['', position.reset ?? ''])];
	const mark = markOf(staged, id, async () => {
		await context.helpers.checkProcessedAndRecord(resets, 'node', MARKS);
	});
	if (changes > 0 || isManual(context)) return;
	await mark();
	storePosition(context, id, position);
}

/** Manual runs: n8n does not save what they leave. */
export const isManual = (context: IExecuteFunctions) => context.getMode() === 'manual';

/** Confirm Changes: stores the position of the run of Get Changes that its items come from. */
export function confirmChangesAction({ context }: RecordContext): ItemWork {
	return async (item) => (item === 0 ? [await confirm(context)] : []);
}

async function confirm(context: IExecuteFunctions): Promise<IDataObject> {
	const { previousNode, previousNodeRun = 0 } = context.getInputSourceData();
	const staged = stagedIn(context)[`${previousNode} ${previousNodeRun}`];
	if (!staged) {
		throw unconfirmed(
			'its items do not come from a Get Changes with Position Remember',
			'Connect it directly to the output of that node, below the branch that does the work.',
		);
	}
	const { changes, node, position } = staged;
	if (changes > 0) checkOrder(context, previousNode);
	if (isManual(context)) {
		const reason = 'A manual run remembers nothing; the next one reads the same changes.';
		return { confirmed: false, changes, reason };
	}
	await markOf(stagedIn(context), node)();
	storePosition(context, node, position);
	return { confirmed: true, changes };
}

/** What n8n's types leave out: the connections to a node by its inputs, not in old n8n; the workflow with its settings. */
type Surroundings = {
	getConnections?(
		node: { name: string },
		type: 'main',
	): ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>;
	readonly workflow?: { readonly settings?: IWorkflowSettings };
};

/** Not every n8n 2 gives a node the settings of its workflow by a method. */
const settingsOf = (context: Partial<IExecuteFunctions> & Surroundings): IWorkflowSettings =>
	context.getWorkflowSettings?.() ?? context.workflow?.settings ?? {};

/** @throws Failure where the work may not be done before this node runs */
function checkOrder(context: IExecuteFunctions, source: string): void {
	if (settingsOf(context).executionOrder !== 'v1') {
		throw unconfirmed(
			'the workflow has the legacy execution order, in which this node may run before the work is done',
			'Set Execution Order to v1 in the settings of the workflow.',
		);
	}
	const own = context.getNode().name;
	const inputsOf = (name: string) =>
		((context as Surroundings).getConnections?.({ name }, 'main') ?? []).map((all) => all ?? []);
	const ask = (name: string, what: string) =>
		context.evaluateExpression(`{{ $(${JSON.stringify(name)}).${what} }}`, 0);
	const hasRun = (name: string) => ask(name, 'isExecuted') === true;
	const others = context.getChildNodes(source).filter(({ name }) => name !== own);
	const siblings = others.filter(({ name }) =>
		inputsOf(name).some((all) => all.some(({ node }) => node === source)),
	);
	if (!siblings.some(({ name }) => hasRun(name))) {
		throw unconfirmed(
			`no other node behind ${source} has run yet`,
			`Connect the work to the same output, and place its first node above this one: n8n runs the upper branch first.`,
		);
	}
	const late = others.find(
		({ name }) => inputsOf(name).filter((all) => all.length > 0).length > 1 && !hasRun(name),
	);
	if (late) {
		throw unconfirmed(
			`${late.name} has several inputs, so that n8n may run it after this node`,
			'Do the work that has to be done before without such a node, or in a sub-workflow.',
		);
	}
	const loop = others.find(({ name }) => hasRun(name) && ask(name, 'context.done') === false);
	if (loop) {
		throw unconfirmed(
			`${loop.name} has items left, because nothing came back to it`,
			'Let each round of the loop come back with an item, also where a filter lets none pass (Always Output Data).',
		);
	}
}

const unconfirmed = (message: string, remedy: string) =>
	new Failure({
		kind: 'input',
		message: `Nothing was confirmed: ${message}`,
		remedy: `${remedy} The next run reads the same changes again.`,
	});
