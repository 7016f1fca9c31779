/**
 * The nodes as tools of a model, on both ways on which n8n calls them: inside the agent (agent 2, MCP) and as nodes of the
 * engine (agent 3).
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent, type ToolNode } from '../../../testing/agent';
import { useCustomEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const { service, n8n, credentials, runNode } = useCustomEngine(agentTypes);

const ai = (key: string, type = 'string') => `={{ $fromAI('${key}', '', '${type}') }}`;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const mapped = (value: IDataObject) =>
	({ mappingMode: 'defineBelow', value }) as unknown as INodeParameters;
const COMPANY = { id: '0c2f4e7a-9f0b-4c57-9d5e-0d6f4a1b2c3d', name: 'Acme', number: 1 };

const OTHER = '1c2f4e7a-9f0b-4c57-9d5e-0d6f4a1b2c3d';

const ways = ['agent', 'engine'] as const;

/** What a tool returns to one call. */
const callBy = async (
	by: (typeof ways)[number],
	tool: Omit<ToolNode, 'name'>,
	args: IDataObject = {},
) => {
	const named = { ...tool, name: 'tool' };
	const { responses } = await askAgent(n8n, credentials(), [named], [{ tool: 'tool', args }], by);
	const [{ response, error }] = responses;
	expect(error).toBeUndefined();
	expect(response).toHaveLength(1);
	return (response as IDataObject[])[0];
};

const get = { type: 'Company', parameters: { operation: 'get', recordId: byId(ai('id')) } };
const orderWithLines = {
	type: 'Order',
	parameters: {
		operation: 'create',
		fields: mapped({ externalId: ai('id') }),
		itemsSource: 'json',
		itemsJson: ai('lines'),
	},
};
const upsertOrders = (orders: string) => ({
	type: 'MigrationUpsert',
	parameters: {
		...{ operation: 'upsertOrders', partner: 'erp', inputMode: 'json', orders },
		options: { allowAgentWrites: true },
	},
});
const fast = { options: { requests: { maxRetries: 0, retryBudget: 0 } } };
const create = {
	type: 'Company',
	parameters: {
		operation: 'create',
		fields: mapped({ name: ai('name'), email: ai('email'), external_id: ai('external_id') }),
		...fast,
	},
};

