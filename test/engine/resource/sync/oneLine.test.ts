import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { measureAhead } from '../../../../testing/fakeOnly';
import { fromItem } from '../../../../testing/parameters';
import type { RunNodeOptions } from '../../../../testing/runNode';
import { useSandboxEngine, useCustomEngine } from '../../../../testing/setUp';
import { outcomes } from './syncTable';

/** Kinds of records, by what they are looked for, and the rows of one. */
const KINDS: Array<[string, string, string, (at: number) => IDataObject]> = [
	['contact', 'contacts', 'email', (at) => ({ name: `N ${at}`, email: `n${at}@line.example` })],
	['contact', 'contacts', 'name', (at) => ({ name: `Name ${at}` })],
	['company', 'companies', 'url', (at) => ({ name: `C ${at}`, url: `c${at}.line.example` })],
	['deal', 'deals', 'external_id', (at) => ({ external_id: `line-${at}`, name: `D ${at}` })],
	['invoice', 'invoices', 'external_id', (at) => ({ external_id: `line-${at}`, notes: 'N' })],
];
const rowsOf = (rowOf: (at: number) => IDataObject) => [0, 1, 2, 3].map(rowOf);
const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
const sync = (matchBy: string, more: INodeParameters = {}) => ({
	...{ ...fromItem, mode: 'upsert', matchBy },
	...more,
});

