import { runAtOnce } from '../../../nodes/shared/execution';
import { badInput } from '../../../nodes/shared/http';
import {
	matchRows,
	planSync,
	type Changes,
	type PlanRules,
	type SourceRow,
	type SyncMode,
	type TargetRow,
} from '../../../nodes/shared/resource/actions/sync/plan';
import fc, { itForAll } from '../../../testing/properties';

interface Row extends SourceRow {
	readonly value: number;
}
interface Target extends TargetRow {
	readonly value: number;
}

const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x-1', 'x-2'), { nil: undefined });
const value = fc.integer({ min: 0, max: 2 });
const rows = fc
	.array(fc.record({ key, value }), { maxLength: 8 })
	.map((all) => all.map(({ key: own, value: at }, item): Row => ({ item, key: own, value: at })));
/** Rows of which none keeps a Mirror from archiving. */
const goodRows = fc
	.uniqueArray(fc.constantFrom('a', 'b', 'c', 'x-1', 'x-2'), { minLength: 1 })
	.map((keys) => keys.map((own, item): Row => ({ item, key: own, value: 1 })));
const targets = fc.array(fc.record({ key, value }), { maxLength: 8 }).map((all) =>
	all.map(
		({ key: own, value: at }, id): Target => ({
			id: String(id),
			keys: own ? [own] : [],
			value: at,
		}),
	),
);
const modes = fc.constantFrom<SyncMode>('upsert', 'updateOnly', 'createOnly', 'mirror');
const limits = fc.record({
	maxArchived: fc.integer({ min: 0, max: 5 }),
	maxArchivedPercent: fc.constantFrom(10, 50, 100),
});

function plan(
	given: readonly Row[],
	there: readonly Target[],
	more: Partial<PlanRules<Target>> = {},
) {
	const rules: PlanRules<Target> = {
		...{ mode: 'upsert', nouns: { singular: 'company', plural: 'companies' }, keyLabel: 'Key' },
		...{ maxArchived: 20, maxArchivedPercent: 100, prefix: '', owners: [] },
		...{ maxCreated: 100, maxUpdated: 100, maxRejected: 100 },
		failureOf: () => undefined,
		newRecordOf: (item) => ({
			ok: true,
			value: { value: { from: null, to: given[item].value } },
		}),
		changesOf: (item, { value: from }): Changes =>
			from === given[item].value ? {} : { value: { from, to: given[item].value } },
		...more,
	};
	return runAtOnce(planSync(given, runAtOnce(matchRows(given, there)), there, rules));
}

/** The records after the plan was carried out. */
function after(
	given: readonly Row[],
	there: readonly Target[],
	done: ReturnType<typeof plan>,
): Target[] {
	if (done.blocked !== undefined) return [...there];
	const gone = new Set(done.withheld === undefined ? done.surplus : []);
	const changed = new Map(
		done.rows.flatMap((action) =>
			action.outcome === 'updated' ? [[action.target, given[action.item].value] as const] : [],
		),
	);
	const kept = there
		.filter((target) => !gone.has(target))
		.map((target) => ({ ...target, value: changed.get(target) ?? target.value }));
	const made = done.rows.flatMap(({ item, outcome }) =>
		outcome === 'created'
			? [{ id: `new-${item}`, keys: [given[item].key!], value: given[item].value }]
			: [],
	);
	return [...kept, ...made];
}

const counts = (done: ReturnType<typeof plan>, outcome: string) =>
	done.rows.filter((action) => action.outcome === outcome).length;

