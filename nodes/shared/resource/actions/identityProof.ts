import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { keptUnder } from '../../execution';
import {
	Failure,
	settle,
	settleNow,
	unwrap,
	type Result,
	type Service,
	type ServiceRequest,
} from '../../http';
import { show } from '../../schema/limits';
import { type Resource, externalIdKeys, idKeys } from '../definition/resource';
import { checkIdentity, shownExternalId, shownId } from './identity';
import { readList } from './lists/list';
import { ResponseDifferences, sendRead } from './readResponse';
import { requestsOf, type CallOptions, type RecordReference } from './requests';

/**
 * A path takes an external ID only where nothing else fits it: "1" is record number 1, for a service that
 * does not honour `?external_id=`. So what a look-up by external ID says counts only with proof: the
 * response shows that external ID; or the query was honoured once, because with a random external ID
 * the path of a record that is there found nothing. Otherwise a list decides that shows external IDs.
 */

/** Where records are looked up. */
export interface RecordSource {
	readonly service: Service;
	readonly resource: Resource;
}

/** What responses have shown of the look-ups of one object by external ID. */
interface Lesson {
	/** A record showed the external ID that it was looked up by, and that is no other ID of it. */
	shows?: boolean;
	/** Whether the query decides; settled at once, because several may await it or none. */
	honours?: Promise<Result<boolean>>;
}

/** By service and credential, as long as the process knows their limits; then by object. */
const lessons = keptUnder((): Lesson => ({}));
/** What lists show, by execution; then by object and workspace. */
const lists = keptUnder(readExternalIds);

/** What a list shows of the external IDs of its records. */
interface Listed {
	/** One of the records; undefined where there is none, or no list. */
	readonly sample?: IDataObject;
	/** There surely is none. */
	readonly isEmpty?: boolean;
	/** The IDs of the records by external ID; undefined where the list shows no external IDs. */
	readonly ids?: ReadonlyMap<string, ReadonlyArray<string | number>>;
	/** Why it may not be all. */
	readonly doubt?: string;
}

/** A record that was looked up. */
export interface FoundRecord {
	readonly lookup: ServiceRequest;
	readonly record: IDataObject;
	/** By what it can be changed. */
	readonly reference: RecordReference;
}

/**
 * Looks a record up.
 *
 * @throws Failure of the kind `notFound`, and of the kind `unproven` where nothing shows that the record
 * found is the one meant
 */
export async function findRecord(
	source: RecordSource,
	reference: RecordReference,
	options: CallOptions,
): Promise<FoundRecord> {
	const { service, resource } = source;
	const lookup = requestsOf(resource).get(reference, options);
	// What the record looks like does not matter here.
	const expected = { shape: resource.record };
	const found = await sendRead(service, lookup, expected, new ResponseDifferences());
	const record = await identify(source, reference, found, options);
	return { lookup, record, reference };
}

/**
 * The record that was asked for, from what its look-up returned.
 *
 * @throws Failure of the kinds `notFound`, where there surely is no such record, and `unproven`
 */
export async function identify(
	source: RecordSource,
	reference: RecordReference,
	found: IDataObject,
	options: CallOptions,
): Promise<IDataObject> {
	const { resource } = source;
	const checked = settleNow(() => checkIdentity(resource, reference, found, 'returned'));
	if (reference.by !== 'externalId') return unwrap(checked);
	const lesson = lessonOf(source);
	if (shownExternalId(resource.identifiers, found) === reference.value) {
		// Its number may have been what was found.
		const ids = idKeys(resource.identifiers).map((key) => String(found[key]));
		lesson.shows ||= !ids.includes(reference.value);
		return unwrap(checked);
	}
	if (checked.ok && (await honoursQuery(source, found, options))) return checked.value;
	const otherwise = checked.ok
		? unproven(resource, reference)
		: checked.failure.with({ kind: 'unproven' });
	return await fromList(source, reference, options, otherwise);
}

/**
 * What a look-up means that found nothing by external ID: a service that ignores the query finds nothing
 * for a record that is there.
 *
 * @returns the record where the list has it
 * @throws Failure of the kind `notFound` where there surely is none
 */
export async function identifyMissing(
	source: RecordSource,
	reference: RecordReference,
	options: CallOptions,
	missing: Failure,
): Promise<IDataObject> {
	const lesson = lessonOf(source);
	if (lesson.shows) throw missing;
	const known = await lesson.honours;
	if (known?.ok && known.value) throw missing;
	const { sample, isEmpty } = await readOnce(source, options, 1);
	if (isEmpty) throw missing;
	if (!sample) throw unproven(source.resource, reference, NO_SAMPLE);
	if (await honoursQuery(source, sample, options)) throw missing;
	return await fromList(source, reference, options, unproven(source.resource, reference));
}

const NO_SAMPLE =
	'Nothing was found, and no list shows whether the service honours external IDs in look-ups.';