describe('Syncs of one object and credential at once', () => {
	const { sandbox, runNode, storedCredentials } = useSandboxEngine();
	const start = async () => {
		const credentials = await storedCredentials();
		sandbox.setFaults({ faults: [{ kind: 'latency', ms: 500 }] });
		return async (
			[resource, , matchBy, rowOf]: (typeof KINDS)[number],
			more?: INodeParameters,
			options: RunNodeOptions = {},
		) =>
			await runNode(resource, 'sync', sync(matchBy, more), {
				...{ items: rowsOf(rowOf), credentials },
				...options,
			} as object);
	};

	it.each(KINDS.flatMap((kind) => [100, 700].map((gap) => [...kind, gap] as const)))(
		'make no %s twice: %s by %s',
		async (resource, object, matchBy, rowOf, gap) => {
			const run = await start();
			const before = sandbox.records(object).length;
			const first = run([resource, object, matchBy, rowOf]);
			await pause(gap);
			const second = await run([resource, object, matchBy, rowOf]);
			expect(outcomes((await first).items)).toEqual(Array(4).fill('created'));
			expect(outcomes(second.items)).toEqual(Array(4).fill('unchanged'));
			expect(second.hints.join()).toMatch(/Waited \d+\.\d seconds for another Sync of /);
			expect(sandbox.records(object)).toHaveLength(before + 4);
		},
	);

	it('let three wait, and refuse the fourth with what runs; a dry run does not wait', async () => {
		const run = await start();
		const all = [run(KINDS[0])];
		await pause(50);
		all.push(...[1, 2, 3].map(async () => await run(KINDS[0])));
		await pause(50);
		const fourth = await run(KINDS[0]);
		expect(fourth.errorText).toMatch(
			/3 Syncs of contacts wait already. Workflow "workflow-\d+", execution \d+, runs since \d{4}-/,
		);
		expect(fourth.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		const dry = { dryRun: true };
		const others = await Promise.all([run(KINDS[2], dry), run(KINDS[0], dry)]);
		expect(others.map(({ errorText, hints }) => [errorText, /Waited/.test(hints.join())])).toEqual(
			Array(2).fill(['', false]),
		);
		await Promise.all(all);
		expect(outcomes((await run(KINDS[0])).items)).toEqual(Array(4).fill('unchanged'));
	});

	it.each([
		['is stopped', { cancelAfterMs: 300 }],
		['was stopped', { signal: AbortSignal.abort() }],
	])('leave the line when one %s', async (_, stopped) => {
		const run = await start();
		const first = run(KINDS[0]);
		await pause(50);
		const cancelled = run(KINDS[0], {}, stopped);
		await pause(400);
		const others = [1, 2, 3].map(async () => await run(KINDS[0]));
		expect((await cancelled).status).toBe('canceled');
		for (const each of [await first, ...(await Promise.all(others))])
			expect(each.errorText).toBe('');
		expect((await run(KINDS[0])).hints.join()).not.toContain('Waited');
	});

	it('leave the line when one fails', async () => {
		const run = await start();
		sandbox.setFaults({ faults: [{ kind: 'error', status: 401 }] });
		expect((await run(KINDS[0])).errorText).not.toBe('');
		sandbox.setFaults({ faults: [] });
		const next = await run(KINDS[0]);
		expect([next.errorText, next.hints.join().includes('Waited')]).toEqual(['', false]);
	});
});

describe('what was created lately', () => {
	const { service, runNode, storedCredentials } = useCustomEngine();
	type Row = IDataObject & { id: string };
	let rows: Row[] = [];
	/** What Get responds of a record, where it is not the record. */
	let get: (row: Row) => { status?: number; body?: unknown } | undefined;
	/** Done before a list is shown. */
	let onList = () => {};
	let shows: (row: Row) => boolean;
	/** Rows of others in the list. */
	let others = 1;
	let run: (...given: Parameters<typeof runNode>) => ReturnType<typeof runNode>;
	let ahead = 0;
	beforeAll(() => void measureAhead(() => ahead));
	afterAll(() => jest.restoreAllMocks());
	beforeEach(async () => {
		[rows, ahead, others] = [[], 0, 1];
		get = () => undefined;
		onList = () => {};
		// The list is so late that it shows nothing in these tests.
		shows = () => false;
		service.reply = ({ method, path, body, query }) => {
			const [object, id] = path.split('/').slice(3);
			const found = rows.find((row) =>
				query.external_id === undefined ? row.id === id : row.external_id === query.external_id,
			);
			if (method === 'POST') {
				rows.push({ ...(body as IDataObject), id: `made-${rows.length}` });
				return { body: { ok: true, status: 'created', id: rows.at(-1)?.id } };
			}
			if (id === undefined) {
				onList();
				const old = Array.from({ length: others }, (_, at) => ({
					...{ id: `old-${at}`, email: `${at}@o.example`, name: `O ${at}`, url: `o-${at}.example` },
				}));
				const data = [...old, ...rows.filter(shows)].map((row) => ({
					external_id: `x-${row.id}`,
					...row,
				}));
				const isPaged = ['contacts', 'companies'].includes(object);
				return { body: isPaged ? { data, total: data.length } : data };
			}
			if (!found && id.startsWith('old-') && !query.external_id) return { body: { id } };
			if (!found) return { status: 404, body: { message: 'No such record', ctx_id: 'c' } };
			if (method === 'PUT') Object.assign(found, body);
			else return get(found) ?? { body: found };
			return { body: { ok: true, status: 'updated', id: found.id } };
		};
		const credentials = await storedCredentials();
		run = async (type, operation, parameters, options) =>
			await runNode(type, operation, parameters, { credentials, ...options });
	});
	const runSync = async ([resource, , matchBy, rowOf]: (typeof KINDS)[number], more = {}) =>
		await run(resource, 'sync', sync(matchBy, more), { items: rowsOf(rowOf) });
	const find = async ([resource, , findBy, rowOf]: (typeof KINDS)[number], more = {}) =>
		await run(resource, 'findOrCreate', { ...fromItem, findBy, ...more }, { items: rowsOf(rowOf) });
	const created = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.created);

	it.each(KINDS)(
		'is not made again while the list does not show it: %s of %s by %s',
		async (...kind) => {
			expect(outcomes((await runSync(kind)).items)).toEqual(Array(4).fill('created'));
			ahead = 9.5 * 60_000;
			const dry = await runSync(kind, { dryRun: true });
			const again = await runSync(kind);
			for (const { items } of [dry, again])
				expect(outcomes(items)).toEqual(Array(4).fill('unchanged'));
			expect(created((await find(kind)).items)).toEqual(Array(4).fill(false));
			expect(rows).toHaveLength(4);
			rows = [];
			expect(created((await find(kind)).items)).toEqual(Array(4).fill(true));
			expect(created((await find(kind)).items)).toEqual(Array(4).fill(false));
			expect(outcomes((await runSync(kind)).items)).toEqual(Array(4).fill('unchanged'));
			expect(rows).toHaveLength(4);
		},
	);

	it.each([
		['update what differs', 'upsert', 'updated', 'New'],
		['leave it', 'createOnly', 'skipped', 'N 0'],
		['update it in Mirror', 'mirror', 'updated', 'New'],
	])('is the target: %s (%s)', async (_, mode, outcome, name) => {
		await runSync(KINDS[0]);
		const kind: (typeof KINDS)[number] = ['contact', '', 'email', (at) => KINDS[0][3](at)];
		kind[3] = (at) => ({ ...KINDS[0][3](at), ...(at === 0 && { name: 'New' }) });
		const options = { guards: { maxArchivedPercent: 100 } };
		const { items } = await runSync(kind, { mode, options });
		const rest = mode === 'createOnly' ? 'skipped' : 'unchanged';
		expect(outcomes(items).slice(0, 4)).toEqual([outcome, rest, rest, rest]);
		if (outcome === 'updated')
			expect(items[0].json.changes).toEqual({ name: { from: 'N 0', to: 'New' } });
		expect(rows.map((row) => row.name)).toEqual([name, 'N 1', 'N 2', 'N 3']);
	});

	it('is compared by what it shows itself where the list is empty', async () => {
		others = 0;
		await runSync(KINDS[0]);
		const [object, text, field, rowOf] = KINDS[0];
		// The documentation shows no status of contacts.
		const withStatus = (at: number) => ({ ...rowOf(at), status: 'new' });
		for (const row of rows) row.status = 'old';
		const { items } = await runSync([object, text, field, withStatus]);
		expect(outcomes(items)).toEqual(Array(4).fill('updated'));
		expect(rows.map(({ status }) => status)).toEqual(Array(4).fill('new'));
	});

	it('is left by Create Only and Only on Create where rows are matched by the key of the service', async () => {
		const kind = (name: string): (typeof KINDS)[number] => [
			...(['company', '', 'external_id'] as const),
			(at) => ({ external_id: `key-${at}`, name: `${name} ${at}` }),
		];
		await runSync(kind('N'));
		const again = await runSync(kind('New'), { mode: 'createOnly' });
		const rule = { field: 'name', rule: 'onlyOnCreate' };
		const rules = await runSync(kind('New'), { options: { fieldRules: { rule: [rule] } } });
		expect(outcomes(again.items)).toEqual(Array(4).fill('skipped'));
		expect(outcomes(rules.items)).toEqual(Array(4).fill('unchanged'));
		expect(rows.map(({ name }) => name)).toEqual(['N 0', 'N 1', 'N 2', 'N 3']);
	});

	const getShows = (more: IDataObject) => () => (get = (row) => ({ body: { ...row, ...more } }));
	const refusal = { status: 403, body: { message: 'No' } };
	it.each<[string, () => unknown, string, number]>([
		['after ten minutes', () => (ahead = 10.5 * 60_000), 'created', 8],
		['where it is gone', () => (rows = []), 'created', 4],
		['where it is archived', getShows({ archived: true }), 'created', 8],
		['where Get refuses', () => (get = () => refusal), 'ambiguous', 4],
		['where it has another value', getShows({ email: 'other@line.example' }), 'ambiguous', 4],
	])('counts for what Get says: %s', async (_, change, outcome, count) => {
		await runSync(KINDS[0]);
		change();
		const { items } = await runSync(KINDS[0]);
		expect(outcomes(items)).toEqual(Array(4).fill(outcome));
		expect(rows).toHaveLength(count);
		if (outcome === 'created') return;
		expect(items[0].json.reason).toContain('n8n created the contact made-0 with the Email');
		expect((await find(KINDS[0])).errorText).toContain('n8n created the contact made-0');
		expect(rows).toHaveLength(count);
	});

	it('is what Find or Create makes while Sync reads', async () => {
		let started: Promise<unknown> | undefined;
		onList = () => {
			started ??= find(KINDS[0]);
		};
		const { items } = await runSync(KINDS[0]);
		const found = (await started) as Awaited<ReturnType<typeof find>>;
		const all = [
			...outcomes(items).map((outcome) => outcome === 'created'),
			...created(found.items),
		];
		expect(all.filter(Boolean)).toHaveLength(4);
		expect(rows).toHaveLength(4);
	});

	it('is nothing of another object, workspace or credential', async () => {
		await runSync(KINDS[3]);
		const options = { requests: { workspaceId: 'other' } };
		rows = [];
		expect(outcomes((await runSync(KINDS[3], { options })).items)).toEqual(
			Array(4).fill('created'),
		);
		expect(service.requests.filter(({ path }) => path.includes('made-'))).toEqual([]);
	});

	it.each(KINDS.slice(3))(
		'or long ago is looked up where one request does it, and no count proves the list: %s',
		async (...kind) => {
			await runSync(kind);
			ahead = 11 * 60_000;
			expect(outcomes((await runSync(kind, { dryRun: true })).items)).toEqual(
				Array(4).fill('unchanged'),
			);
			expect(outcomes((await runSync(kind)).items)).toEqual(Array(4).fill('unchanged'));
			expect(rows).toHaveLength(4);
		},
	);

	it('is looked up where the list may be cut off, and created where it is not there', async () => {
		others = 100;
		await runSync(KINDS[3]);
		ahead = 11 * 60_000;
		expect(outcomes((await runSync(KINDS[3])).items)).toEqual(Array(4).fill('unchanged'));
	});

	it('is unknown where the list may be cut off, and the service ignores external IDs', async () => {
		others = 100;
		const { reply } = service;
		// The list has a second page, so that it is not whole.
		service.reply = (request) =>
			request.query.page ? { body: [{ id: 'more' }] } : reply({ ...request, query: {} });
		const { items } = await runSync(KINDS[3]);
		expect(outcomes(items)).toEqual(Array(4).fill('ambiguous'));
		expect(items[0].json.reason).toContain('not certain which deal has the external ID "line-0"');
		expect(rows).toEqual([]);
	});
});
