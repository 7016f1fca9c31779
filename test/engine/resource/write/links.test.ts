import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fromItem } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';
import type { Received } from '../../../../testing/services/customService';

const { service, runNode } = useCustomEngine();

const COMPANIES = Array.from({ length: 50 }, (_, at) => ({
	id: `c-${at}`,
	company_id: at + 1,
	name: `Works ${at}`,
	url: `https://www.works-${at}.example/`,
	email: `office@works-${at}.example`,
}));
const CONTACTS = [{ id: 'p-1', contact_id: 1, name: 'Ada', email: 'ada@works-1.example' }];
const TWINS = ['t-1', 't-2'].map((id) => ({ id, name: 'Twin', url: `${id}.example`, email: null }));
const GONE = { id: 'g-1', name: 'Gone', url: 'gone.example', archived: true };

/** Lists are searched as the service does, in every field; all else is written. */
function reply({ method, path, query }: Received) {
	if (method !== 'GET') return { body: { ok: true, status: 'created', case_id: 'd-1' } };
	const all: IDataObject[] = path.endsWith('contacts') ? CONTACTS : [...COMPANIES, ...TWINS, GONE];
	const text = (query.search ?? '').toLowerCase();
	const data = all.filter((row) => JSON.stringify(row).toLowerCase().includes(text));
	const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 20)];
	const rows = data.slice((page - 1) * limit, page * limit);
	return { body: { data: rows, page, count: rows.length, total: data.length, message: 'OK' } };
}

beforeEach(() => {
	service.reply = reply;
});

async function write(
	items: object[],
	parameters: INodeParameters = {},
	[node, operation] = ['deal', 'create'],
) {
	const given = { items, onError: 'continueErrorOutput' } as const;
	const run = await runNode(node, operation, { ...fromItem, ...parameters }, given);
	const lookUps = run.requests.filter(({ method }) => method === 'GET');
	const sent = run.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
	return { ...run, lookUps, sent: sent as IDataObject[] };
}
const ifMissing = (value: string) => ({
	options: { reading: { ifMissing: value }, requests: { maxParallelRequests: 1 } },
});

