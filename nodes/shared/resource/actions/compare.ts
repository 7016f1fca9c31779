import type { IDataObject } from 'n8n-workflow';

import { settle } from '../../http';
import { looseKey, type Field } from '../../schema/types';
import { cellOf, isSameValue } from '../../schema/differences';
import { isNothing } from '../../schema/presence';
import { show } from '../../schema/limits';
import { isObject } from '../../schema/values';
import { externalIdKeys, keysOf, onceFields, type Resource } from '../definition/resource';
import { ignoreFields } from '../description/options';
import type { ExecutionHints } from './hints';
import { knownFrom, showsArchived, shownExternalId, withIdentity } from './identity';
import { findRecord, type FoundRecord, type RecordSource } from './identityProof';
import type { CallOptions, RecordReference } from './requests';

/** Where records are compared, and where is noted what could not be. */
interface ComparingSource extends RecordSource {
	readonly hints: Pick<ExecutionHints, 'note'>;
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

/**
 * Compares a record that was read before with what is going to be written: see findDifference. What the record does not
 * show counts as different, but for no value, which a service may leave out.
 */
export function differenceOf(
	{ resource, hints, options }: ComparingSource,
	body: IDataObject,
	found: FoundRecord,
): Difference {
	const { record, reference } = found;
	const known = knownFrom(reference);
	const expected = new Set(keysOf(resource.record).map(looseKey));
	const changed: string[] = [];
	for (const each of compared(resource, body, record, options, known.externalId)) {
		const { name, value, shown, same } = each;
		const isAbsent = !shown && isNothing(value) && expected.has(looseKey(name));
		if (isAbsent || same === true) continue;
		changed.push(name);
		if (same !== false) hints.note([describeUnsure(each, same)]);
	}
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

/** Each value of a body, what a record shows in its place, if anything, and whether both are the same. */
function* compared(
	resource: Resource,
	body: IDataObject,
	record: IDataObject,
	{ ignored = [] }: CallOptions = {},
	externalId?: string,
) {
	for (const sent of sentValues(resource, body)) {
		if (ignored.includes(sent.name)) continue;
		const shown = shownCell(resource, record, sent, externalId);
		const same = shown
			? isSameValue(sent.field ?? { type: 'any' }, sent.value, shown.value)
			: 'hidden';
		yield { ...sent, shown, same };
	}
}

/** Why a field is written in every run. */
export const describeUnsure = ({ field, name }: Leaf, same: 'hidden' | 'unread'): string =>
	same === 'hidden'
		? `Only If Different: Get shows no value of ${field?.label ?? name} to compare with, so it counts as different and is written.`
		: `${field?.label ?? name} is shown in a form that cannot be compared with what is sent, so it counts as different and is written. ${TO_IGNORE}`;

const TO_IGNORE = `To leave a field out of the comparison, name it under ${ignoreFields.displayName} in the options of Sync, or of Only If Different.`;

/** Notes, once for each field, what the response to a write shows otherwise than it was sent. */
export function noteRewritten(
	{ resource, hints, options }: ComparingSource,
	body: IDataObject,
	written: IDataObject,
): void {
	// Most values come back as they are, or not at all: those need no field.
	const other = Object.entries(body).filter(
		([name, value]) => isObject(value) || (cellOf(written, name) ?? { value }).value !== value,
	);
	const sent = Object.fromEntries(other);
	for (const { name, field, value, shown, same } of compared(resource, sent, written, options)) {
		if (!shown || same !== false) continue;
		const values = `sent ${show(value)}, stored ${show(shown.value)}`;
		const hint = `The service changes ${field?.label ?? name}: ${values}. It differs again in the next run. ${TO_IGNORE}`;
		hints.note([hint], `stored ${name}`);
	}
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
		const field = fields.find(
			(each) => each.name === name && (each.nestedIn ?? []).join('.') === at,
		);
		const inner = [...around, name];
		const isContainer = ({ nestedIn = [] }: Field) =>
			`${nestedIn.join('.')}.`.startsWith(`${inner.join('.')}.`);
		if (isObject(value) && fields.some(isContainer)) {
			yield* sentValues({ fields, bulk, ...resource }, value, inner);
		} else if (!(field && switches.includes(field)) && (field || !isAlias(fields, name))) {
			yield { name, value, around, field };
		}
	}
}

const isAlias = (fields: readonly Field[], name: string) =>
	fields.some(({ wireAlias }) => wireAlias === name);

/** The value in the same place of the record, or in the record itself. */
function shownValue(record: IDataObject, around: readonly string[], name: string) {
	const place = around.reduce<unknown>(
		(object, key) => (isObject(object) ? cellOf(object, key)?.value : undefined),
		record,
	);
	return (isObject(place) ? cellOf(place, name) : undefined) ?? cellOf(record, name);
}

/**
 * What a record shows in the place of a value; its external ID under any of its names, and empty where all are.
 *
 * @param externalId the one that the record was found by
 */
export function shownCell(
	{ identifiers }: Resource,
	record: IDataObject,
	{ name, around }: Leaf,
	externalId?: string,
): { readonly value: unknown } | undefined {
	if (name !== identifiers.external) return shownValue(record, around, name);
	const value = shownExternalId(identifiers, record) ?? externalId ?? null;
	const isShown = value !== null || externalIdKeys(identifiers).some((key) => key in record);
	return isShown ? { value } : undefined;
}

/**
 * The fields in which a record that was looked up differs from what was sent, in the editor's words. Only simple values
 * that both have are compared: statuses may be translated and move on, and a reference may come back as another kind of ID.
 */
export function differingLabels(
	resource: Resource,
	body: IDataObject,
	record: IDataObject,
): string[] {
	const { identifiers, state } = resource;
	return [...compared(resource, body, record)].flatMap(({ name, field, value, shown, same }) => {
		const { refersTo, knownValues, type, label } = field ?? {};
		const isFree = refersTo === undefined && knownValues === undefined && type && SIMPLE.has(type);
		const isOwn = [state, 'status', identifiers.external].includes(name);
		const isPresent = !isNothing(value) && !isNothing(shown?.value);
		return label && isFree && !isOwn && isPresent && same === false ? [label] : [];
	});
}

/** Kinds whose values are shown as they were sent, if in another form. */
const SIMPLE = new Set(['text', 'number', 'integer', 'boolean', 'date', 'dateTime']);
