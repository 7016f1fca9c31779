import { NodeHelpers, type IDataObject, type INodeParameters, type INodeType } from 'n8n-workflow';

import { agentTypes, askAgent, asTool, type ToolNode } from '../../../../testing/agent';
import { operationsOf } from '../../../../testing/outputSchema';
import { byId } from '../../../../testing/parameters';
import { useSandboxEngine } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';

const { sandbox, n8n, credentials } = useSandboxEngine(agentTypes);

const ask = async (
	tools: readonly ToolNode[],
	calls: ReadonlyArray<{ tool: string; args: IDataObject }> = [],
) => await askAgent(n8n, credentials(), tools, calls);

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
		expect(description).toMatch(/^[A-Z].{20,}\.$/);
		if (name.endsWith('_delete')) expect(description).toMatch(/^Archives /);
		if (name.endsWith('_upsert')) expect(description).toMatch(/external[ _]?id/i);
		if (/Many$|_upsertOrders$/.test(name)) expect(description).toMatch(/many|orders/);
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

itSince('toolArguments')(
	'a tool accepts numbers, booleans and lists as a model writes them',
	async () => {
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
						...byId('Acme', 'name'),
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
				{
					tool: 'create_order',
					args: { id: 'order-2', missing: 'no idea', lines: '[{"itemExternalId": "sku-ai"}]' },
				},
			],
		);
		const bodies = sandbox.requests
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => body);
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
		const [, two, four, neither, , noIdea] = responses.map(({ response = [] }) => response[0]);
		expect(two.records).toHaveLength(2);
		expect(four.records).toHaveLength(4);
		expect(neither.error).toBe('Return All is "maybe"');
		expect(neither.do).toBe(
			'Correct the argument all. Enter true or false. Then call this tool again.',
		);
		expect(noIdea.error).toMatch(/Create Missing Items.*"no idea"/s);
	},
);

itSince('toolArguments')(
	'a tool deletes the record that a model names, and reports it',
	async () => {
		const [company] = sandbox.records('companies');
		const recordId = { __rl: true, mode: 'id', value: ai('company') };
		const parameters = { operation: 'delete', recordId };
		const tool = { type: 'Company', name: 'archive', parameters };
		const { responses } = await ask(
			[tool],
			[
				{ tool: 'archive', args: { company: String(company.id) } },
				{ tool: 'archive', args: { company: 'no-such-id' } },
			],
		);
		expect(responses[0].response).toMatchObject([{ deleted: true, id: company.id }]);
		expect(responses[1].response).toMatchObject([
			{ error: expect.stringContaining('no-such-id'), retry: 'yes' },
		]);
	},
);

const write = (operation: string, value: IDataObject, more: INodeParameters = {}) => ({
	...{ operation, ...more, fields: { mappingMode: 'defineBelow', value } as never },
});
const bill = (value: IDataObject) => write('create', { external_id: 'b', ...value });
const itemsOf = { itemsSource: 'json', itemsJson: ai('it') };
const get = { operation: 'get', recordId: { __rl: true, mode: 'id', value: ai('it') } };
const CORRECT = 'Correct the value';

/** What a model gets wrong, and what it has to be told: the field, what was given, what is expected, what to do. */
const mistakes: Array<[string, INodeParameters, string, string[]]> = [
	[
		'Bill',
		bill({ amount: ai('it') }),
		'twelve',
		['Amount', '"twelve"', 'a number such as 12.5', CORRECT],
	],
	[
		'Bill',
		bill({ due_date: ai('it') }),
		'Friday',
		['Due Date', '"Friday"', 'a date such as 2026-01-31', CORRECT],
	],
	[
		'Company',
		write('upsert', { external_id: ai('it') }),
		'',
		['External ID is required', 'Enter a value'],
	],
	['Company', get, '999999', ['the company 999999', 'No Company', 'the ID that it shows']],
	[
		'Order',
		write('create', { externalId: 'o' }, itemsOf),
		'two mugs',
		['Line Items', '"two mugs"', 'a list of objects', CORRECT],
	],
	[
		'Company',
		{ operation: 'getAll', returnAll: false, limit: ai('it') },
		'all',
		['Limit is "all"', 'Enter a whole number, 1 or more'],
	],
];

itSince('toolArguments').each(mistakes)(
	'a model is told what to do, as a tool of %s: %j with %j',
	async (type, parameters, it, told) => {
		const before = sandbox.requests.length;
		const tool = { type, name: 'tool', parameters };
		const { responses } = await ask([tool], [{ tool: 'tool', args: { it } }]);
		const [{ error, do: advice }] = responses[0].response ?? [];
		for (const part of told) expect(`${String(error)} ${String(advice)}`).toContain(part);
		expect(sandbox.requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
	},
);
