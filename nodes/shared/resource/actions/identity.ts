import type { IDataObject } from 'n8n-workflow';

import { Failure, failureOf } from '../../http';
import { show } from '../../schema/limits';
import { isGiven, isObject } from '../../schema/values';
import { externalIdKeys, idKeys, type Identifiers, type Resource } from '../definition/resource';
import { RESPONSE, together } from './envelope';
import type { RecordReference } from './requests';

/**
 * A record has up to three identifiers, of three kinds: the service's own ID, a number within the
 * workspace, and the caller's external ID. They stand under different names in records and in responses
 * to writes, and one name may mean two of them (`company_id`).
 */

/** The values given under these keys in a record, then in what the response says beside it. */
function valuesOf(shown: IDataObject, keys: readonly string[]) {
	// In loops: a list may have a hundred thousand rows.
	const given: Array<string | number> = [];
	for (const place of [shown, shown[RESPONSE]]) {
		if (isObject(place)) for (const key of keys) if (isGiven(place[key])) given.push(place[key]);
	}
	return given;
}

/** The ID that a path takes for this record, as far as the response shows one. */
export const shownId = (
	identifiers: Identifiers,
	shown: IDataObject,
): string | number | undefined => valuesOf(shown, idKeys(identifiers))[0];

/** The external ID that a record or a response shows, whichever way it is spelled. */
export function shownExternalId(identifiers: Identifiers, shown: IDataObject): string | undefined {
	const [value] = valuesOf(shown, externalIdKeys(identifiers));
	return value === undefined ? undefined : String(value);
}

/** The external ID that a body carries; undefined when it carries none, or clears it. */
export function externalIdIn(resource: Resource, body: IDataObject): string | undefined {
	const field = resource.fields.find(({ name }) => name === resource.identifiers.external);
	const value = field && valueAt(body, [...(field.nestedIn ?? []), field.name]);
	return typeof value === 'string' ? value : undefined;
}

/** The reference by the external ID that a body carries. */
export function referenceIn(resource: Resource, body: IDataObject): RecordReference | undefined {
	const value = externalIdIn(resource, body);
	return value === undefined ? undefined : { by: 'externalId', value };
}

/** What objects hold at a path of keys. */
export const valueAt = (object: unknown, path: readonly string[]): unknown =>
	path.reduce((place, key) => (isObject(place) ? place[key] : undefined), object);

/** What is known of a record beside what the response shows. */
export interface KnownIdentity {
	readonly id?: string | number;
	readonly externalId?: string;
}

/**
 * An output item with `id` and `external_id`, as far as they are known: a record's own `id` stays as it
 * is, any other is the identifier that a path takes. A record that shows both, or of which no more is
 * known, is not copied: a list may have a hundred thousand.
 */
export function withIdentity(
	identifiers: Identifiers,
	shown: IDataObject,
	known: KnownIdentity = {},
): IDataObject {
	const { id: own, external_id: ownExternal } = shown;
	const id = isGiven(own) ? own : (shownId(identifiers, shown) ?? known.id ?? own);
	const externalId = isGiven(ownExternal)
		? ownExternal
		: (shownExternalId(identifiers, shown) ?? known.externalId ?? ownExternal);
	if (id === own && externalId === ownExternal) return shown;
	const identity = {
		...(id === undefined ? {} : { id }),
		...(externalId === undefined ? {} : { external_id: externalId }),
	};
	// First to have them in front, last because an empty one may stand in the record.
	return { ...identity, ...shown, ...identity };
}

/** What a reference says of the record by itself. */
export const knownFrom = ({ by, value }: RecordReference): KnownIdentity =>
	by === 'id' ? { id: value } : { externalId: value };

type Verb = 'returned' | 'created' | 'changed' | 'archived' | 'scored' | 'enriched';

/**
 * Whether the record in a response is the one that was asked for. Only identifiers of the same kind are
 * compared; a response that shows none of that kind is accepted.
 *
 * @param verb what the service did with the record
 */
export function checkIdentity(
	resource: Pick<Resource, 'label' | 'identifiers'>,
	reference: RecordReference,
	shown: IDataObject,
	verb: Verb,
): IDataObject {
	const other =
		reference.by === 'externalId'
			? otherThan(reference.value, [shownExternalId(resource.identifiers, shown)])
			: otherId(resource.identifiers, reference.value, shown, verb);
	if (other === undefined) return shown;
	const label = resource.label.toLowerCase();
	const kind = reference.by === 'externalId' ? 'external ID' : 'ID';
	const isRead = verb === 'returned';
	throw new Failure({
		kind: isRead ? 'notFound' : 'unexpectedResponse',
		message: `The service ${verb} another ${label}: ${kind} ${show(other)} instead of ${show(reference.value)}`,
		remedy: isRead
			? `Check that a ${label} with this ${kind} exists${kind === 'external ID' ? ', or pick it by its ID' : ''}.`
			: `Check both records in the service, and pick the ${label} by its ID.`,
		serviceDetails: shown,
		mayHaveHappened: isRead ? undefined : true,
	});
}

