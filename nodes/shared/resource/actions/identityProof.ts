import type { IDataObject } from 'n8n-workflow';

import { keptUnder } from '../../lifetime';
import { Failure, settle, settleNow, unwrap, type FailureKind } from '../../http';
import { show } from '../../schema/limits';
import { can, known } from '../../service/capabilities';
import { type Resource, idKeys } from '../definition/resource';
import { checkIdentity, shownExternalId, shownId } from './identity';
import { withAdditionalQuery } from './input/additional';
import { readList } from './lists/list';
import type { ListSource } from './lists/pages';
import { readObject, type Expected } from './readResponse';
import { requestsOf, type RecordReference } from './requests';

/**
 * A path takes an external ID only where nothing else fits it: "1" is record number 1, for a service that
 * does not honour `?external_id=`. So what a look-up by external ID says counts only with proof: the
 * response shows that external ID; or the query was honoured once, because with a random external ID
 * the path of a record that is there found nothing. Otherwise it is not certain which record is meant.
 */

/** Where records are: the service, what they are, and what calls for them need to know beside the record. */
export type RecordSource = Pick<ListSource, 'service' | 'resource' | 'options'>;

/** What look-ups of an object have shown in an execution. */
interface Seen {
	/** A record showed the external ID that it was looked up by, and that is no other ID of it. */
	shows?: boolean;
	/** The first record of the list, to find it out with. */
	first?: ReturnType<typeof readSample>;
}

const seen = keptUnder('What look-ups show', 'service of an execution', (): Seen => ({}));

const seenOf = ({ service, resource, options }: RecordSource) =>
	seen(service, JSON.stringify([resource.name, options.workspaceId]));

/** A record that was looked up. */
export interface FoundRecord {
	readonly record: IDataObject;
	/** By what it was looked up, and can be changed. */
	readonly reference: RecordReference;
}

/** How a record is read whose response goes to a person. */
interface Reading {
	readonly query?: IDataObject;
	readonly specified?: Expected['specified'];
}

/** Sends the look-up of one record, whichever the service takes it for. @throws Failure */
export async function readRecord(
	{ service, resource, options }: RecordSource,
	reference: RecordReference,
	{ query, specified }: Reading = {},
) {
	const request = withAdditionalQuery(requestsOf(resource).get(reference, options), query);
	const response = await service.send(request);
	const expected = { shape: resource.record, specified };
	return { response, record: readObject(request, response, expected) };
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
	reading?: Reading,
): Promise<FoundRecord> {
	const { record: shown } = await readRecord(source, reference, reading);
	return { record: await identify(source, reference, shown), reference };
}

/** Looks a record up that may not be there: undefined where there surely is none. @throws Failure */
export async function findIfThere(
	source: RecordSource,
	reference: RecordReference,
): Promise<FoundRecord | undefined> {
	let found = await settle(findRecord(source, reference));
	if (!found.ok && found.failure.kind === 'notFound' && reference.by === 'externalId') {
		found = await settle(identifyMissing(source, reference, found.failure));
	}
	return !found.ok && found.failure.kind === 'notFound' ? undefined : unwrap(found);
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
): Promise<IDataObject> {
	const { resource } = source;
	const checked = settleNow(() => checkIdentity(resource, reference, found, 'returned'));
	if (reference.by !== 'externalId') return unwrap(checked);
	if (shownExternalId(resource.identifiers, found) === reference.value) {
		// Its number may have been what was found.
		const ids = idKeys(resource.identifiers).map((key) => String(found[key]));
		if (!ids.includes(reference.value)) seenOf(source).shows = true;
		return unwrap(checked);
	}
	if (checked.ok && (await honoursQuery(source, found))) return checked.value;
	throw checked.ok ? unproven(resource, reference) : checked.failure.with({ kind: 'unproven' });
}

/**
 * What a look-up means that found nothing by external ID: a service that ignores the query finds nothing
 * for a record that is there.
 *
 * @throws Failure of the kind `notFound` where there surely is none
 */
async function identifyMissing(
	source: RecordSource,
	reference: RecordReference,
	missing: Failure,
): Promise<never> {
	const { resource } = source;
	const before = seenOf(source);
	if (before.shows || (await known('findsByExternalId', source))) throw missing;
	const { sample, isEmpty } = await (before.first ??= readSample(source));
	if (isEmpty) throw missing;
	if (!sample) throw unproven(resource, reference, NO_SAMPLE);
	throw (await honoursQuery(source, sample)) ? missing : unproven(resource, reference);
}

const NO_SAMPLE =
	'Nothing was found, and no list shows whether the service honours external IDs in look-ups.';

/** Whether the query decides which record is returned. */
async function honoursQuery(source: RecordSource, record: IDataObject): Promise<boolean> {
	const { identifiers } = source.resource;
	const id = shownId(identifiers, record);
	if (id === undefined || !identifiers.externalQuery?.includes('get')) return false;
	return await can('findsByExternalId', { ...source, id: String(id) });
}

/** The first record of the list; none where the list is not there, or empty for sure. */
async function readSample({ service, resource, options: { workspaceId } }: RecordSource) {
	const read = await settle(readList({ service, resource, options: { workspaceId }, limit: 1 }));
	// A list that the service does not have, or not in this form, shows nothing.
	if (!read.ok && NO_LIST.includes(read.failure.kind)) return {};
	const { rows, doubt } = unwrap(read);
	return { sample: rows[0], isEmpty: rows.length === 0 && doubt === undefined };
}

const NO_LIST: readonly FailureKind[] = ['notFound', 'refused', 'forbidden', 'unexpectedResponse'];

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
