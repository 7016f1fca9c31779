import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { sortedJson, type Row } from '../../../changes/row';
import { badInput } from '../../../http';
import { Cache } from '../../../lifetime';
import { UPDATED_AT } from '../../definition/resource';

/** Rows of the last read of a node. */
const lastRows = new Cache<ReadonlyMap<string, IDataObject>>({
	name: 'Latest records of change searches, by workflow and node',
	max: 500,
	maxAgeMs: 60 * 60_000,
});

/** Rows that are compared with the next read. */
const MAX_ROWS = 20;
/** In fewer rows it may be a change within the time that a stamp can tell apart. */
const MIN_ROWS = 3;

/**
 * A hint that names fields which differ from the last read although the records say that they were not updated.
 *
 * @param ignored the fields that do not count already
 */
export function volatileHint(
	context: IPollFunctions | IExecuteFunctions,
	rows: ReadonlyArray<Row<IDataObject>>,
	ignored: readonly string[],
): string | undefined {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const before = lastRows.get(key);
	if (rows.length > 0) {
		lastRows.set(key, new Map(rows.slice(-MAX_ROWS).map(({ id, record }) => [id, record])));
	}
	const counts = new Map<string, number>();
	for (const { id, record } of before ? rows : []) {
		const last = before?.get(id);
		if (!last || !record[UPDATED_AT] || record[UPDATED_AT] !== last[UPDATED_AT]) continue;
		for (const name of Object.keys(record)) {
			if (name === 'ctx_id' || ignored.includes(name)) continue;
			if (sortedJson(record[name]) !== sortedJson(last[name])) {
				counts.set(name, (counts.get(name) ?? 0) + 1);
			}
		}
	}
	const names = [...counts].flatMap(([name, count]) => (count >= MIN_ROWS ? name : []));
	if (names.length === 0) return undefined;
	return `Records are reported again although they say that they were not updated: ${names.join(', ')} changes with every read. Enter it in Ignored Fields.`;
}

/** The names in Ignored Fields, which commas, spaces or line breaks separate. */
export function ignoredFieldsIn(text = ''): readonly string[] {
	const names = text.split(/[\s,;]+/).filter(Boolean);
	if (!names.includes(UPDATED_AT)) return names;
	throw badInput(
		'options.ignoredFields',
		`Ignored Fields names ${UPDATED_AT}, by which changes are found`,
		'Enter fields that change although the record does not.',
	);
}
