/** What differs is written, what is the same is not, and what was done is what the response says. */
import type { IDataObject } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { jsonOf } from '../../../../testing/runNode';
import type { Received, Reply } from '../../../../testing/services/customService';
import { useCustomService, useEngine } from '../../../../testing/setUp';
import { fill, outcomes, row, rowsOf, table, useSync } from './syncTable';

const { service, sync, writes } = useSync({ mode: 'upsert' });
const other = useCustomService();
const { runNode } = useEngine(other);

/** The table works on every request; the response may be another. */
const answering = (change: (request: Received) => Reply | undefined) => {
	const { reply } = table;
	service.reply = (request) => {
		const given = reply(request);
		return change(request) ?? given;
	};
};

/** A service with these records of another kind, which takes every write. */
const serving = (...records: IDataObject[]) => {
	other.reply = ({ method, path }) => {
		if (method !== 'GET') return { body: { ok: true, status: 'updated', ctx_id: 'c' } };
		if (!/s$/.test(path)) return { body: records[0] };
		const page = { data: records, page: 1, count: records.length, total: records.length };
		return { body: path.endsWith('invoices') ? records : page };
	};
};
const sent = () => other.requests.filter(({ method }) => method !== 'GET');

describe('a day, a time or a number that the list shows in another form', () => {
	it.each([
		['start_date', '2026-06-30', '2025-12-31T00:00:00Z', 'updated', false],
		['start_date', '2026-06-30', '2026-06-30T00:00:00Z', 'unchanged', false],
		['start_date', '2026-06-30', '2026-06-29T15:00:00Z', 'updated', true],
		['start_date', '2026-06-30', '2025-12-31 10:00:00', 'updated', false],
		['start_date', '2026-06-30', '31/12/2025', 'updated', true],
		['total_price', 12.5, 'EUR 12.50', 'updated', true],
		['currency', 'EUR', { code: 'USD' }, 'updated', true],
	])('%s %j, shown as %j: %s', async (name, value, shown, outcome, isUnsure) => {
		const record = { id_inv: 7, [name]: shown };
		serving(record, { id_inv: 8, [name]: shown });
		const run = await runNode(
			'invoice',
			'sync',
			{ mode: 'upsert', matchBy: 'id_inv', ...fromItem },
			{ items: [{ id_inv: 7, [name]: value }] },
		);
		expect(outcomes(run.items)).toEqual([outcome]);
		const update = async (options: IDataObject) =>
			await runNode('invoice', 'update', {
				...{ ...byId('7'), ...mapped({ [name]: value }) },
				options: { onlyIfDifferent: true, ...options },
			} as never);
		const updated = await update({});
		expect(updated.items[0].json.changed).toBe(outcome === 'updated');
		for (const { hints } of [run, updated]) {
			expect(hints.join().includes('in a form that cannot be compared')).toBe(isUnsure);
		}
		const ignoring = await update({ ignoreFields: name });
		expect(ignoring.items[0].json.changed).toBe(false);
		expect(ignoring.hints.join()).not.toContain('cannot be compared');
	});
});

describe('external IDs of records that have none yet', () => {
	it.each([
		['null', { external_id: null }],
		['empty', { external_id: '' }],
		['nothing', {}],
	])('are written where the list shows %s', async (_, own) => {
		for (const at of [1, 2])
			table.add({ name: `Company ${at}`, email: `e${at}@x.example`, ...own });
		const items = [1, 2].map((at) => ({ ...row(at), email: `E${at}@x.example` }));
		const first = await sync(items, { matchBy: 'email' });
		expect(jsonOf(first.items).map(({ changes }) => changes)).toEqual(
			[1, 2].map((at) => ({ external_id: { from: null, to: `erp-${at}` } })),
		);
		expect(first.hints.join()).not.toContain('neither the list nor Get');
		expect(outcomes((await sync(items, { matchBy: 'email' })).items)).toEqual(
			Array(2).fill('unchanged'),
		);
		table.listHides = table.getHides = ['external_id'];
		const hidden = await sync(items, { matchBy: 'email' });
		expect(outcomes(hidden.items)).toEqual(['unchanged', 'unchanged']);
		expect(hidden.hints.join()).toContain('neither the list nor Get shows it: External ID');
	});
});

