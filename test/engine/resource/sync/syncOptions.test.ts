import type { IDataObject, INodeParameters } from 'n8n-workflow';

import fc, { itForAll } from '../../../../testing/properties';
import { foretold, jsonOf } from '../../../../testing/runNode';
import { cases } from '../../../../testing/simulations';
import { fill, names, outcomes, row, rowsOf, table, useSync } from './syncTable';

const { sync, writes, bodies, empty } = useSync({ mode: 'upsert' });

describe('Return Items', () => {
	const items = () => [row(0), row(1, { name: 'New' }), row(7), row(8, { allowed_in_store: '?' })];

	it('leaves out what stays as it is', async () => {
		fill(2);
		const run = await sync(items(), { options: { returnItems: 'changed' } });
		expect(outcomes(run.items)).toEqual(['updated', 'created', 'rejected']);
		expect(run.items[0].pairedItem).toEqual({ item: 1 });
		const options = { returnItems: 'changed' };
		expect((await sync([row(0)], { options })).items).toEqual([]);
		const skipped = await sync([row(0), row(9)], { mode: 'updateOnly', options });
		expect(skipped.items).toEqual([]);
	});

	it('gives one item with counts, reasons and costs', async () => {
		fill(2);
		const options = { returnItems: 'summary' };
		const [dry] = jsonOf((await sync(items(), { options, dryRun: true })).items);
		const run = await sync(items(), { options });
		const [real] = jsonOf(run.items);
		expect(run.items).toHaveLength(1);
		expect(real).toEqual({
			...{ ok: false, created: 1, updated: 1, unchanged: 1, rejected: 1, failed: 0 },
			...{ archived: 0, skipped: 0, ambiguous: 0 },
			reasons: [expect.stringContaining('Allowed in Store')],
			...{ requests: 3, seconds: expect.any(Number) },
		});
		const told = Object.entries(dry).map(([key, value]) => [foretold(key), value]);
		const cost = { requests: 1, seconds: expect.any(Number), dry_run: true };
		expect(Object.fromEntries(told)).toEqual({ ...real, ...cost });
		const again = jsonOf((await sync(items().slice(0, 3), { options })).items);
		expect(again).toMatchObject([{ ok: true, unchanged: 3, reasons: [] }]);
	});

	it('is not ok where something was to be done and was not', async () => {
		fill(5);
		const options = { returnItems: 'summary' };
		const doubtful = await sync([...rowsOf(4), {}], { mode: 'mirror', options });
		expect(doubtful.items[0].json).toMatchObject({ ok: false, skipped: 1, archived: 0 });
		expect(writes()).toEqual([]);
		expect(table.companies).toHaveLength(5);
	});
});

