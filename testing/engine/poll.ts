/** One poll of a polling trigger, as n8n's registry of active workflows or its editor runs it. */
import { PollContext, PollTriggerExecutor, TriggersAndPollers } from 'n8n-core';
import {
	deepCopy,
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IWorkflowSettings,
} from 'n8n-workflow';

import { fakeOnly } from '../fakeOnly';
import { container } from './environment';
import {
	additionalData,
	storeCredentials,
	toNode,
	type CredentialsByType,
	type EngineParts,
	type NodeSpec,
} from './workflow';

export interface PollOptions {
	credentials?: CredentialsByType;
	/** What the node remembers from earlier polls; what is the workflow's is under `global`. */
	staticData?: IDataObject;
	/**
	 * Why n8n polls: `scheduled` (when left out), `activate` for the first poll when the workflow is
	 * switched on, `manual` for a run in the editor.
	 */
	mode?: 'scheduled' | 'activate' | 'manual';
	/** The time that `Date` returns in this process during the poll; needs jest. */
	clock?: Date | number;
	settings?: IWorkflowSettings;
}

export interface PollOutput {
	/** The items that start an execution; null when the poll found nothing. */
	main: INodeExecutionData[][] | null;
	/** What the node threw. */
	error?: Error;
	/** What the node remembers while n8n keeps running. Give it to the next poll. */
	staticData: IDataObject;
	/** What n8n has saved, so what the next poll finds after a restart. */
	saved: IDataObject;
}

const WORKFLOW_ID = 'poll-workflow';
const SCHEDULED_MS = 36_000;

export async function poll(
	parts: EngineParts,
	spec: NodeSpec | string,
	options: PollOptions = {},
): Promise<PollOutput> {
	const { mode = 'scheduled', staticData: before = {} } = options;
	const { global, ...own } = before;
	const stored = await storeCredentials(parts.store, options.credentials);
	const node = toNode(parts.pkg, typeof spec === 'string' ? { type: spec } : spec, 0, stored);
	const workflow = new Workflow({
		id: WORKFLOW_ID,
		name: WORKFLOW_ID,
		nodes: [node],
		connections: {},
		active: mode !== 'manual',
		nodeTypes: parts.pkg,
		staticData: deepCopy({ [`node:${node.name}`]: own, ...(global ? { global } : {}) }),
		settings: options.settings,
	});

	const restoreClock = options.clock === undefined ? undefined : fakeOnly(['Date'], options.clock);
	let outcome: Outcome;
	try {
		outcome = await pollOnce(parts, workflow, workflow.nodes[node.name], mode);
	} finally {
		restoreClock?.();
	}

	const { global: shared } = workflow.staticData;
	const staticData = deepCopy({
		...workflow.getStaticData('node', node),
		...(shared ? { global: shared as IDataObject } : {}),
	});
	const changed = workflow.staticData.__dataChanged === true;
	const { main = null, error } = outcome;
	// A poll that finds nothing, or fails, leaves nothing in the database. Switching on always does.
	const saves = mode === 'activate' ? !error : mode === 'scheduled' && main !== null;
	return { main, error, staticData, saved: saves && changed ? staticData : deepCopy(before) };
}

interface Outcome {
	main?: INodeExecutionData[][] | null;
	error?: Error;
}

async function pollOnce(
	parts: EngineParts,
	workflow: Workflow,
	node: INode,
	mode: PollOptions['mode'],
): Promise<Outcome> {
	const data = additionalData(parts, { workflowId: workflow.id });
	const outcome: Outcome = {};
	try {
		if (mode === 'manual') {
			const context = new PollContext(workflow, node, data, 'manual', 'manual');
			return { main: await callPoll(parts, workflow, node, context) };
		}
		const context = new PollContext(
			workflow,
			node,
			data,
			'trigger',
			mode === 'activate' ? 'activate' : 'update',
			(items) => (outcome.main = items),
			(error) => (outcome.error = error),
		);
		// As n8n's durable scheduler does it: a context for each poll, and less time than an activation has.
		if (mode === 'scheduled') Object.assign(context, { getPollBudgetMs: () => SCHEDULED_MS });
		if (PollTriggerExecutor) {
			const executor = container.get(PollTriggerExecutor);
			await executor.create(workflow, node, context, () => true)(mode === 'activate');
		} else {
			outcome.main = await callPoll(parts, workflow, node, context);
		}
	} catch (error) {
		outcome.error = error as Error;
	}
	return outcome;
}

async function callPoll(
	{ pkg }: EngineParts,
	workflow: Workflow,
	node: INode,
	context: PollContext,
): Promise<INodeExecutionData[][] | null> {
	// Older n8n does not export this class; all it does is call the node.
	if (TriggersAndPollers) {
		return await container.get(TriggersAndPollers).runPollFunction(workflow, node, context);
	}
	const { poll } = pkg.getByNameAndVersion(node.type, node.typeVersion);
	return (await poll?.call(context)) ?? null;
}