describe('a service that stores another value than was sent', () => {
	beforeEach(() => {
		fill(2);
		answering(({ method, body }) => {
			if (method === 'GET') return undefined;
			const own = table.companies.find(
				({ external_id: id }) => id === (body as IDataObject).external_id,
			)!;
			own.phone_number = '+1 555';
			return { body: { ok: true, status: 'updated', ctx_id: 'c', data: { ...own } } };
		});
	});

	it('is named with field, sent, stored and what to set; a field to ignore is sent, not compared', async () => {
		const items = [row(0, { phone_number: '1555' }), row(1, { phone_number: '1556' })];
		const first = await sync(items);
		const said = first.hints.filter((hint) => hint.includes('stored "+1 555"'));
		expect(said).toHaveLength(1);
		expect(said[0]).toContain('Phone Number: sent "1555"');
		expect(said[0]).toContain('Ignore Fields');
		// A person sets it back, and the next run corrects it.
		table.companies[0].phone_number = '0';
		expect((await sync([items[0]])).items[0].json.changes).toEqual({
			phone_number: { from: '0', to: '1555' },
		});
		for (const ignoreFields of ['phone_number', 'Phone Number']) {
			const rest = await sync(items, { options: { ignoreFields } });
			expect(outcomes(rest.items)).toEqual(['unchanged', 'unchanged']);
		}
		service.requests.length = 0;
		const options = { ignoreFields: 'phone_number' };
		const named = await sync([{ ...items[0], name: 'New' }], { options });
		expect(named.items[0].json.changes).toEqual({ name: { from: 'Company 0', to: 'New' } });
		expect(writes()[0].body).toMatchObject({ phone_number: '1555' });
		expect(named.hints.join()).not.toContain('stored');
		const wrong = await sync(items, { options: { ignoreFields: 'fone' } });
		expect(wrong.errorText).toContain('Ignore Fields: the company has no field "fone"');
	});
});

describe('websites, emails and names', () => {
	const outcome = async (field: string, key: string, ...there: string[]) => {
		for (const each of there) table.add({ name: 'A', [field]: each });
		const item = { name: 'A', [field]: key };
		return outcomes((await sync([item], { matchBy: field })).items)[0];
	};

	it.each([
		['url', 'https://acme.example/?id=2', 'https://acme.example/?id=1', 'created'],
		['url', 'acme.example/b#x', 'acme.example/b#y', 'created'],
		['url', 'http://ACME.example', 'https://www.acme.example/', 'unchanged'],
		['url', 'acme.example/Shop', 'acme.example/shop', 'ambiguous'],
		['email', 'ADA@x.example', 'ada@X.example', 'unchanged'],
		['name', ' Cafe\u0301\u200b', 'Caf\u00e9', 'unchanged'],
		['name', 'ACME', 'Acme', 'ambiguous'],
		['phone_number', '0042', '42', 'ambiguous'],
		['phone_number', '4-2', '42', 'created'],
	])('%s %s beside %s is %s', async (field, key, there, expected) => {
		expect(await outcome(field, key, there)).toBe(expected);
	});

	it('has a query that changes written', async () => {
		table.add(row(1, { url: 'acme.example/?id=1' }));
		const run = await sync([row(1, { url: 'acme.example/?id=2' })]);
		expect(run.items[0].json.changes).toMatchObject({ url: { to: 'acme.example/?id=2' } });
	});

	it.each([
		[{ name: 'Ada' }, { name: 'Ada', last_name: 'Lovelace' }, false],
		[{ name: 'Ada', last_name: 'Lovelace' }, { name: 'Ada Lovelace', last_name: null }, true],
		[{ name: 'Ada Lovelace' }, { name: 'Ada', last_name: 'Lovelace' }, true],
		[{ name: 'Ada' }, { name: 'Ada', last_name: '' }, true],
	])('a contact %j, there %j: the same › %s', async (item, there, isSame) => {
		serving({ ...there, id: 'uuid-1', contact_id: 1, email: 'old@x.example' });
		const items = [{ ...item, email: 'new@x.example' }];
		const how = { ...fromItem, mode: 'upsert', matchBy: 'name' };
		const synced = await runNode('contact', 'sync', how, { items });
		expect(synced.items[0].json.changes).toMatchObject({
			email: { from: isSame ? 'old@x.example' : null },
		});
		const found = { ...fromItem, findBy: 'name', whenFound: 'update' };
		await runNode('contact', 'findOrCreate', found, { items });
		expect(sent().map(({ method }) => method)).toEqual(Array(2).fill(isSame ? 'PUT' : 'POST'));
	});
});

