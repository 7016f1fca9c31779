import type { IDataObject } from 'n8n-workflow';

import { booleanOf, inOptions, itemReader } from '../../execution';
import { settle } from '../../http';
import { onlyIfDifferent } from '../description/options';
import { compareWithRecord, sentNames } from './compare';
import { isArchived, knownFrom, withIdentity } from './identity';
import { findRecord, type FoundRecord } from './identityProof';
import type { CallOptions, RecordReference } from './requests';
import type { RecordContext } from './context';

/** What a write would change; `unchanged` is the item where it would change nothing. */
export interface Difference {
	readonly fields: readonly string[];
	readonly found?: FoundRecord;
	readonly unchanged?: IDataObject;
}

/** Prepares the reading of the option Only If Different. */
export function differenceOptionReader({ context }: RecordContext) {
	const read = itemReader(context, inOptions({ compares: booleanOf(onlyIfDifferent) }));
	return (item: number): boolean => read(item).compares;
}

/**
 * Reads the record and compares it with what is going to be written. What cannot be compared counts as
 * different, and an archived record too, since a write brings it back.
 *
 * @param isUpsert a record that is not there is created
 */
export async function findDifference(
	execution: RecordContext,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
	{ isUpsert = false } = {},
): Promise<Difference> {
	const found = await settle(findRecord(execution, reference, options));
	if (found.ok) return differenceOf(execution, body, found.value);
	const { kind } = found.failure;
	if (!isUpsert || (kind !== 'notFound' && kind !== 'unproven')) throw found.failure;
	// An upsert is keyed by the external ID, so that it needs no proof (specification: Object support matrix).
	if (kind === 'unproven') execution.hints.unidentified();
	return { fields: sentNames(execution.resource, body) };
}

/** Compares a record that was read before with what is going to be written: see findDifference. */
export function differenceOf(
	{ resource, hints }: RecordContext,
	body: IDataObject,
	found: FoundRecord,
): Difference {
	const { record, reference } = found;
	const known = knownFrom(reference);
	const { changed, unseen } = compareWithRecord(resource, body, record, known.externalId);
	hints.unseen(unseen);
	if (changed.length > 0 || isArchived(record.status ?? record.usage_status)) {
		return { fields: changed, found };
	}
	const shown = withIdentity(resource.identifiers, record, known);
	return { fields: [], found, unchanged: withDifference(shown, [], false) };
}

/** An item that says what was written. */
export const withDifference = (
	json: IDataObject,
	fields: readonly string[],
	changed = true,
): IDataObject => ({ ...json, changed, changed_fields: [...fields] });
