import type { IDataObject } from 'n8n-workflow';

import { badInput, fail, type Result } from '../../http';
import type { Steps } from '../steps';
import {
	nameItems,
	type Gathered,
	type RecordOutcome,
	type Nouns,
	type BulkRecord,
} from './record';

/** One record as an input item gives it. */
export interface Entry {
	readonly item: number;
	readonly externalId?: string;
	readonly record: Result<IDataObject>;
}

/**
 * Gathers records that come whole, one or several from an item. The same record given twice is sent
 * once and belongs to both items; two different ones with the same external ID are both refused, as
 * it is unknown which of them the service would keep.
 */
export function* groupByExternalId(entries: Iterable<Entry>, nouns: Nouns): Steps<Gathered> {
	const invalid: RecordOutcome[] = [];
	const groups = new Map<string, { record: IDataObject; items: number[]; differs: boolean }>();
	for (const { item, externalId, record } of entries) {
		yield;
		if (!record.ok || externalId === undefined) {
			const noId = fail(
				badInput('fields', `The ${nouns.singular} has no external ID`, 'Enter an external ID.'),
			);
			invalid.push({ externalId, items: [item], result: record.ok ? noId : record });
			continue;
		}
		const group = groups.get(externalId);
		if (!group) {
			groups.set(externalId, { record: record.value, items: [item], differs: false });
			continue;
		}
		if (group.items[group.items.length - 1] !== item) group.items.push(item);
		group.differs ||= JSON.stringify(group.record) !== JSON.stringify(record.value);
	}

	const records: BulkRecord[] = [];
	for (const [externalId, { record, items, differs }] of groups) {
		yield;
		if (!differs) {
			records.push({ externalId, record, items });
			continue;
		}
		const failure = badInput(
			'fields',
			`The ${nouns.singular} ${externalId} is given more than once with different values (${nameItems(items)})`,
			`Keep one of them, or give each ${nouns.singular} an external ID of its own.`,
		);
		invalid.push({ externalId, items, result: fail(failure) });
	}
	return { records, invalid };
}