describe('keys that differ by case or leading zeros', () => {
	it.each([
		['new rows', ['SKU-A', 'sku-a', '007', '7'], [], 'created,created,created,created'],
		['rows with their records', ['A', 'a'], ['A', 'a'], 'unchanged,unchanged'],
		['a record with a row of its own', ['A', 'a'], ['A'], 'unchanged,created'],
		['a record without one', ['B', 'a'], ['A'], 'created,ambiguous'],
		['other signs', ['2026-1-12', 'SKU-1.0'], ['2026-11-2', 'SKU-1'], 'created,created'],
	])('%s', async (_, keys, there, expected) => {
		for (const key of there) table.add({ external_id: key, name: 'N' });
		const run = await sync(keys.map((key) => ({ external_id: key, name: 'N' })));
		expect(outcomes(run.items).join()).toBe(expected);
	});
});

describe('what the response says', () => {
	it.each(['createOnly', 'upsert'])('is the outcome in %s', async (mode) => {
		fill(1);
		let isMade = false;
		answering(({ method }) => {
			if (method === 'GET' && !isMade) isMade = Boolean(table.add(row(5, { name: 'Theirs' })));
			return undefined;
		});
		const { items, hints } = await sync([row(5), row(6)], { mode });
		expect(outcomes(items)).toEqual(['updated', 'created']);
		expect(items[0].json.reason).toContain('instead of what was planned');
		expect(hints.join()).toContain('1 created, 1 updated');
	});

	it('is what Find or Create says', async () => {
		serving();
		const items = [{ name: 'Ada', email: 'a@x.example' }];
		const parameters = { ...fromItem, findBy: 'email' };
		const found = await runNode('contact', 'findOrCreate', parameters, { items });
		expect(found.items[0].json.created).toBe(false);
	});
});

describe('a value that another record holds', () => {
	it.each([
		[422, { message: 'Email has already been taken' }],
		[409, { message: 'Conflict' }],
	])('is refused with %s, and the record is named', async (status, body) => {
		const old = table.add({ external_id: 'old', name: 'N', email: 'a@x.example' });
		fill(20);
		const { reply } = table;
		service.reply = (request) => {
			if (request.method === 'POST') return { status, body };
			if (!request.query.search) return reply(request);
			return { body: { data: [old], page: 1, count: 1, total: 1 } };
		};
		const items = [...rowsOf(20), { external_id: 'new', name: 'N', email: 'A@x.example' }];
		const run = await sync(items, { mode: 'mirror' });
		expect(run.items[20].json).toMatchObject({
			outcome: 'rejected',
			_error: expect.stringContaining(`the company ${old.id} has the same Email`) as unknown,
			_remedy: expect.stringContaining('archive it, and run again') as unknown,
		});
	});
});

describe('a row with its key alone', () => {
	it.each([
		['Company ID', 'company_id', (at: number) => at + 1],
		['company_id', 'company_id', (at: number) => String(at + 1)],
		['ID', 'id', (at: number) => table.companies[at].id],
		['External ID', 'external_id', (at: number) => `erp-${at}`],
	])('is a row: %s', async (column, matchBy, keyOf) => {
		fill(30);
		const items = Array.from({ length: 29 }, (_, at) => ({ [column]: keyOf(at) }));
		const options = { reading: { unknownColumns: 'fail' } };
		const run = await sync(items, { mode: 'mirror', matchBy, options });
		expect(run.errorText).toBe('');
		expect(run.hints.join()).not.toMatch(/Column Names|Ignored unknown/);
		expect(outcomes(run.items)).toEqual([...Array(29).fill('unchanged'), 'archived']);
		expect(table.companies).toHaveLength(29);
	});

	it('is created where there is none, if the service does not give it', async () =>
		expect(outcomes((await sync([{ external_id: 'new' }])).items)).toEqual(['created']));
});
