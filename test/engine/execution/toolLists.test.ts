/** Lists for a model: how much of them, what it can ask for, and how it goes on. */
import type { IDataObject } from 'n8n-workflow';

import { agentTypes, askAgent, type ToolNode } from '../../../testing/agent';
import { useCustomEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const { service, n8n, credentials, runNode } = useCustomEngine(agentTypes);

interface Listed {
	records: IDataObject[];
	shown: number;
	total: number | null;
	next: string | null;
	hint?: string;
}

const ask = async (tool: Omit<ToolNode, 'name'>, args: IDataObject = {}) => {
	const named = { ...tool, name: 'tool' };
	const calls = [{ tool: 'tool', args }];
	const { responses } = await askAgent(n8n, credentials(), [named], calls, 'engine');
	expect(responses[0].error).toBeUndefined();
	return responses[0].response?.[0] as unknown as Listed;
};

const list = (type: string, parameters = {}) => ({
	type,
	parameters: {
		operation: 'getAll',
		limit: '={{ $fromAI("limit", "", "number", 50) }}',
		...parameters,
	},
});

/** A service with so many records, that pages where the node asks for pages. */
function serve(records: readonly IDataObject[]) {
	service.reply = ({ query }) => {
		const { page, limit } = query;
		const from = page === undefined ? 0 : (Number(page) - 1) * Number(limit);
		const data = page === undefined ? records : records.slice(from, from + Number(limit));
		return { body: page === undefined ? data : { data, total: records.length } };
	};
}

const companies = (count: number, more: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index) => ({
		id: `c-${index}`,
		name: `Company ${index}`,
		created_at: new Date(index * 1000).toISOString(),
		...more(index),
	}));

const ids = ({ records }: Listed) => records.map(({ id }) => id);

it('a list says how much of it is shown, and goes on behind it', async () => {
	serve(companies(67));
	const first = await ask(list('Company'));
	expect(first).toMatchObject({ shown: 50, total: 67, next: '50' });
	expect(first.records).toHaveLength(50);
	const rest = await ask(list('Company'), { next: first.next });
	expect(rest).toMatchObject({ shown: 17, total: 67, next: null });
	expect(new Set([...ids(first), ...ids(rest)]).size).toBe(67);
});

it('an empty list has no records', async () => {
	serve([]);
	expect(await ask(list('Company'))).toMatchObject({ records: [], shown: 0, total: 0, next: null });
});

it('a list fits into a budget, and what is left out is marked', async () => {
	serve(companies(1000, () => ({ description: 'x'.repeat(5_000) })));
	const all = { returnAll: true, output: 'raw' };
	const result = await ask(list('Company', all));
	expect(JSON.stringify(result).length).toBeLessThan(20_500);
	expect(result.shown).toBeGreaterThan(10);
	expect(result).toMatchObject({ total: 1000, next: String(result.shown) });
	const expected = { id: 'c-0', description: expect.stringMatching(/^x{500}… \(5000 char/) };
	expect(result.records[0]).toMatchObject(expected);
	const small = await ask(list('Company', { ...all, options: { maxCharacters: 2_000 } }));
	expect(JSON.stringify(small).length).toBeLessThan(2_500);
	const { items } = await runNode('company', 'getAll', { ...all, limit: 50 });
	expect(items).toHaveLength(1000);
	expect(items[0].json.description).toHaveLength(5_000);
});

it('a record fits into a budget, with what is essential first', async () => {
	service.reply = () => ({
		body: {
			note: 'x'.repeat(3_000),
			...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field_${n}`, 'y'.repeat(400)])),
			id: 'c-1',
			name: 'Acme',
		},
	});
	const recordId = { __rl: true, mode: 'id', value: 'c-1' };
	const parameters = { operation: 'get', recordId, output: 'raw' };
	const record = (await ask({ type: 'Company', parameters })) as unknown as IDataObject;
	expect(JSON.stringify(record).length).toBeLessThan(20_500);
	const expected = { id: 'c-1', name: 'Acme', '…': expect.stringMatching(/^left out/) };
	expect(record).toMatchObject(expected);
});

itSince('toolArguments')('a model can search, and ask for what has changed', async () => {
	serve(companies(5, (index) => ({ updated_at: `2026-01-0${index + 1}T00:00:00.000Z` })));
	await ask(list('Company'), { search: 'acme' });
	expect(service.requests[0].query).toMatchObject({ search: 'acme' });
	const since = await ask(list('Company'), { changedSince: '2026-01-04T00:00:00Z' });
	expect(ids(since).sort()).toEqual(['c-3', 'c-4']);
	expect(await ask(list('Company'), { changedSince: 'recently' })).toMatchObject({ retry: 'yes' });
	expect(await ask(list('Company'), { next: 'more' })).toMatchObject({
		do: expect.stringMatching(/^Correct the argument next/),
	});
});

it('what the service cannot filter by is compared here', async () => {
	const invoices = Array.from({ length: 120 }, (_, index) => ({
		id: `i-${index}`,
		status: index % 2 ? 'paid' : 'Open',
		company_name: `Company ${index % 3}`,
	}));
	serve(invoices);
	const open = await ask(list('Invoice'), { status: 'open', limit: 40 });
	expect(open).toMatchObject({ shown: 40, total: 60, next: '40' });
	const rest = await ask(list('Invoice'), { status: 'open', limit: 40, next: '40' });
	expect(rest).toMatchObject({ shown: 20, total: 60, next: null });
	const both = await ask(list('Invoice'), { status: 'paid', company: 'company 0' });
	expect(ids(both)).toEqual(invoices.filter((_, n) => n % 2 && n % 3 === 0).map(({ id }) => id));
});

it('is told where only a part was compared', async () => {
	serve(
		Array.from({ length: 1500 }, (_, n) => ({
			id: `o-${n}`,
			status: n % 100 ? 'a' : 'b',
			created_at: new Date(n * 1000).toISOString(),
		})),
	);
	const result = await ask(list('Order'), { status: 'b' });
	expect(result).toMatchObject({ shown: 10, total: null });
	expect(result.hint).toMatch(/Only the first 1000 orders were compared/);
});

it('a tool whose arguments cannot go on says so', async () => {
	serve(companies(67));
	const result = await ask(list('Company', { next: '' }));
	expect(result).toMatchObject({ shown: 50, total: 67, next: null });
	expect(result.hint).toMatch(/There are more/);
});

it('changes have one cursor', async () => {
	serve(companies(3, (index) => ({ updated_at: `2026-01-0${index + 1}T00:00:00.000Z` })));
	const parameters = { operation: 'getChanges' };
	const result = await ask({ type: 'Company', parameters });
	expect(result.records).toHaveLength(3);
	expect(JSON.stringify(result.records)).not.toContain('cursor');
	expect(result.next).toMatch(/./);
});

it('a signed link is not given to a model, unless it is asked for', async () => {
	const link = 'https://files.example.com/a.csv?X-Amz-Signature=abc&X-Amz-Expires=60';
	service.reply = () => ({ body: { id: 't-1', status: 'completed', data_file_url: link } });
	const get = { operation: 'get', recordId: { __rl: true, mode: 'id', value: 't-1' } };
	const result = (await ask({ type: 'Transfer', parameters: get })) as unknown as IDataObject;
	expect(result.data_file_url).toBe('https://files.example.com/a.csv?…');
	const raw = { ...get, output: 'raw' };
	expect(await ask({ type: 'Transfer', parameters: raw })).toMatchObject({ data_file_url: link });
});
