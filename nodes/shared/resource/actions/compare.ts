import type { IDataObject } from 'n8n-workflow';

import { type Field, unmarked } from '../../schema/types';
import { cellOf, isNothing, isSameValue, looseKey } from '../../schema/sameValue';
import { isObject } from '../../schema/values';
import { onceFields, type Resource } from '../definition/resource';
import { shownExternalId } from './identity';

/** What a write would change of a record. */
export interface Comparison {
	/** The fields that differ, by wire name. */
	readonly changed: readonly string[];
	/** Those of them that the record does not show, so that nobody knows; in the editor's words. */
	readonly unseen: readonly string[];
}

/** One value of a body: its name, the objects around it, and its field, if it is one of the resource. */
interface Sent {
	readonly name: string;
	readonly value: unknown;
	readonly around: readonly string[];
	readonly field?: Field;
}

/**
 * Compares what is going to be written with the record as Get returned it. What the record does not show
 * counts as different, but for no value, which a service may leave out.
 *
 * @param known the external ID, where the record was found by it
 */
export function compareWithRecord(
	resource: Resource,
	body: IDataObject,
	record: IDataObject,
	known?: string,
): Comparison {
	const changed: string[] = [];
	const unseen: string[] = [];
	const expected = new Set(Object.keys(resource.record).map((key) => looseKey(unmarked(key).name)));
	for (const { name, value, around, field } of sentValues(resource, body)) {
		const shown =
			name === resource.identifiers.external
				? externalIdOf(resource, record, known)
				: shownValue(record, around, name);
		const isAbsent = !shown && isNothing(value) && expected.has(looseKey(name));
		const isSame = shown ? isSameValue(field ?? { type: 'any' }, value, shown.value) : undefined;
		if (isAbsent || isSame) continue;
		changed.push(name);
		if (isSame === undefined) unseen.push(field?.label ?? name);
	}
	return { changed, unseen };
}

/** The names of what a body writes. */
export const sentNames = (resource: Resource, body: IDataObject): string[] =>
	[...sentValues(resource, body)].map(({ name }) => name);

/** The values of a body that are kept in the record; switches of the call itself are not. */
function* sentValues(
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
function shownValue(record: IDataObject, around: readonly string[], name: string) {
	const place = around.reduce<unknown>(
		(object, key) => (isObject(object) ? cellOf(object, key)?.value : undefined),
		record,
	);
	return (isObject(place) ? cellOf(place, name) : undefined) ?? cellOf(record, name);
}

function externalIdOf({ identifiers }: Resource, record: IDataObject, known?: string) {
	const value = shownExternalId(identifiers, record) ?? known;
	return value === undefined ? undefined : { value };
}