describe('the plan of Sync', () => {
	itForAll(
		100,
		rows,
		targets,
		modes,
		limits,
	)('has one action for each row, in their order', (given, there, mode, more) => {
		const done = plan(given, there, { mode, ...more });
		expect(done.rows.map(({ item }) => item)).toEqual(given.map(({ item }) => item));
	});

	itForAll(
		100,
		rows,
		targets,
		fc.constantFrom<SyncMode>('upsert', 'mirror'),
	)(
		'makes the records equal to the rows, and writes nothing when it is carried out again',
		(given, there, mode) => {
			const done = plan(given, there, { mode });
			const now = after(given, there, done);
			if (done.blocked === undefined) {
				for (const action of done.rows) {
					if (!['created', 'updated', 'unchanged'].includes(action.outcome)) continue;
					const row = given[action.item];
					const same = now.filter(({ keys }) => keys.includes(row.key!));
					expect(same.map((target) => target.value)).toEqual([row.value]);
				}
			}
			const again = plan(given, now, { mode });
			if (done.blocked === undefined) {
				expect(counts(again, 'created') + counts(again, 'updated')).toBe(0);
			}
		},
	);

	itForAll(
		100,
		fc.oneof(rows, goodRows),
		targets,
		limits,
		fc.constantFrom('', 'x-'),
	)(
		'archives no record that a row has, none without a key, and none beside a bad row',
		(given, there, more, prefix) => {
			const done = plan(given, there, { mode: 'mirror', prefix, ...more });
			const archived =
				done.withheld === undefined && done.blocked === undefined ? done.surplus : [];
			const wanted = new Set(given.map((row) => row.key));
			for (const { keys } of archived) {
				expect(keys.some((own) => wanted.has(own))).toBe(false);
				expect(keys.some((own) => own.startsWith(prefix))).toBe(true);
			}
			expect(archived.length).toBeLessThanOrEqual(more.maxArchived);
			const all = there.filter(({ keys }) => keys.some((own) => own.startsWith(prefix))).length;
			expect(archived.length * 100).toBeLessThanOrEqual(more.maxArchivedPercent * all);
			const isBad = counts(done, 'rejected') + counts(done, 'ambiguous') > 0 || given.length === 0;
			if (isBad) expect(archived).toEqual([]);
		},
	);

	it('archives nothing in another mode, beside a doubt, or beside a row that cannot be read', () => {
		const there = [
			{ id: '1', keys: ['a'], value: 0 },
			{ id: '2', keys: ['b'], value: 0 },
		];
		const given: Row[] = [{ item: 0, key: 'a', value: 0 }];
		expect(plan(given, there, { mode: 'upsert' }).surplus).toEqual([]);
		expect(plan(given, there, { mode: 'mirror' })).toMatchObject({ surplus: [{ id: '2' }] });
		expect(plan(given, there, { mode: 'mirror' }).withheld).toBeUndefined();
		expect(plan(given, there, { mode: 'mirror', doubt: 'Cut.' }).withheld).toContain('Cut.');
		const failure = badInput('fields', 'odd', 'Correct it.');
		const bad = [...given, { item: 1, key: 'c', value: 0, failure }];
		expect(plan(bad, there, { mode: 'mirror' }).withheld).toContain('row 2 cannot be read');
		expect(plan([], there, { mode: 'mirror' }).withheld).toContain('the input is empty');
	});

	itForAll(
		100,
		rows,
		targets,
		modes,
	)('never guesses which record or which row is meant', (given, there, mode) => {
		const done = plan(given, there, { mode });
		for (const action of done.rows) {
			const row = given[action.item];
			const same = there.filter(({ keys }) => keys.includes(row.key ?? '-'));
			const twice = given.filter((other) => row.key !== undefined && other.key === row.key);
			if (row.key === undefined || twice.length > 1) expect(action.outcome).toBe('rejected');
			else if (same.length > 1) expect(action.outcome).toBe('ambiguous');
		}
	});

	it('never overwrites a record by its external ID that was matched by nothing', () => {
		const there: Target[] = [
			{ id: '1', keys: ['a'], externalId: 'x-1', value: 0 },
			{ id: '2', keys: ['b'], value: 0 },
		];
		const outcome = (row: object, owners: readonly Target[] = []) => {
			const done = plan([{ item: 0, value: 1, ...row }], there, { owners });
			return done.rows.map((action) => [action.outcome, 'reason' in action && action.reason]);
		};
		expect(outcome({ key: 'a', externalId: 'x-1' })).toEqual([['updated', false]]);
		expect(outcome({ key: 'c', externalId: 'x-2' })).toEqual([['created', false]]);
		const taken = [['ambiguous', 'The External ID x-1 belongs to another company, 1']];
		expect(outcome({ key: 'c', externalId: 'x-1' })).toEqual(taken);
		expect(outcome({ key: 'b', externalId: 'x-1' })).toEqual(taken);
		const elsewhere: Target = { id: '9', keys: [], externalId: 'x-9', value: 0 };
		expect(outcome({ key: 'x-9', externalId: 'x-9' }, [elsewhere])[0][0]).toBe('ambiguous');
		expect(outcome({ key: 'x-1', externalId: 'x-1' })).toEqual(taken);
		const twice = ['x-3', 'd'].map((own, item) => ({
			item,
			key: own,
			externalId: 'x-3',
			value: 1,
		}));
		expect(counts(plan(twice, there), 'rejected')).toBe(2);
	});

	it('lets no two rows write one record', () => {
		const there: Target[] = [{ id: '1', keys: ['ada', 'ada lovelace'], value: 0 }];
		const given: Row[] = ['ada', 'ada lovelace'].map((own, item) => ({ item, key: own, value: 1 }));
		expect(counts(plan(given, there), 'ambiguous')).toBe(2);
	});
});