const otherThan = (id: string, shown: ReadonlyArray<string | undefined>) =>
	shown.includes(id) ? undefined : shown.find((value) => value !== undefined);

/** An ID of the same kind that is shown instead of the one asked for. */
function otherId(
	identifiers: Identifiers,
	id: string,
	shown: IDataObject,
	verb: Verb,
): string | undefined {
	const kind = kindOf(id);
	// A response to a write shows one identifier; of two numbers, one may be the ID, one the number.
	if (kind === 'number' && !READS.has(verb)) return undefined;
	if (kind !== 'number' && Object.values(together(shown)).includes(id)) return undefined;
	const alike = valuesOf(shown, idKeys(identifiers))
		.map(String)
		.filter((value) => kindOf(value) === kind);
	return otherThan(plain(id), alike.map(plain));
}

/** What is said of a record: it has to be the one that was asked for, whatever its identifier looks like. */
const READS: ReadonlySet<Verb> = new Set(['returned', 'scored', 'enriched']);

/** Whether a record shows this ID, which proves that it is the one that was asked for. */
export const showsId = (identifiers: Identifiers, shown: IDataObject, id: string): boolean =>
	valuesOf(shown, idKeys(identifiers)).some((value) => plain(String(value)) === plain(id));

const NUMBER = /^\d+$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type IdKind = 'number' | 'uuid' | 'text';

/** What an identifier looks like; only observed, so that nothing is rejected for it before it is sent. */
export const kindOf = (id: string): IdKind =>
	NUMBER.test(id) ? 'number' : UUID.test(id) ? 'uuid' : 'text';

/** The form in which the same IDs are written alike: a UUID in lower case, a number without leading zeros. */
export const plain = (id: string) =>
	NUMBER.test(id) ? id.replace(/^0+(?=\d)/, '') : id.toLowerCase();

const WRONG_REFERENCE: ReadonlyArray<number | undefined> = [400, 404, 410, 422];

/**
 * A failure with what may be wrong with the reference, an identifier of another kind, behind what the service says.
 *
 * @param takes what the call takes by ID: the service's own ID only, or the number too
 */
export function explainReference(
	{ label, identifiers }: Pick<Resource, 'label' | 'identifiers'>,
	{ by, value }: RecordReference,
	failure: Failure,
	takes: 'id' | 'any' = 'any',
): Failure {
	if (!WRONG_REFERENCE.includes(failure.status)) return failure;
	const thing = label.toLowerCase();
	const kind = kindOf(value);
	if (by === 'externalId') {
		return kind === 'uuid'
			? failure.with({ remedy: `"${value}" looks like an ID: pick By ID. ${failure.remedy}` })
			: failure;
	}
	if (kind === 'uuid' || identifiers.record === undefined) return failure;
	if (kind === 'text' && takes === 'any') return failure;
	const what = kind === 'number' ? `a ${thing} number` : `no ID of a ${thing}`;
	const remedy = `If "${value}" is ${what}: use the field "id" of the ${thing}. ${failure.remedy}`;
	return failure.with({ remedy, parameter: 'recordId' });
}

/** @throws what the work throws, explained as by `explainReference` */
export async function explained<T>(
	resource: Pick<Resource, 'label' | 'identifiers'>,
	reference: RecordReference,
	work: Promise<T>,
	takes?: 'id' | 'any',
): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw explainReference(resource, reference, failureOf(error), takes);
	}
}

/** Fields that say in words how a record stands. */
const STATES = ['status', 'usage_status', 'state', 'record_status', 'lifecycle_status'];

/** Keys such as `archived`, `isDeleted`, `archived_at`; not those such as `archived_items`. */
const ARCHIVED_KEY = /^(is_?|was_?)?(archived?|deleted|trashed)(_?(at|on|by|date|time))?$/i;

/** Values of such a key in a record that is not archived; among them dates that stand for none, or for never. */
const UNARCHIVED =
	/^(|0|n|no|not .*|f|false|off|-|none|null|nil|undefined|n\/?a|never|active|(000[01]-|1969-12-31|1970-01-01|9999-).*)$/i;

/** Of an object any value may say so. */
const isMark = (value: unknown): boolean =>
	typeof value === 'object' && value !== null
		? Object.values(value).some(isMark)
		: !UNARCHIVED.test(String(value ?? '').trim());

/** Whether a record says of itself that it is archived: in words, by a mark, or by the time when it was. */
export const showsArchived = (record: IDataObject): boolean =>
	STATES.some((key) => isArchived(record[key])) ||
	Object.keys(record).some((key) => ARCHIVED_KEY.test(key) && isMark(record[key]));

/**
 * Whether this is the state of an archived record: free text, so it is read word by word; "Unarchived" and "not archived" are
 * something else.
 */
export function isArchived(state: unknown): boolean {
	const words = (typeof state === 'string' ? state : '').toLowerCase().split(/[^\p{L}]+/u);
	return (
		words.some((word) => word === 'archived' || word === 'deleted') &&
		!words.some((word) => word === 'not' || word === 'un' || word === 'never')
	);
}