describe.each(ways)('a tool, run by the %s', (by) => {
	const call = async (tool: Omit<ToolNode, 'name'>, args?: IDataObject) =>
		await callBy(by, tool, args);

	itSince('errorDetails')('gives a record as one object', async () => {
		service.reply = () => ({ body: COMPANY });
		expect(await call(get, { id: COMPANY.id })).toMatchObject({ id: COMPANY.id, name: 'Acme' });
	});

	itSince('errorDetails').each<[string, number, string, RegExp, string]>([
		['a record that is not there', 404, 'No such company', /lists or searches such/, 'yes'],
		['a token that is not accepted', 401, 'no', /^You cannot correct this/, 'no'],
		['a missing permission', 403, 'scope', /^You cannot correct this/, 'no'],
		['a service that is down', 503, 'down', /not call this tool again now/, 'no-later'],
		['a limit of requests', 429, 'slow', /./, 'no-later'],
	])('says what to do about %s', async (_, status, message, told, retry) => {
		service.reply = () => ({ status, body: { ok: false, message } });
		const parameters = { ...get.parameters, ...fast };
		const result = await call({ ...get, parameters }, { id: COMPANY.id });
		const expected = { error: expect.stringMatching(/./), do: expect.stringMatching(told), retry };
		expect(result).toEqual(expected);
		expect(String(result.do)).not.toMatch(/option|credential|node|workflow/i);
	});

	itSince('errorDetails')('never lets a write of unknown outcome be sent again', async () => {
		service.reply = ({ method }) =>
			method === 'POST' ? { status: 504, body: 'gateway' } : { status: 503, body: {} };
		const result = await call(create, { name: 'Acme', email: 'a@b.de', external_id: '' });
		expect(result).toMatchObject({
			error: expect.stringMatching(/^Outcome unknown/),
			do: expect.stringMatching(/^Do not send it again; look for the record first/),
			retry: 'no',
		});
		expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	const ours = { recordId: byId(ai('id')), ...fast };
	const rename = { ...ours, operation: 'update', fields: mapped({ name: ai('name') }) };
	const score = { ...ours, resource: 'company' };
	const isLost = { status: 504, body: {} };
	const another = { body: { ok: true, company_id: OTHER } };
	itSince('errorDetails').each<[string, string, INodeParameters, object, RegExp, string]>([
		['an enrichment', 'Enrich', ours, isLost, /may have been billed/, 'no'],
		['a score', 'Score', score, isLost, /may have been billed/, 'no'],
		['an update', 'Company', rename, isLost, /^Do not call .* again now/, 'no-later'],
		['an update of another', 'Company', rename, another, /compare it with what you sent/, 'no'],
	])(
		'never takes the record that was there for %s',
		async (_, type, parameters, put, told, retry) => {
			service.reply = ({ method }) => (method === 'GET' ? { body: COMPANY } : put);
			const result = await call({ type, parameters }, { id: COMPANY.id, name: 'Acme' });
			expect(result).toMatchObject({ do: expect.stringMatching(told), retry });
			expect(result.do).not.toContain('What is there was done');
		},
	);

	it('answers an unknown field with the names of the fields', async () => {
		service.reply = () => ({ body: { ok: true, order_id: 'o-1' } });
		const lines = '[{"itemExternalId": "s-1", "colour": "red"}]';
		const { hint } = await call(orderWithLines, { id: 'o-1', lines });
		expect(hint).toMatch(/^items › colour → ignored\. The fields are .*itemExternalId/);
	});

	itSince('errorDetails')('names the argument that is wrong', async () => {
		const parameters = { operation: 'getAll', returnAll: false, limit: ai('how_many') };
		expect(await call({ type: 'Company', parameters }, { how_many: 'all' })).toEqual({
			error: 'Limit is "all"',
			do: 'Correct the argument how_many. Enter a whole number, 1 or more. Then call this tool again.',
			retry: 'yes',
		});
		const fixed = { operation: 'getAll', returnAll: false, limit: 0, filters: { search: ai('q') } };
		expect(await call({ type: 'Company', parameters: fixed }, { q: 'x' })).toMatchObject({
			do: expect.stringMatching(/^You cannot correct this: a person has set limit/),
			retry: 'no',
		});
	});

	itSince('errorDetails')(
		'says that something is to be corrected where it knows no argument',
		async () => {
			expect(await call(upsertOrders(ai('orders')), { orders: 'some' })).toMatchObject({
				error: expect.stringContaining('Orders: expected a list'),
				do: expect.stringMatching(/^Correct it\. .*call this tool again\.$/),
			});
		},
	);

	itSince('errorDetails')('says of many orders which were accepted', async () => {
		service.reply = () => ({
			body: {
				ok: true,
				results: [
					{ external_id: 'a', created: true, object_id: 'o-1', errors: [] },
					{ external_id: 'b', errors: ['No company nobody'] },
				],
			},
		});
		const orders = ['a', 'b'].map((order_external_id) => ({ order_external_id }));
		const result = await call(upsertOrders(ai('orders', 'json')), { orders });
		expect(result).toMatchObject({
			error: '1 of 2 failed; the others were accepted.',
			do: expect.stringMatching(/^Do not send those under accepted again/),
			retry: 'yes',
			accepted: [expect.objectContaining({ external_id: 'a', object_id: 'o-1' })],
			rejected: [
				{
					external_id: 'b',
					error: expect.stringContaining('No company nobody'),
					do: expect.stringMatching(/^Correct what the service names/),
					retry: 'yes',
				},
			],
		});
		expect(JSON.stringify(result)).not.toContain('rows');
	});

	itSince('errorDetails')('has a text with an error output, too', async () => {
		service.reply = () => ({ status: 404, body: { ok: false, message: 'No such company' } });
		const tool = { ...get, onError: 'continueErrorOutput' as const };
		const { error } = await call(tool, { id: COMPANY.id });
		expect(error).toMatch(/No such company/);
		if (by === 'engine') expect(JSON.parse(error as string)).toMatchObject({ retry: 'yes' });
	});

	describe('arguments', () => {
		const bodies = () =>
			service.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
		beforeEach(() => {
			service.reply = ({ method }) =>
				method === 'POST'
					? { body: { ok: true, company_id: COMPANY.id } }
					: { body: { data: [COMPANY], total: 1 } };
		});

		it.each([
			...['null', 'None', 'undefined', 'N/A', 'n.a.', 'TBD', 'unknown', '<UNKNOWN>', '(none)'],
			...['-', '??', 'not provided', '""', '{{ $json.email }}', '[object Object]', '{}', '\u200B'],
		])('leaves %s out', async (word) => {
			const result = await call(create, { name: 'Acme', email: word, external_id: 'a-1' });
			expect(bodies()).toEqual([{ name: 'Acme', external_id: 'a-1' }]);
			expect(result.hint).toBe(`email was left out: "${word}" is a word for nothing.`);
		});

		itSince('errorDetails').each(['name', 'external_id'])(
			'refuses null for the %s',
			async (key) => {
				const args = { name: 'Acme', email: 'a@b.de', external_id: 'a-1' };
				expect(await call(create, { ...args, [key]: 'null' })).toMatchObject({
					error: expect.stringContaining('"null"'),
					do: expect.stringContaining(`Correct the argument ${key}`),
					retry: 'yes',
				});
				expect(bodies()).toEqual([]);
				await call(create, { ...args, [key]: '"null"' });
				expect(bodies()).toEqual([{ ...args, [key]: 'null' }]);
			},
		);

		it('clears nothing of a record by such a word', async () => {
			const fields = mapped({ name: ai('name'), email: ai('email') });
			const tool = { type: 'Company', parameters: { ...rename, fields } };
			await call(tool, { id: COMPANY.id, name: 'Acme', email: 'null' });
			expect(service.requests.map(({ body }) => body)).toEqual([{ name: 'Acme' }]);
		});

		it('keeps such a word that a person has fixed', async () => {
			const fields = mapped({ name: ai('name'), email: 'None' });
			await call({ ...create, parameters: { operation: 'create', fields } }, { name: 'Acme' });
			expect(bodies()).toEqual([{ name: 'Acme', email: 'None' }]);
		});

		it.each([{}, { limit: '', all: '', q: '' }, { limit: 'null', all: 'None', q: 'n/a' }])(
			'takes the default for %j',
			async (args) => {
				// Inside an agent n8n asks for every argument itself.
				if (by === 'agent' && !('limit' in args)) return;
				const asked = { returnAll: ai('all'), limit: ai('limit'), filters: { search: ai('q') } };
				const parameters = { operation: 'getAll', ...asked };
				const result = await call({ type: 'Company', parameters }, args as IDataObject);
				expect(result).toMatchObject({ records: [{ id: COMPANY.id }], shown: 1 });
				expect(service.requests[0].query).not.toHaveProperty('search');
			},
		);

		it('sends nothing of the item', async () => {
			const options = { reading: { unknownColumns: 'send' } };
			const parameters = { operation: 'create', fields: mapped({ name: ai('name') }), options };
			await call({ type: 'Company', parameters }, { name: 'Acme', sessionId: 's-1' });
			expect(bodies()).toEqual([{ name: 'Acme' }]);
			const fields = { mappingMode: 'autoMapInputData', value: {} };
			const byName = { operation: 'create', fields };
			const result = await call({ type: 'Company', parameters: byName }, { name: 'Acme' });
			expect(result).toMatchObject({ retry: 'no' });
			expect(bodies()).toHaveLength(1);
		});

		it('leaves blank rows out, and words for nothing in JSON', async () => {
			const lines = '[{}, {"itemExternalId": "s-1", "quantity": 2, "price": "null"}]';
			await call(orderWithLines, { id: 'o-1', lines });
			expect(bodies()).toEqual([
				{ order: { externalId: 'o-1', items: [{ itemExternalId: 's-1', quantity: 2 }] } },
			]);
		});

		itSince('errorDetails').each(['', 'null', '{}', '[]', '[null]', '[{}]', '[{"price": "TBD"}]'])(
			'sends no order for the lines %s',
			async (lines) => {
				expect(await call(orderWithLines, { id: 'o-1', lines })).toMatchObject({
					error: expect.stringMatching(/^Line Items is (required|an empty list)/),
					do: expect.stringContaining('Correct the argument lines.'),
					retry: 'yes',
				});
				expect(bodies()).toEqual([]);
			},
		);

		itSince('errorDetails')('says what a number or a date could mean', async () => {
			const fields = mapped({ amount: ai('amount'), due_date: ai('due') });
			const tool = { type: 'Expense', parameters: { operation: 'create', fields } };
			for (const args of [
				{ amount: '1,200', due: '' },
				{ amount: '1', due: '03/04/2026' },
			]) {
				const result = await call(tool, args);
				expect(result.error).toMatch(/could mean .* or .*\d/);
			}
			expect(bodies()).toEqual([]);
		});

		itSince('errorDetails')('takes no name of another address for an ID', async () => {
			const recordId = byId(ai('id'));
			for (const [type, id] of Object.entries({ Workflow: 'actions', Deal: 'pipelines' })) {
				const result = await call({ type, parameters: { operation: 'get', recordId } }, { id });
				expect(result).toMatchObject({ error: expect.stringContaining(`"${id}" is no ID`) });
			}
			expect(service.requests).toEqual([]);
		});

		it('reads JSON in a fence, and one object for a list', async () => {
			const lines = '```json\n{"itemExternalId": "s-1", "quantity": "2"}\n```';
			await call(orderWithLines, { id: 'o-1', lines });
			expect(bodies()).toEqual([
				{ order: { externalId: 'o-1', items: [{ itemExternalId: 's-1', quantity: 2 }] } },
			]);
		});
	});
});

it('on the canvas all stays as it is', async () => {
	service.reply = () => ({ body: { ok: true, company_id: COMPANY.id } });
	const { items } = await runNode('company', 'create', {
		fields: mapped({ name: 'null', email: 'None' }),
	});
	expect(service.requests[0].body).toEqual({ name: 'null', email: 'None' });
	expect(items[0].json).not.toHaveProperty('hint');
	service.reply = () => ({ status: 404, body: { ok: false, message: 'No such company' } });
	const { errorText } = await runNode('company', 'get', { recordId: byId(COMPANY.id) });
	expect(errorText).toContain('Check the ID');
});