describe('Field Rules', () => {
	const rules = (given: Readonly<Record<string, string>>) => ({
		options: {
			fieldRules: { rule: Object.entries(given).map(([field, rule]) => ({ field, rule })) },
		},
	});
	const FIELDS = ['phone_number', 'email', 'address'] as const;
	type Values = Readonly<Record<(typeof FIELDS)[number], string>>;
	const values = (filled: fc.Arbitrary<string>) =>
		fc.record({ phone_number: filled, email: filled, address: filled });
	const rule = fc.constantFrom(
		...['always', 'onlyIfEmpty', 'onlyOnCreate', 'never', 'clearIfEmpty'],
	);

	/** What a record has of a field after the run, written anew here; `old` is undefined for a new one. */
	const expected = (how: string, given: string, old?: string) => {
		if (how === 'never' || (how === 'onlyOnCreate' && old !== undefined)) return old ?? '';
		if (how === 'onlyIfEmpty') return old || given;
		return how === 'clearIfEmpty' ? given : given || (old ?? '');
	};

	itForAll(
		cases(10, 40),
		fc.array(values(fc.constantFrom('', 'new')), { minLength: 1, maxLength: 4 }),
		fc.array(values(fc.constantFrom('', 'old')), { maxLength: 3 }),
		fc.record({ phone_number: rule, email: rule, address: rule }),
	)(
		'hold for random rules, rows and companies, dry and real, and the second run writes nothing',
		async (given, there, how) => {
			empty();
			there.forEach((each, at) => table.add({ ...row(at), ...each }));
			const items = given.map((each, at) => row(at, each));
			const parameters = rules(how);
			const dry = await sync(items, { ...parameters, dryRun: true });
			const real = await sync(items, parameters);
			const planOf = (run: typeof real) =>
				jsonOf(run.items).map(({ outcome, changes }) => [foretold(outcome), changes]);
			expect([real.errorText, planOf(dry)]).toEqual(['', planOf(real)]);
			for (const [at, each] of given.entries()) {
				const company = table.companies.find(({ external_id: id }) => id === `erp-${at}`);
				for (const name of FIELDS) {
					const old = (there.at(at) as Values | undefined)?.[name];
					const after = expected(how[name], each[name], at < there.length ? old : undefined);
					expect([name, how[name], company?.[name] ?? '']).toEqual([name, how[name], after]);
				}
			}
			const before = writes().length;
			await sync(items, parameters);
			expect(writes()).toHaveLength(before);
		},
	);

	it.each(['external_id', '*'])(
		'%s: Never leaves an external ID to say whose row it is',
		async (field) => {
			for (const at of [0, 1]) table.add(row(at, { email: `${at}@q.example` }));
			const items = [
				row(1, { email: '0@q.example', name: 'Changed' }),
				row(1, { email: 'new@q.example' }),
				row(2, { email: '2@q.example' }),
			];
			const never = { matchBy: 'email', ...rules({ [field]: 'never', Name: 'always' }) };
			const run = await sync(items.slice(0, 1), never);
			const twice = await sync(items.slice(0, 2), never);
			const fresh = await sync(items.slice(2), never);
			expect(outcomes(run.items)).toEqual(['ambiguous']);
			expect(outcomes(twice.items)).toEqual(['rejected', 'rejected']);
			expect(outcomes(fresh.items)).toEqual(['created']);
			expect(bodies()).toEqual([{ email: '2@q.example', name: 'Company 2' }]);
		},
	);

	it('send nothing that is not to be written beside what is', async () => {
		table.add(row(0, { phone_number: '1', status: 'old' }));
		const given = row(0, { name: 'New', phone_number: '2', status: 'new', email: 'a@b.example' });
		const byField = { phone_number: 'onlyIfEmpty', status: 'never', Email: 'onlyOnCreate' };
		await sync([given], rules(byField));
		expect(bodies()).toEqual([{ external_id: 'erp-0', name: 'New' }]);
	});

	it('hold for all other fields, and clear no column that is empty in all rows unless it is named', async () => {
		fill(2);
		table.companies[0].phone_number = '1';
		const items = rowsOf(2).map((each) => ({ ...each, phone_number: ' ', name: 'N' }));
		const all = await sync(items, rules({ '*': 'clearIfEmpty' }));
		expect(all.errorText).toContain('Clear If Empty for Phone Number: it is empty in all rows');
		expect(writes()).toEqual([]);
		await sync(items, rules({ '*': 'clearIfEmpty', phone_number: 'clearIfEmpty', name: 'never' }));
		expect(bodies()).toEqual([{ external_id: 'erp-0', phone_number: null }]);
	});

	it.each([
		[{ external_id: 'never' }, 'External ID cannot have the rule Never: it is what rows are'],
		[{ email: 'clearIfEmpty' }, 'Clear If Empty for Email: no row has such a column'],
		[{ shoe: 'never' }, 'the company has no field "shoe"'],
		[{ '': 'never' }, 'a rule names no field'],
		[{ email: 'never', Email: 'always' }, 'email has two rules'],
		[{ email: 'sometimes' }, 'Rule is "sometimes"'],
	])('refuse %j before anything is sent', async (given, text) => {
		const run = await sync([row(0)], rules(given as never));
		expect(run.errorText).toContain(text);
		expect(writes()).toEqual([]);
	});

	it('let no external ID overwrite another company that is written only on create', async () => {
		fill(2);
		const items: IDataObject[] = [{ name: 'Other', external_id: 'erp-1' }];
		const run = await sync(items, { matchBy: 'name', ...rules({ external_id: 'onlyOnCreate' }) });
		expect(outcomes(run.items)).toEqual(['ambiguous']);
		expect(writes()).toEqual([]);
	});
});

describe('Guards', () => {
	const guarded = async (items: readonly object[], guards: INodeParameters, more = {}) =>
		await sync(items, { options: { guards, ...more } });

	it.each([
		['maxCreated', 10, [...Array(25).keys()].map((at) => row(at + 100)), 'would be created'],
		['maxUpdated', 30, rowsOf(25).map((each) => ({ ...each, name: 'N' })), 'would be updated'],
		['maxRejected', 0, Array(25).fill({ name: 'No key' }), 'cannot be written'],
	])('stop a run beyond %s, and none of twenty rows', async (guard, limit, items, text) => {
		fill(60);
		const same = rowsOf(60).slice(-30);
		const stopped = await guarded([...same, ...items], { [guard]: limit });
		expect(stopped.errorText).toContain(`Nothing was changed: 25 of 55 rows ${text}, and Max `);
		expect(stopped.errorText).toMatch(/for example rows 31, 32, 33(?!,)/);
		expect(writes()).toEqual([]);
		const reported = await guarded([...same, ...items], { [guard]: limit, whenStopped: 'report' });
		expect(reported.errorText).toBe('');
		expect(outcomes(reported.items)).not.toContain('created');
		expect(writes()).toEqual([]);
		const options = { guards: { [guard]: limit }, returnItems: 'summary' };
		const dry = await sync([...same, ...items], { dryRun: true, options });
		expect(dry.items[0].json).toMatchObject({ ok: false, dry_run: true });
		const few = await guarded([...same, ...items.slice(0, 20)], { [guard]: limit });
		expect(few.errorText).toBe('');
	});

	it('stop nothing by themselves but archiving, and refuse a limit that is none', async () => {
		const all = rowsOf(60);
		expect(outcomes((await guarded(all, {})).items)).toEqual(Array(60).fill('created'));
		for (const guards of [{ maxCreated: 101 }, { maxArchived: 1.5 }, { whenStopped: 'go on' }])
			expect((await guarded(all, guards)).errorText).toMatch(/^(Max|When)/);
	});
});

