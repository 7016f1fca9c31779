import type { IDataObject } from 'n8n-workflow';

import { settle, type Failure } from '../../http';
import { isArchived } from './archived';
import { compareWithRecord } from './compare';
import type { RecordContext } from './context';
import { below } from './envelope';
import { findRecord } from './externalId';
import { shownId } from './identity';
import type { CallOptions, RecordReference } from './requests';

/** Whether a response came that left open whether the write was done. */
export const isUndecided = ({ kind, status = 0, mayHaveHappened }: Failure): boolean =>
	mayHaveHappened === true &&
	(kind === 'unknownOutcome' || kind === 'unexpectedResponse') &&
	status >= 200 &&
	status < 300;

const NOTE =
	'The response did not say whether it was done. A look-up shows that it is; it is unknown whether this request did it.';

/**
 * Looks up, once, whether an update whose response left it open was done: the record has the values. Sending it again
 * is safe, so that it is no more than counted where that is not certain.
 *
 * @returns what the response would have been
 * @throws the failure
 */
export async function confirmUpdate(
	execution: RecordContext,
	failure: Failure,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
): Promise<IDataObject> {
	const { resource, hints } = execution;
	const found = await settle(findRecord(execution, reference, options));
	const known = reference.by === 'externalId' ? reference.value : undefined;
	if (found.ok) {
		const { record } = found.value;
		const { changed } = compareWithRecord(resource, body, record, known);
		const id = shownId(resource.identifiers, record);
		if (changed.length === 0) {
			return below(id === undefined ? {} : { id }, { note: NOTE });
		}
	}
	hints.undecided();
	throw failure;
}

/**
 * The same of a record that was to be archived: the service says that it is not found, which another record in its place
 * does not, or it shows that it is archived.
 */
export async function confirmArchived(
	execution: RecordContext,
	failure: Failure,
	reference: RecordReference,
	options: CallOptions,
): Promise<IDataObject> {
	const found = await settle(findRecord(execution, reference, options));
	const isDone = found.ok
		? isArchived(found.value.record.status ?? found.value.record.usage_status) ||
			found.value.record.archived === true
		: found.failure.kind === 'notFound' && found.failure.status !== undefined;
	if (isDone) return below({}, { note: NOTE });
	execution.hints.undecided();
	throw failure;
}
