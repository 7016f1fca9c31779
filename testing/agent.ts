/**
 * The nodes of the package as tools of an AI agent. The agent's model is a script: it calls the tools that it
 * is told to call.
 */
import {
	NodeConnectionTypes,
	type EngineResponse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeType,
	type OnError,
} from 'n8n-workflow';

import { described } from './described';
import type { CredentialsByType, Engine, LoadedPackage } from './engine';

/** What n8n's agents see of a tool. */
interface Tool {
	name: string;
	description: string;
	invoke(args: IDataObject): Promise<string>;
}

const AGENT = 'test.agent';

/** An agent whose model is a script: it looks at its tools and calls them with the given arguments. */
const agent = {
	description: described(AGENT, {
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		properties: [{ displayName: 'Calls', name: 'calls', type: 'json', default: '[]' }],
	}),
	async execute(this: IExecuteFunctions) {
		const tools = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		const calls = JSON.parse(this.getNodeParameter('calls', 0) as string) as IDataObject[];
		const responses: IDataObject[] = [];
		for (const { tool, args } of calls) {
			const chosen = tools.find(({ name }) => name === tool) as Tool;
			try {
				const response = JSON.parse(await chosen.invoke(args as IDataObject)) as IDataObject;
				responses.push({ response });
			} catch (error) {
				responses.push({ error: (error as Error).message });
			}
		}
		const seen = tools.map(({ name, description }) => ({ name, description }));
		return [[{ json: { tools: seen, responses } }]];
	},
} as unknown as INodeType;

const AGENT_OF_ENGINE = 'test.agentOfEngine';

/**
 * An agent as n8n's has been since version 3: it asks the engine to run its tools as nodes, and is run again with what they
 * gave. n8n's own passes on the items of the first output, else the message of the error.
 */
const agentOfEngine = {
	description: { ...agent.description, name: AGENT_OF_ENGINE },
	async execute(this: IExecuteFunctions, given?: EngineResponse) {
		const calls = JSON.parse(this.getNodeParameter('calls', 0) as string) as Array<{
			tool: string;
			args: IDataObject;
		}>;
		if (!given?.actionResponses?.length) {
			const actions = calls.map(({ tool, args }, index) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: tool,
				input: args,
				type: NodeConnectionTypes.AiTool,
				id: `call-${index}`,
				metadata: { itemIndex: 0 },
			}));
			return { actions, metadata: {} };
		}
		const responses = given.actionResponses.map(({ data }) => {
			const items = data.data?.ai_tool?.[0];
			return items
				? { response: items.map(({ json }) => json) }
				: { error: data.error?.message ?? 'nothing' };
		});
		return [[{ json: { tools: [], responses } as IDataObject }]];
	},
} as unknown as INodeType;

/** The node as n8n offers it to agents. */
export function asTool(node: INodeType): INodeType {
	const tool = Object.create(node) as INodeType;
	tool.description = {
		...node.description,
		name: `${node.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return tool;
}

/** The agent, and every node of the package as a tool: further node types for an engine. */
export function agentTypes(pkg: LoadedPackage): Record<string, INodeType> {
	const tools = pkg.nodeNames().map((name) => asTool(pkg.getByNameAndVersion(name)));
	return {
		[AGENT]: agent,
		[AGENT_OF_ENGINE]: agentOfEngine,
		...Object.fromEntries(tools.map((tool) => [tool.description.name, tool] as const)),
	};
}

/** A node as a tool; `type` without `workspaceRecords` and `Tool`. */
export interface ToolNode {
	type: string;
	name: string;
	parameters: INodeParameters;
	/** n8n's settings of the node. */
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	onError?: OnError;
}

/** What the agent saw of its tools, and what they returned to its calls. */
export interface AgentRun {
	tools: Array<{ name: string; description: string }>;
	responses: Array<{ response?: IDataObject[]; error?: string }>;
}

/**
 * Runs an agent with these tools, which makes these calls.
 *
 * @param by `agent`: the tools run inside it, as in n8n's agent 2 and its MCP; `engine`: as nodes, as in its agent 3
 * @throws when the run as a whole fails; a tool that fails is a response with `error`
 */
export async function askAgent(
	n8n: Engine,
	credentials: CredentialsByType,
	tools: readonly ToolNode[],
	calls: ReadonlyArray<{ tool: string; args: IDataObject }> = [],
	by: 'agent' | 'engine' = 'agent',
): Promise<AgentRun> {
	const type = by === 'agent' ? AGENT : AGENT_OF_ENGINE;
	const nodes = [
		{ type: 'n8n-nodes-base.manualTrigger', name: 'Start', parameters: {} },
		{ type, name: 'Agent', parameters: { calls: JSON.stringify(calls) } },
		...tools.map((tool) => ({ ...tool, type: `${n8n.pkg.name}.workspaceRecords${tool.type}Tool` })),
	].map((node, index) => ({
		...node,
		id: String(index),
		typeVersion: 1,
		position: [0, 0] as [number, number],
	}));
	const { last, error } = await n8n.runWorkflow(
		{
			nodes,
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				...Object.fromEntries(
					tools.map(({ name }) => [
						name,
						{ ai_tool: [[{ node: 'Agent', type: 'ai_tool' as const, index: 0 }]] },
					]),
				),
			},
		},
		{ credentials },
	);
	if (error) throw error;
	return last.main[0][0].json as unknown as AgentRun;
}