describe('links by what a person knows', () => {
	it.each([
		['deal', 'name', 'companyId', (at: number) => `c-${at}`],
		['contact', 'last_name', 'company', (at: number) => `Works ${at}`],
	] as const)(
		'looks each of 20 companies up once for 100 records (%s), however its website is written',
		async (node, named, linked, valueOf) => {
			const spellings = [
				(at: number) => `works-${at}.example`,
				(at: number) => `HTTPS://www.Works-${at}.example/`,
			];
			const items = Array.from({ length: 100 }, (_, at) => ({
				[named]: `Number ${at}`,
				'Company Website': spellings[Math.floor(at / 20) % 2](at % 20),
			}));
			const { lookUps, sent, failed } = await write(items, {}, [node, 'create']);
			expect(failed).toEqual([]);
			expect(lookUps).toHaveLength(20);
			const number = (record: IDataObject) => Number(String(record[named]).slice('Number '.length));
			expect(sent.sort((one, other) => number(one) - number(other))).toEqual(
				items.map((item, at) => ({ [named]: item[named], [linked]: valueOf(at % 20) })),
			);
		},
	);

	it('searches once for names that have their longest word in common', async () => {
		const items = Array.from({ length: 100 }, (_, at) => ({
			name: `Deal ${at}`,
			'Company Name': `works  ${at % 50}`,
		}));
		const { lookUps, sent } = await write(items);
		expect(sent.map(({ companyId }) => companyId).sort()).toEqual(
			items.map((_, at) => `c-${at % 50}`).sort(),
		);
		expect(lookUps.length).toBeLessThan(5);
	});

	it.each([
		['a name', { 'Account Name': 'works 7' }, { companyId: 'c-7' }],
		['an email', { 'Company Email': 'Office@works-8.example' }, { companyId: 'c-8' }],
		['the email of a contact', { 'Customer Email': 'ADA@works-1.example' }, { contactId: 'p-1' }],
		[
			'what tells most',
			{ 'Company Name': 'Works 7', 'Company URL': 'works-9.example' },
			{ companyId: 'c-9' },
		],
	])('links by %s', async (_, columns, expected) => {
		const { sent } = await write([{ Deal: 'D', name: 'D', ...columns }]);
		expect(sent).toEqual([{ name: 'D', ...expected }]);
	});

	it.each([
		['an ID', { companyId: 'own' }],
		['an external ID', { companyExternalId: 'own' }],
	])('looks nothing up beside %s', async (_, id) => {
		const { sent, lookUps } = await write([{ name: 'D', ...id, 'Company Name': 'Works 7' }]);
		expect(sent).toEqual([{ name: 'D', ...id }]);
		expect(lookUps).toEqual([]);
	});

	it.each([
		['nobody has it', 'Work', 'no company has the name "Work"'],
		['several have it', 'Twin', '2 companies have the name "Twin": t-1, t-2'],
		['it is archived', 'Gone', 'no company has the name "Gone"'],
	])(
		'never guesses: where %s the item is rejected, or sent without it',
		async (_, name, reason) => {
			const items = [
				{ name: 'D', 'Company Name': name },
				{ name: 'E', 'Company Name': 'Works 1' },
			];
			const rejecting = await write(items);
			expect(rejecting.failed.map(({ json }) => json.error)).toEqual([
				expect.stringContaining(`Company ID: ${reason}`),
			]);
			expect(rejecting.sent).toEqual([{ name: 'E', companyId: 'c-1' }]);
			const leaving = await write(items, ifMissing('leaveEmpty'));
			expect(leaving.sent).toEqual([{ name: 'D' }, { name: 'E', companyId: 'c-1' }]);
			expect(leaving.hints.join()).toContain('Company ID was left empty in one item: ');
		},
	);

	it('rejects what could not be looked up, whatever If Missing says', async () => {
		service.reply = (request) =>
			request.method === 'GET' ? { status: 403, body: { message: 'no' } } : reply(request);
		const item = { name: 'D', 'Company Name': 'Works 1' };
		const { sent, failed } = await write([item], ifMissing('leaveEmpty'));
		expect([sent, failed.length]).toEqual([[], 1]);
	});

	it('refuses an object in place of an ID, whatever it says of itself', async () => {
		const odd = { toString: 1, valueOf: null };
		const { failed, sent } = await write([{ name: 'One', company_id: odd }, { name: 'Two' }]);
		expect(failed[0].json.error).toMatch(/Company.*expected an ID as text, given .*toString/);
		expect(sent).toEqual([expect.objectContaining({ name: 'Two' })]);
	});

	it('takes a related record by its website', async () => {
		const related = { company: { __rl: true, mode: 'url', value: '={{ $json.site }}' } };
		const items = [{ name: 'D', site: 'works-3.example', 'Company Name': 'Twin' }];
		expect((await write(items, { related })).sent).toEqual([{ name: 'D', companyId: 'c-3' }]);
	});

	it.each(['id', 'externalId', 'url'])('says that nothing was given for it %s', async (mode) => {
		const related = { company: { __rl: true, mode, value: '={{ $json.company }}' } };
		const items = [{ name: 'D' }, { name: 'E', company: null }, { name: 'F', companyId: 'c-1' }];
		const { sent, hints } = await write(items, { related });
		expect(sent).toEqual([{ name: 'D' }, { name: 'E' }, { name: 'F', companyId: 'c-1' }]);
		expect(hints).toEqual([
			'Company was left empty in 2 items: Related Records has no value for it; correct the expression if it should have one.',
		]);
	});

	it('says nothing of a list from which nothing was picked', async () => {
		const related = { company: { __rl: true, mode: 'list', value: '' } };
		expect((await write([{ name: 'D' }], { related })).hints).toEqual([]);
	});

	it('takes a column that was chosen for it, and not what a record shows of its company', async () => {
		const columnNames = { column: [{ name: 'Site', field: 'Company Website' }] };
		const items = [{ name: 'D', Site: 'works-4.example', company_name: 'Twin' }];
		const { sent } = await write(items, { options: { reading: { columnNames } } });
		expect(sent).toEqual([{ name: 'D', companyId: 'c-4' }]);
	});

	it('gives a contact the name that its company has, by the website', async () => {
		const items = [
			{ name: 'Ada', 'Company Domain': 'works-5.example' },
			{ name: 'Bob', 'Company Domain': 'works-6.example', 'Company Name': 'Own' },
		];
		const { sent, lookUps } = await write(items, ifMissing('reject'), ['contact', 'create']);
		expect(sent).toEqual([
			{ name: 'Ada', company: 'Works 5' },
			{ name: 'Bob', company: 'Own' },
		]);
		expect(lookUps).toHaveLength(1);
	});

	it('links what Sync writes', async () => {
		service.reply = (request) => {
			if (request.method !== 'GET' || !request.path.includes('/deals')) return reply(request);
			return request.path.endsWith('/deals') ? { body: [] } : { status: 404, body: {} };
		};
		const items = [
			{ external_id: 'e-1', name: 'D', 'Company Website': 'works-1.example' },
			{ external_id: 'e-2', name: 'E', 'Company Website': 'works-1.example' },
		];
		const parameters = { mode: 'createOnly', matchBy: 'external_id', dryRun: false };
		const { requests } = await write(items, parameters, ['deal', 'sync']);
		const posts = requests.filter(({ method }) => method === 'POST');
		expect(posts.map(({ body }) => (body as IDataObject).companyId)).toEqual(['c-1', 'c-1']);
		expect(requests.filter(({ path }) => path.endsWith('/companies'))).toHaveLength(1);
	});

	it('links orders of Create Many, and rejects those of no company', async () => {
		service.reply = (request) =>
			request.method === 'GET'
				? reply(request)
				: { body: { ok: true, results: [{ external_id: 'o-1', created: true, errors: [] }] } };
		const items = ['Works 1', 'Nobody'].map((name, at) => ({
			externalId: `o-${at + 1}`,
			'Company Name': name,
		}));
		const lines = { itemsSource: 'json', itemsJson: '[{"itemExternalId": "s", "quantity": 1}]' };
		const { sent, failed } = await write(items, lines, ['order', 'createMany']);
		expect(JSON.stringify(sent)).toContain('"companyId":"c-1"');
		expect(JSON.stringify(sent)).not.toContain('o-2');
		expect(failed).toHaveLength(1);
	});
});
