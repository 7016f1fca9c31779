/** One execution of a workflow in n8n-core's `WorkflowExecute`. */
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ExecutionError,
	type ExecutionStatus,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	type ITaskData,
	type IWorkflowBase,
	type IWorkflowSettings,
	type NodeExecutionHint,
	type OnError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { StoredCredential } from './credentialStore';
import { START_NODE_TYPE } from './helperNodes';
import {
	additionalData,
	storeCredentials,
	toNode,
	type CredentialsByType,
	type EngineParts,
	type NodeSpec,
} from './workflow';

export interface RunOptions {
	/** What the start node emits; one empty item when left out. */
	items?: INodeExecutionData[];
	credentials?: CredentialsByType;
	settings?: IWorkflowSettings;
	/** For every node that does not say so itself. */
	onError?: OnError;
	/** How the execution was started; `trigger` when left out. */
	mode?: WorkflowExecuteMode;
	/** Cancels the execution, as the stop button does. */
	signal?: AbortSignal;
	/** Cancels the execution after this many milliseconds. */
	cancelAfterMs?: number;
	staticData?: IDataObject;
	/** Goes on with an execution that waits, as n8n stored it; a Retry begins so, too, under an ID of its own. */
	resume?: IRun;
	/** The ID of the execution that goes on; one of its own when left out. */
	executionId?: string;
}

/** A workflow as n8n exports it. */
export type WorkflowJson = Pick<IWorkflowBase, 'nodes' | 'connections'> & Partial<IWorkflowBase>;

interface NodeOutput {
	status: ExecutionStatus;
	/** Items by output; the error output, where there is one, is the last. */
	main: INodeExecutionData[][];
	/** Set when the node failed: the fields of the NodeApiError or NodeOperationError n8n stored. */
	error?: ExecutionError;
	hints: NodeExecutionHint[];
	/** All runs of the node as n8n stored them; the rest of this object is about the last one. */
	runs: ITaskData[];
}

export interface RunOutput {
	status: ExecutionStatus;
	/** Set when the execution as a whole failed or was cancelled. */
	error?: ExecutionError;
	/** By node name, nodes that ran only. */
	nodes: Record<string, NodeOutput>;
	/** The node that ran last. */
	last: NodeOutput;
	/** What is stored after the run, by credential type. */
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** The execution as n8n would store it. */
	execution: IRun;
	executionId: string;
}

let executions = 0;

/** Runs the given nodes one after another, first output to first input, behind a start node. */
export async function runChain(
	parts: EngineParts,
	specs: NodeSpec | NodeSpec[],
	options: RunOptions = {},
): Promise<RunOutput> {
	const stored = await storeCredentials(parts.store, options.credentials);
	const start: INode = toNode(parts.pkg, { type: START_NODE_TYPE, name: 'Start' }, 0, {});
	const nodes = [start];
	const connections: IConnections = {};
	for (const spec of [specs].flat()) {
		const node = toNode(parts.pkg, spec, nodes.length, stored, options.onError);
		const taken = nodes.filter(({ name }) => name.replace(/ \d+$/, '') === node.name).length;
		if (taken > 0) node.name += ` ${taken + 1}`;
		connections[nodes[nodes.length - 1].name] = {
			main: [[{ node: node.name, type: 'main', index: 0 }]],
		};
		nodes.push(node);
	}
	return await execute(parts, { nodes, connections }, stored, options);
}

/**
 * Runs a whole workflow from its start node. Nodes get the given credentials by type, whatever
 * IDs the workflow names.
 */
export async function runWorkflow(
	parts: EngineParts,
	workflow: WorkflowJson,
	options: RunOptions = {},
): Promise<RunOutput> {
	const stored = await storeCredentials(parts.store, options.credentials);
	const nodes = workflow.nodes.map((node, index) =>
		toNode(parts.pkg, node, index, stored, options.onError),
	);
	return await execute(parts, { ...workflow, nodes }, stored, options);
}

async function execute(
	parts: EngineParts,
	json: WorkflowJson,
	stored: Record<string, StoredCredential>,
	options: RunOptions,
): Promise<RunOutput> {
	const { executionId = String((executions += 1)) } = options;
	const { mode = 'trigger', items = [{ json: {} }] } = options;
	const id = json.id ?? `workflow-${executionId}`;
	const settings = { executionOrder: 'v1' as const, ...json.settings, ...options.settings };
	const workflow = new Workflow({
		id,
		name: json.name ?? id,
		nodes: json.nodes,
		connections: json.connections,
		active: false,
		nodeTypes: parts.pkg,
		staticData: options.staticData,
		settings,
	});
	const startNode = workflow.getStartNode();
	if (!startNode) throw new Error('The workflow has no node to start from');

	const workflowData = { ...json, id, name: workflow.name ?? id, settings } as IWorkflowBase;
	const data = additionalData(parts, { executionId, workflowId: id, workflowSettings: settings });
	data.hooks = new ExecutionLifecycleHooks(mode, executionId, workflowData);
	const runExecutionData = options.resume
		? (JSON.parse(JSON.stringify(options.resume.data)) as IRun['data'])
		: createRunExecutionData({
				executionData: {
					nodeExecutionStack: [{ node: startNode, data: { main: [items] }, source: null }],
				},
			});

	const running = new WorkflowExecute(data, mode, runExecutionData).processRunExecutionData(
		workflow,
	);
	const stop = () => running.cancel();
	const signal = options.cancelAfterMs
		? AbortSignal.timeout(options.cancelAfterMs)
		: options.signal;
	signal?.addEventListener('abort', stop, { once: true });
	if (signal?.aborted) stop();
	try {
		return { ...(await toOutput(await running, stored)), executionId };
	} finally {
		signal?.removeEventListener('abort', stop);
	}
}

async function toOutput(
	execution: IRun,
	stored: Record<string, StoredCredential>,
): Promise<Omit<RunOutput, 'executionId'>> {
	const { runData, error, lastNodeExecuted } = execution.data.resultData;
	const nodes: Record<string, NodeOutput> = {};
	for (const [name, runs] of Object.entries(runData)) {
		const last = runs[runs.length - 1];
		nodes[name] = {
			status: last.executionStatus ?? 'unknown',
			main: (last.data?.main ?? []).map((items) => items ?? []),
			error: last.error,
			hints: last.hints ?? [],
			runs,
		};
	}
	const credentials: Record<string, ICredentialDataDecryptedObject> = {};
	for (const [type, credential] of Object.entries(stored)) {
		credentials[type] = await credential.data();
	}
	return {
		status: execution.status,
		error,
		nodes,
		last: nodes[lastNodeExecuted ?? ''],
		credentials,
		execution,
	};
}