describe('Include Input Fields', () => {
	it('gives items with the columns of their rows, below what Sync says', async () => {
		fill(1);
		const options = { includeInputFields: true };
		const items = [row(0, { note: 'n', id: 'x' }), row(1, { note: 'm' })];
		const [one, other] = jsonOf((await sync(items, { options })).items);
		expect(one).toMatchObject({ note: 'n', id: table.companies[0].id, outcome: 'unchanged' });
		expect(other).toMatchObject({ note: 'm', name: 'Company 1', outcome: 'created' });
		expect(jsonOf((await sync(items)).items)[0]).not.toHaveProperty('note');
	});

	it('leaves a failed item on the error output', async () => {
		table.fault = ({ method }) => (method === 'GET' ? undefined : { status: 401, body: {} });
		const options = { includeInputFields: true };
		const run = await sync(
			[row(0, { note: 'n' })],
			{ options },
			{ onError: 'continueErrorOutput' },
		);
		expect([run.items.length, run.failed.length]).toEqual([0, 1]);
	});
});

describe('When Gone', () => {
	const fields = { fieldsWhenGone: '{"address": "gone"}' };
	const mirror = (options: object) => ({ mode: 'mirror', options: options as INodeParameters });
	const set = (guards: object = { maxArchivedPercent: 100 }) =>
		mirror({ whenGone: 'setFields', ...fields, guards });

	it('reports what the input does not have, and changes nothing', async () => {
		fill(30);
		const run = await sync(rowsOf(5), mirror({ whenGone: 'report', returnItems: 'summary' }));
		expect(run.items[0].json).toMatchObject({ ok: true, unchanged: 5, skipped: 25 });
		const all = await sync(rowsOf(5), mirror({ whenGone: 'report' }));
		expect(all.items.at(-1)?.json).toMatchObject({ reason: 'The input does not have it' });
		// By none, n8n would pair it with a row by its place.
		expect(all.items.at(-1)?.pairedItem).toEqual([]);
		expect(writes()).toEqual([]);
	});

	it('sets fields once, dry as real, and leaves them where the row comes back', async () => {
		fill(4);
		const dry = await sync(rowsOf(2), { ...set(), dryRun: true });
		const real = await sync(rowsOf(2), set());
		const planOf = ({ items }: typeof dry) =>
			jsonOf(items).map(({ outcome: at, changes, name }) => {
				return { outcome: foretold(at), changes, name };
			});
		expect(planOf(real)).toEqual(planOf(dry));
		expect(planOf(real).at(-1)).toEqual({
			...{ outcome: 'updated', name: 'Company 3' },
			changes: { address: { from: null, to: 'gone' } },
		});
		expect(bodies()).toEqual([{ address: 'gone' }, { address: 'gone' }]);
		const again = await sync(rowsOf(2), set());
		expect(outcomes(again.items)).toEqual(Array(4).fill('unchanged'));
		expect(outcomes((await sync(rowsOf(4), set())).items)).toEqual(Array(4).fill('unchanged'));
		expect(bodies()).toHaveLength(2);
		expect(names()).toHaveLength(4);
		expect(table.companies[3].address).toBe('gone');
	});

	it('counts only what is to be set under the guards, and reads what the list does not show', async () => {
		fill(30);
		table.listHides = ['address'];
		table.companies.forEach((company, at) => (company.address = at < 29 ? 'gone' : 'a'));
		const run = await sync(rowsOf(5), set({ maxArchived: 1, maxArchivedPercent: 10 }));
		expect([run.errorText, bodies()]).toEqual(['', [{ address: 'gone' }]]);
		table.companies[9].address = 'a';
		table.companies[8].address = 'b';
		const stopped = await sync(rowsOf(5), set({ maxArchived: 1 }));
		expect(stopped.errorText).toContain('2 of 30 companies would get Fields When Gone');
	});

	it.each([
		['{}', 'Fields When Gone is empty'],
		['{"shoe": 1}', 'Company has no field "shoe"'],
		['{"external_id": "left"}', 'It has External ID, the Match By'],
	])('refuses %s', async (fieldsWhenGone, text) => {
		fill(2);
		const run = await sync(rowsOf(1), mirror({ whenGone: 'setFields', fieldsWhenGone }));
		expect(run.errorText).toContain(text);
		expect(writes()).toEqual([]);
	});

	it('refuses a field that nobody shows, and that would be set in every run', async () => {
		fill(2);
		table.listHides = ['status'];
		table.getHides = ['status'];
		const hidden = { whenGone: 'setFields', fieldsWhenGone: '{"status": "gone"}' };
		const run = await sync(rowsOf(1), mirror(hidden));
		expect(run.errorText).toContain('Neither the list nor Get shows Status');
	});
});
