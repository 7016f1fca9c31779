import type { IDataObject } from 'n8n-workflow';

import { fail, settle, succeed, type Failure } from '../../http';
import { confirmUpdate, isUndecided } from './confirm';
import type { RecordContext } from './context';
import { together } from './envelope';
import { externalIdIn } from './externalId';
import { checkIdentity, withIdentity } from './identity';
import { findCreated, reconciled, type Found } from './reconcileCreate';
import { requestsOf, type CallOptions } from './requests';
import { write } from './write';

/** Whether it may have happened, and nothing says so. */
const isLost = ({ kind, mayHaveHappened }: Failure) =>
	mayHaveHappened === true && kind !== 'refused' && kind !== 'storedWithProblems';

/** Looks up what became of a create whose outcome is unknown, sent at that time. */
type Reconcile = (since: number) => Promise<Found | undefined>;

/**
 * Prepares creates, upserts included. One that may have happened, and that must not be sent again, is
 * looked up.
 */
export function recordCreator(execution: RecordContext) {
	const { service, resource, hints, tries } = execution;
	const requests = requestsOf(resource);
	const made = (written: IDataObject, externalId?: string): IDataObject => {
		const asked = { by: 'externalId', value: externalId ?? '' } as const;
		const checked =
			externalId === undefined ? written : checkIdentity(resource, asked, written, 'created');
		const record = withIdentity(resource.identifiers, checked, { externalId });
		const { id, job_id: job } = together(record);
		// Whoever goes on with the record needs it.
		if (id === undefined && job === undefined) {
			hints.differences.add(resource.identifiers.envelope, 'missing');
		}
		return record;
	};
	return async (
		item: number,
		body: IDataObject,
		options: CallOptions,
		reconcile: Reconcile = async (since) =>
			await findCreated(service, resource, body, options, since),
	): Promise<IDataObject> => {
		const request = requests.create(body, options);
		const externalId = externalIdIn(resource, body);
		// What may have happened in an earlier try is looked up, not sent.
		const earlier = tries.unknown.get(item);
		const since = earlier ? tries.since : Date.now();
		const sent = earlier ? fail(earlier) : await settle(write(execution, request, body));
		if (!request.idempotent) tries.note(item, sent);
		if (sent.ok) return made(sent.value, externalId);
		if (request.idempotent && isUndecided(sent.failure) && externalId !== undefined) {
			const asked = { by: 'externalId', value: externalId } as const;
			const confirmed = await confirmUpdate(execution, sent.failure, asked, body, options);
			return made(confirmed, externalId);
		}
		if (request.idempotent || !isLost(sent.failure)) throw sent.failure;
		const found = reconciled(sent.failure, await reconcile(since));
		tries.note(item, succeed(found));
		return made(found, externalId);
	};
}
