import type { IDataObject } from 'n8n-workflow';

import { settle } from '../../http';
import { looseKey, type Field, unmarked } from '../../schema/types';
import { cellOf, isNothing, isSameValue } from '../../schema/differences';
import { isObject } from '../../schema/values';
import { onceFields, type Resource } from '../definition/resource';
import type { ExecutionHints } from './hints';
import { knownFrom, showsArchived, shownExternalId, valueAt, withIdentity } from './identity';
import { findRecord, type FoundRecord, type RecordSource } from './identityProof';
import type { RecordReference } from './requests';

/** Where records are compared, and where is noted what could not be. */
interface ComparingSource extends RecordSource {
	readonly hints: Pick<ExecutionHints, 'note' | 'unseen'>;
}

/** What a write would change; `unchanged` is the item where it would change nothing. */
export interface Difference {
	readonly fields: readonly string[];
	readonly found?: FoundRecord;
	readonly unchanged?: IDataObject;
}

/**
 * Reads the record and compares it with what is going to be written. What cannot be compared counts as
 * different, and an archived record too, since a write brings it back.
 *
 * @param isUpsert a record that is not there is created
 */
export async function findDifference(
	source: ComparingSource,
	reference: RecordReference,
	body: IDataObject,
	isUpsert = false,
): Promise<Difference> {
	const found = await settle(findRecord(source, reference));
	if (found.ok) return differenceOf(source, body, found.value);
	const { kind } = found.failure;
	if (!isUpsert || (kind !== 'notFound' && kind !== 'unproven')) throw found.failure;
	// An upsert is keyed by the external ID, so that it needs no proof (specification: Object support matrix).
	if (kind === 'unproven') source.hints.note([unidentified(source.resource)]);
	return { fields: [...sentValues(source.resource, body)].map(({ name }) => name) };
}

const unidentified = ({ label }: Resource) =>
	`Only If Different: Get shows no external ID of the ${label.toLowerCase()}, so whether it is the one meant is not certain, and it was written.`;

/** Compares a record that was read before with what is going to be written: see findDifference. */
export function differenceOf(
	{ resource, hints }: ComparingSource,
	body: IDataObject,
	found: FoundRecord,
): Difference {
	const { record, reference } = found;
	const known = knownFrom(reference);
	const { changed, unseen } = compareWithRecord(resource, body, record, known.externalId);
	hints.unseen(unseen);
	if (changed.length > 0 || showsArchived(record)) return { fields: changed, found };
	const shown = withIdentity(resource.identifiers, record, known);
	return { fields: [], found, unchanged: withDifference(shown, [], false) };
}

/** An item that says what was written. */
export const withDifference = (
	json: IDataObject,
	fields: readonly string[],
	changed = true,
): IDataObject => ({ ...json, changed, changed_fields: [...fields] });

/** A place in a body: its name, the objects around it, and its field, if it is one of the resource. */
export interface Leaf {
	readonly name: string;
	readonly around: readonly string[];
	readonly field?: Field;
}

/** One value of a body. */
interface Sent extends Leaf {
	readonly value: unknown;
}

/**
 * Compares what is going to be written with the record as Get returned it. What the record does not show
 * counts as different, but for no value, which a service may leave out.
 *
 * @returns the fields that differ, by wire name, and those of them that the record does not show, so that nobody knows, in
 * the editor's words
 * @param externalId the one that the record was found by
 */
export function compareWithRecord(
	resource: Resource,
	body: IDataObject,
	record: IDataObject,
	externalId?: string,
) {
	const changed: string[] = [];
	const unseen: string[] = [];
	const expected = new Set(Object.keys(resource.record).map((key) => looseKey(unmarked(key).name)));
	for (const { name, value, around, field } of sentValues(resource, body)) {
		const shown =
			name === resource.identifiers.external
				? asCell(shownExternalId(resource.identifiers, record) ?? externalId)
				: shownValue(record, around, name);
		const isAbsent = !shown && isNothing(value) && expected.has(looseKey(name));
		const isSame = shown ? isSameValue(field ?? { type: 'any' }, value, shown.value) : undefined;
		if (isAbsent || isSame) continue;
		changed.push(name);
		if (isSame === undefined) unseen.push(field?.label ?? name);
	}
	return { changed, unseen };
}

/** The values of a body that are kept in the record; switches of the call itself are not. */
export function* sentValues(
	{ fields, bulk, ...resource }: Resource,
	body: Readonly<Record<string, unknown>>,
	around: readonly string[] = [],
): Generator<Sent> {
	const switches = bulk ? onceFields({ fields, ...resource }, bulk) : [];
	const at = around.join('.');
	for (const [name, value] of Object.entries(body)) {
		const inner = [...around, name];
		const isContainer = fields.some(({ nestedIn = [] }) =>
			`${nestedIn.join('.')}.`.startsWith(`${inner.join('.')}.`),
		);
		const field = fields.find(
			(each) => each.name === name && (each.nestedIn ?? []).join('.') === at,
		);
		if (isContainer && isObject(value)) {
			yield* sentValues({ fields, bulk, ...resource }, value, inner);
		} else if (!(field && switches.includes(field)) && (field || !isAlias(fields, name))) {
			yield { name, value, around, field };
		}
	}
}

const isAlias = (fields: readonly Field[], name: string) =>
	fields.some(({ wireAlias }) => wireAlias === name);

/** The value in the same place of the record, or in the record itself. */
export function shownValue(record: IDataObject, around: readonly string[], name: string) {
	const place = around.reduce<unknown>(
		(object, key) => (isObject(object) ? cellOf(object, key)?.value : undefined),
		record,
	);
	return (isObject(place) ? cellOf(place, name) : undefined) ?? cellOf(record, name);
}

export const asCell = (value?: string) => (value === undefined ? undefined : { value });

/**
 * The fields in which a record that was looked up differs from what was sent, in the editor's words. Only simple values
 * that both have are compared: statuses may be translated and move on, and a reference may come back as another kind of ID.
 */
export function differingLabels(
	{ fields, identifiers, state }: Resource,
	body: IDataObject,
	record: IDataObject,
): string[] {
	return fields
		.filter(({ name, refersTo, knownValues, type }) => {
			const isFree = refersTo === undefined && knownValues === undefined && SIMPLE.has(type);
			return isFree && ![state, 'status', identifiers.external].includes(name);
		})
		.filter((field) => {
			const sent = valueAt(body, [...(field.nestedIn ?? []), field.name]);
			const shown = cellOf(record, field.name)?.value;
			const isPresent = !isNothing(sent) && !isNothing(shown);
			return isPresent && isSameValue(field, sent, shown) === false;
		})
		.map(({ label }) => label);
}

/** Kinds whose values are shown as they were sent, if in another form. */
const SIMPLE: ReadonlySet<Field['type']> = new Set([
	'text',
	'number',
	'integer',
	'boolean',
	'date',
	'dateTime',
]);
