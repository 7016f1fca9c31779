import type { IDataObject } from 'n8n-workflow';

import { badInput, settle, unexpectedResponse } from '../../http';
import { hasLostCharacters, LOST_CHARACTERS, show } from '../../schema/limits';
import type { Resource } from '../definition/resource';
import { externalIdIn, shownId, withIdentity } from './identity';
import { findRecord, identifyMissing, type FoundRecord } from './identityProof';
import { readList } from './lists/list';
import { matchKeyOf, matchKeysOf, mayHaveName, searchTextOf } from './matchKeys';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import type { RecordContext } from './context';

/** By what a record is looked for, and what happens where several are found. */
export interface FindBy {
	/** Wire name of a field: the external ID, or one that the list call searches. */
	readonly field: string;
	readonly takesOldest: boolean;
}

/** What a record is looked for by. */
export interface Wanted extends FindBy {
	/** One form for all values that mean the same. */
	readonly key: string;
}

/** What the body of a new record says of the field that it is looked for by. */
export function wantedIn(resource: Resource, by: FindBy, body: IDataObject): Wanted {
	const isExternal = by.field === resource.identifiers.external;
	const key = isExternal ? externalIdIn(resource, body) : matchKeyOf(by.field, body);
	const label = labelOf(resource, by.field);
	if (key && hasLostCharacters(key)) {
		throw badInput(`fields.${by.field}`, `${label} is ${show(key)}`, `� ${LOST_CHARACTERS}.`);
	}
	if (key) return { ...by, key };
	throw badInput(
		`fields.${by.field}`,
		`${label} is required`,
		`Enter a value for ${label}, by which the ${resource.label.toLowerCase()} is looked up.`,
	);
}

/**
 * Looks for the record: the external ID by its own call, any other field by the service's search, whose
 * rows are then compared here. A body that has an external ID besides means that record.
 *
 * @returns undefined where there is none
 */
export async function findExisting(
	execution: RecordContext,
	wanted: Wanted,
	body: IDataObject,
	options: CallOptions,
): Promise<FoundRecord | undefined> {
	const { resource } = execution;
	const externalId = externalIdIn(resource, body);
	if (wanted.field !== resource.identifiers.external) {
		const found = await searchRecord(execution, wanted, body, options);
		if (found || externalId === undefined) return found;
	}
	const reference = { by: 'externalId', value: externalId ?? wanted.key } as const;
	return await findByReference(execution, reference, options);
}

/** @returns undefined where there surely is no such record */
export async function findByReference(
	execution: RecordContext,
	reference: RecordReference,
	options: CallOptions,
): Promise<FoundRecord | undefined> {
	const found = await settle(findRecord(execution, reference, options));
	if (found.ok) return found.value;
	const isMissing = found.failure.kind === 'notFound';
	const meant =
		isMissing && reference.by === 'externalId'
			? await settle(identifyMissing(execution, reference, options, found.failure))
			: found;
	if (meant.ok) {
		const lookup = requestsOf(execution.resource).get(reference, options);
		return { lookup, record: meant.value, reference };
	}
	if (meant.failure.kind === 'notFound') return;
	throw meant.failure;
}

async function searchRecord(
	{ service, resource, parallel, hints }: RecordContext,
	{ field, key, takesOldest }: Wanted,
	body: IDataObject,
	options: CallOptions,
): Promise<FoundRecord | undefined> {
	const { identifiers, plural, list, label } = resource;
	const query = list.search ? { [list.search]: searchTextOf(field, body) } : {};
	const { differences } = hints;
	const wanted = { query, options, parallel, differences, limit: Infinity };
	const { rows } = await readList(service, resource, wanted);
	const lookup = requestsOf(resource).list(query, options);
	const respond = (problem: string) =>
		unexpectedResponse(lookup, problem, { status: 200, headers: {}, body: rows.slice(0, 1) });
	if (rows.length > 0 && !rows.some((row) => field in row)) {
		throw respond(`${plural.toLowerCase()} without "${field}" to compare`);
	}
	const matches = rows.filter((row) => matchKeysOf(field, row).includes(key));
	if (matches.length === 0) {
		const hasTwoNames =
			field === 'name' && resource.fields.some(({ name }) => name === 'last_name');
		if (hasTwoNames && rows.some((row) => mayHaveName(key, row)))
			throw respond(`${plural.toLowerCase()} without a last name to compare; find them by email`);
		return;
	}
	const ids = matches.map((row) => shownId(identifiers, row));
	if (matches.length > 1 && !takesOldest) {
		throw badInput(
			`fields.${field}`,
			`${matches.length} ${plural.toLowerCase()} have the ${labelOf(resource, field).toLowerCase()} ${JSON.stringify(key)}: ${named(ids)}`,
			'Archive those that are not needed, find it by another field, or set When Several Match to Take the Oldest.',
		);
	}
	const record = oldestOf(matches, identifiers.number);
	const id = shownId(identifiers, record);
	if (id === undefined) throw respond(`a ${label.toLowerCase()} without an ID`);
	const reference = { by: 'id', value: String(id) } as const;
	return { lookup, record: withIdentity(identifiers, record), reference };
}

const MAX_NAMED = 5;

const named = (ids: ReadonlyArray<string | number | undefined>) =>
	`${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ', …' : ''}`;

/** By the time of creation, then by number; what has neither comes last. */
function oldestOf(rows: readonly IDataObject[], number = ''): IDataObject {
	const created = (row: IDataObject) => Date.parse(String(row.created_at)) || Infinity;
	const numbered = (row: IDataObject) => Number(row[number]) || Infinity;
	const isOlder = (one: IDataObject, other: IDataObject) =>
		created(one) === created(other)
			? numbered(one) < numbered(other)
			: created(one) < created(other);
	return rows.reduce((oldest, row) => (isOlder(row, oldest) ? row : oldest));
}

const labelOf = ({ fields }: Resource, name: string) =>
	fields.find((field) => field.name === name)?.label ?? name;
