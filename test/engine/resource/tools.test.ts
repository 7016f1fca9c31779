import {
	NodeConnectionTypes,
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { operationsOf } from '../../../testing/outputSchema';
import { useEngine, useSandbox } from '../../../testing/setUp';

/** What n8n's agents see of a tool. */
interface Tool {
	name: string;
	description: string;
	invoke(args: IDataObject): Promise<string>;
}

const AGENT = 'test.agent';

/** An agent whose model is a script: it looks at its tools and calls them with the given arguments. */
const agent = {
	description: {
		displayName: 'Agent',
		name: AGENT,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Calls', name: 'calls', type: 'json', default: '[]' }],
	},
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

/** The node as n8n offers it to agents. */
function asTool(node: INodeType): INodeType {
	const tool = Object.create(node) as INodeType;
	tool.description = {
		...node.description,
		name: `${node.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return tool;
}

const sandbox = useSandbox();
const { n8n, credentials } = useEngine(sandbox, (pkg) => {
	const tools = pkg.nodeNames().map((name) => asTool(pkg.getByNameAndVersion(name)));
	const byName = tools.map((tool) => [tool.description.name, tool] as const);
	return { [AGENT]: agent, ...Object.fromEntries(byName) };
});

async function ask(
	tools: Array<{ type: string; name: string; parameters: INodeParameters }>,
	calls: Array<{ tool: string; args: IDataObject }> = [],
) {
	const nodes = [
		{ type: 'n8n-nodes-base.manualTrigger', name: 'Start', parameters: {} },
		{ type: AGENT, name: 'Agent', parameters: { calls: JSON.stringify(calls) } },
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
		{ credentials: credentials() },
	);
	expect(error?.message).toBeUndefined();
	return last.main[0][0].json as {
		tools: Array<{ name: string; description: string }>;
		responses: Array<{ response?: IDataObject[]; error?: string }>;
	};
}

it('every node but the trigger can be a tool', () => {
	for (const name of n8n.pkg.nodeNames()) {
		const { group, usableAsTool } = n8n.pkg.getByNameAndVersion(name).description;
		expect([name, usableAsTool]).toEqual([name, group.includes('trigger') ? undefined : true]);
	}
});

it('every operation describes itself to a model', async () => {
	const operations = n8n.pkg.nodeNames().flatMap((node) => {
		const { properties } = n8n.pkg.getByNameAndVersion(node).description;
		return operationsOf(properties).map(([resource, operation]) => ({
			type: node.replace('workspaceRecords', ''),
			name: `${node}_${resource}_${operation}`,
			parameters: { resource, operation, descriptionType: 'auto' },
		}));
	});
	const { tools } = await ask(operations);
	expect(tools).toHaveLength(operations.length);
	const descriptions = new Map(tools.map(({ name, description }) => [name, description]));
	expect(new Set(descriptions.values()).size).toBe(operations.length);
	for (const [name, description] of descriptions) {
		expect(description).toMatch(/^[A-Z].{4,} in Workspace Records /);
		if (name.endsWith('_delete')) expect(description).toMatch(/^Delete .* by archiving it /);
		if (name.endsWith('_upsert')) expect(description).toMatch(/by external ID/);
		if (/Many$|_upsertOrders$/.test(name)) expect(description).toMatch(/many|bulk/);
	}
});

it('a new tool of a record starts with reading, a new node with creating', () => {
	for (const name of n8n.pkg.nodeNames()) {
		const node = n8n.pkg.getByNameAndVersion(name);
		const operationOf = (type: INodeType) =>
			NodeHelpers.getNodeParameters(
				type.description.properties,
				{},
				true,
				false,
				{ typeVersion: 1 },
				type.description,
			)?.operation;
		const first = operationOf(node);
		const reads = operationsOf(node.description.properties).some(([, value]) => value === 'getAll');
		const asToolFirst = operationOf(asTool(node));
		expect([name, asToolFirst]).toEqual([name, reads ? 'getAll' : first]);
		if (reads && name !== 'workspaceRecordsWorkflow')
			expect([name, first]).toEqual([name, 'create']);
	}
});

const ai = (key: string, type = 'string') => `={{ $fromAI('${key}', '', '${type}') }}`;

it('a tool accepts numbers, booleans and lists as a model writes them', async () => {
	const { responses } = await ask(
		[
			{
				type: 'Order',
				name: 'create_order',
				parameters: {
					operation: 'create',
					fields: {
						mappingMode: 'defineBelow',
						value: { externalId: ai('id'), createMissingItems: ai('missing') },
					},
					itemsSource: 'json',
					itemsJson: ai('lines'),
				},
			},
			{
				type: 'Order',
				name: 'list_orders',
				parameters: { operation: 'getAll', returnAll: ai('all'), limit: ai('limit') },
			},
			{
				type: 'Enrich',
				name: 'enrich',
				parameters: {
					source: 'seed',
					name: 'Acme',
					options: { dryRun: ai('dry') },
				},
			},
		],
		[
			{
				tool: 'create_order',
				args: {
					id: 'order-ai',
					missing: 'True',
					lines: '[{"itemExternalId": "sku-ai", "quantity": "3", "price": "2.50"}]',
				},
			},
			{ tool: 'list_orders', args: { all: 'false', limit: '2' } },
			{ tool: 'list_orders', args: { all: 'true', limit: '' } },
			{ tool: 'list_orders', args: { all: 'maybe', limit: '2' } },
			{ tool: 'enrich', args: { dry: 'TRUE' } },
			{ tool: 'create_order', args: { id: 'order-2', missing: 'no idea', lines: '[]' } },
		],
	);
	const bodies = sandbox.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
	expect(bodies).toEqual([
		{
			order: {
				externalId: 'order-ai',
				items: [{ itemExternalId: 'sku-ai', quantity: 3, price: 2.5 }],
			},
			createMissingItems: true,
		},
		expect.objectContaining({ dry_run: true }),
	]);
	expect(responses[0].response).toMatchObject([{ external_id: 'order-ai' }]);
	expect(responses[1].response).toHaveLength(2);
	expect(responses[2].response).toHaveLength(4);
	expect(responses[3].error).toMatch(/Return All is "maybe".*Enter true or false/s);
	expect(responses[5].error).toMatch(/Create Missing Items.*"no idea"/s);
});

it('a tool deletes the record that a model names, and reports it', async () => {
	const [company] = sandbox.records('companies');
	const recordId = { __rl: true, mode: 'id', value: ai('company') };
	const tool = { type: 'Company', name: 'archive', parameters: { operation: 'delete', recordId } };
	const { responses } = await ask(
		[tool],
		[
			{ tool: 'archive', args: { company: String(company.id) } },
			{ tool: 'archive', args: { company: 'no-such-id' } },
		],
	);
	expect(responses[0].response).toMatchObject([{ deleted: true, company_id: company.id }]);
	expect(responses[1].error).toMatch(/no-such-id/);
});
