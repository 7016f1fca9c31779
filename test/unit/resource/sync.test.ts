import { runAtOnce } from '../../../nodes/shared/execution';
import {
	matchRows,
	planSync,
	type PlanRules,
	type TargetRow,
} from '../../../nodes/shared/resource/actions/sync/plan';

/** Tests of the node show what a plan does; no list there shows a record under two keys. */
it('lets no two rows write one record', () => {
	const rules: PlanRules<TargetRow> = {
		...{ mode: 'upsert', nouns: { singular: 'company', plural: 'companies' }, keyLabel: 'Key' },
		...{ maxArchived: 20, maxArchivedPercent: 100, prefix: '', owners: [] },
		...{ maxCreated: 100, maxUpdated: 100, maxRejected: 100 },
		failureOf: () => undefined,
		newRecordOf: () => ({ ok: true, value: {} }),
		changesOf: () => ({ value: { from: 0, to: 1 } }),
	};
	const there: TargetRow[] = [{ id: '1', keys: ['ada', 'ada lovelace'] }];
	const given = there[0].keys.map((key, item) => ({ item, key }));
	const { rows } = runAtOnce(planSync(given, runAtOnce(matchRows(given, there)), there, rules));
	expect(rows.map(({ outcome }) => outcome)).toEqual(['ambiguous', 'ambiguous']);
});