const lessonOf = ({ service, resource }: RecordSource) => lessons(service.account, resource.name);

/** Whether the query decides which record is returned; one request for a service, credential and object. */
async function honoursQuery(
	source: RecordSource,
	record: IDataObject,
	options: CallOptions,
): Promise<boolean> {
	const { identifiers } = source.resource;
	const id = shownId(identifiers, record);
	if (id === undefined || !identifiers.externalQuery?.includes('get')) return false;
	const lesson = lessonOf(source);
	const asked = (lesson.honours ??= settle(findsNothing(source, String(id), options)));
	const honoured = await asked;
	// What could not be found out now may be later.
	if (!honoured.ok && lesson.honours === asked) lesson.honours = undefined;
	return unwrap(honoured);
}

/** Whether the path of a record that is there finds nothing with an external ID that no record has. */
async function findsNothing(
	{ service, resource }: RecordSource,
	id: string,
	options: CallOptions,
): Promise<boolean> {
	const request = requestsOf(resource).get({ by: 'id', value: id }, options);
	const query = { ...request.query, external_id: `n8n-${randomUUID()}` };
	const purpose = `find out how to look up ${resource.plural.toLowerCase()}`;
	const probe = { ...request, query, purpose };
	const expected = { shape: resource.record };
	const found = await settle(sendRead(service, probe, expected, new ResponseDifferences()));
	if (found.ok) return false;
	const { kind } = found.failure;
	if (kind === 'notFound') return true;
	if (kind === 'refused' || kind === 'unexpectedResponse') return false;
	throw found.failure;
}

/** What the list, or its first row, shows: read once for an execution, object and workspace. */
async function readOnce(
	source: RecordSource,
	{ workspaceId }: CallOptions,
	limit: number,
): Promise<Listed> {
	const { name, list } = source.resource;
	const read = list.paging === 'none' ? Infinity : limit;
	const key = JSON.stringify([name, workspaceId, String(read)]);
	return await lists(source.service, key, source, { workspaceId }, read);
}

/** Pages of a list that are read ahead at once. */
const PARALLEL = 5;

async function readExternalIds(
	{ service, resource }: RecordSource,
	options: CallOptions,
	limit: number,
): Promise<Listed> {
	const { identifiers } = resource;
	const read = await settle(
		readList(service, resource, { query: {}, options, limit, parallel: PARALLEL }),
	);
	// A list that the service does not have, or not in this form, shows nothing.
	if (!read.ok && NO_LIST.has(read.failure.kind)) return {};
	const { rows, doubt } = unwrap(read);
	const keys = externalIdKeys(identifiers);
	if (rows.length === 0) return { isEmpty: doubt === undefined };
	if (!rows.some((row) => keys.some((key) => key in row))) return { sample: rows[0] };
	const ids = new Map<string, Array<string | number>>();
	for (const row of rows) {
		const externalId = shownExternalId(identifiers, row);
		const id = shownId(identifiers, row);
		if (externalId === undefined || id === undefined) continue;
		const same = ids.get(externalId);
		if (same) same.push(id);
		else ids.set(externalId, [id]);
	}
	return { sample: rows[0], ids, doubt };
}

const NO_LIST: ReadonlySet<Failure['kind']> = new Set([
	'notFound',
	'refused',
	'forbidden',
	'unexpectedResponse',
]);

/**
 * The record that the list has under the external ID, as Get shows it.
 *
 * @param otherwise what is to be said where the list shows no external IDs
 */
async function fromList(
	source: RecordSource,
	reference: RecordReference,
	options: CallOptions,
	otherwise: Failure,
): Promise<IDataObject> {
	const { resource } = source;
	const first = await readOnce(source, options, 1);
	if (!first.ids) throw otherwise;
	const { ids, doubt } = await readOnce(source, options, Infinity);
	const [id, ...others] = ids?.get(reference.value) ?? [];
	if (others.length > 0) {
		throw unproven(resource, reference, `${others.length + 1} records have it.`);
	}
	if (id === undefined) {
		if (doubt) throw unproven(resource, reference, doubt);
		const { label, plural } = resource;
		throw new Failure({
			kind: 'notFound',
			message: `No ${label.toLowerCase()} has the external ID ${show(reference.value)}`,
			remedy: `Check the external ID; it is in none of the ${plural.toLowerCase()} that Get Many returns.`,
		});
	}
	const { record } = await findRecord(source, { by: 'id', value: String(id) }, options);
	return record;
}

/** Nothing shows which record an external ID means. */
function unproven(
	{ label, plural }: Resource,
	{ value }: RecordReference,
	why = `The service shows no external IDs of ${plural.toLowerCase()} and ignores them in look-ups.`,
) {
	const one = label.toLowerCase();
	return new Failure({
		kind: 'unproven',
		message: `It is not certain which ${one} has the external ID ${show(value)}`,
		remedy: `${why} Look for the ${one} with Get Many, and use its ID.`,
	});
}
