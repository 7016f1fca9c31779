import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../schema/values';

/**
 * The response to a write says two things: the outcome of the write (specification: Write envelope), and,
 * of some objects, what the record is now. An item keeps them apart, so that the next node does not
 * write `status: "updated"` into a record: the record is on top, the envelope below this key.
 */
export const RESPONSE = 'response';

/** Keys that only an envelope has; a body with one of them, and without `data`, is all envelope. */
const MARKS = ['ok', 'success', 'ctx_id'];

/** Keys of which an envelope may consist: words about the write, and identifiers. */
const ENVELOPE_KEY =
	/^(status|message|detail|errors?|code|created|updated|deleted|note|results|job_id|external_?id|(\w+_)?u?u?id)$/i;

/**
 * The body of a response to a write, with the envelope below `response`: all of it but the record that
 * it wraps, or but a body that is a record by itself.
 *
 * @param wrappers the keys that may hold the record, such as `data`
 */
export function apart(body: IDataObject, wrappers: readonly string[]): IDataObject {
	const wrapper = wrappers.find((key) => isObject(body[key]));
	if (wrapper !== undefined) {
		const { [wrapper]: record, ...envelope } = body;
		return below(record as IDataObject, envelope);
	}
	const isEnvelope =
		MARKS.some((key) => key in body) || Object.keys(body).every((key) => ENVELOPE_KEY.test(key));
	return isEnvelope ? below({}, body) : body;
}

/** A record with what a response says of it; an empty one says nothing. */
export const below = (record: IDataObject, envelope: IDataObject): IDataObject =>
	Object.keys(envelope).length > 0 ? { ...record, [RESPONSE]: envelope } : record;

/** Record and envelope as the service sent them, side by side. */
export function together(written: IDataObject): IDataObject {
	// A body may have hundreds of thousands of keys.
	if (!isObject(written[RESPONSE])) return written;
	const { [RESPONSE]: envelope, ...record } = written;
	return Object.keys(record).length > 0
		? { ...(envelope as IDataObject), ...record }
		: (envelope as IDataObject);
}

/** What a response says that a write has done, where it does. */
export function doneIn(written: IDataObject): 'created' | 'updated' | undefined {
	const envelope = (written[RESPONSE] ?? {}) as IDataObject;
	const { created = envelope.created } = written;
	if (typeof created === 'boolean') return created ? 'created' : 'updated';
	const { status } = envelope;
	return status === 'created' || status === 'updated' ? status : undefined;
}

/** Of the result of one of many records: who it is, and what the next step goes on with. */
const ON_TOP = new Set([
	'id',
	'external_id',
	'object_id',
	'record_id',
	'created',
	'queued',
	'job_id',
	RESPONSE,
]);

/** The words about a call that stand beside its result. */
const WORDS = new Set(['ok', 'success', 'status', 'message', 'ctx_id']);

/** The result of one of many records as an item; one that was looked up is an item already. */
export const itemOfResult = (result: IDataObject): IDataObject =>
	split(result, (key) => ON_TOP.has(key));

/** The result of Enrich or Score as an item: all of it but the words about the call. */
export const itemOfCall = (result: IDataObject): IDataObject =>
	split(together(result), (key) => !WORDS.has(key));

function split(all: IDataObject, isOnTop: (key: string) => boolean): IDataObject {
	const [top, envelope]: [IDataObject, IDataObject] = [{}, {}];
	for (const key of Object.keys(all)) (isOnTop(key) ? top : envelope)[key] = all[key];
	return below(top, envelope);
}
