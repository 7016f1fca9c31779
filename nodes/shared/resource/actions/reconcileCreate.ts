import type { IDataObject } from 'n8n-workflow';

import { fail, succeed, type Failure, type Result, type Service } from '../../http';
import { shownId } from './identity';
import { ResponseDifferences } from './readResponse';
import { sendRead } from './send';
import type { Resource } from '../definition/resource';
import { requestsOf, type CallOptions } from './requests';

/** How far the clocks of n8n and of the service may be apart. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Finds out what became of a create that may have happened and must not be sent again: looks for a
 * record with its external ID that was created since. One that is not there yet may still
 * appear, so that the create is not sent again then either.
 *
 * @param since milliseconds since 1970, when the create was first sent
 * @returns what the response to the write would have been, or the failure, with what the look-up showed
 */
export async function reconcileCreate(
	service: Service,
	resource: Resource,
	body: IDataObject,
	options: CallOptions,
	failure: Failure,
	since: number,
): Promise<Result<IDataObject>> {
	const { external = '', externalQuery, envelope } = resource.identifiers;
	const externalId = body[external];
	if (typeof externalId !== 'string' || !externalQuery?.includes('get')) return fail(failure);

	const request = requestsOf(resource).get({ by: 'externalId', value: externalId }, options);
	const expected = { shape: resource.record };
	const found = await sendRead(service, request, expected, new ResponseDifferences());
	if (found.ok && Date.parse(String(found.value.created_at)) >= since - CLOCK_TOLERANCE_MS) {
		return succeed({
			ok: true,
			status: 'created',
			external_id: externalId,
			[envelope]: shownId(resource.identifiers, found.value),
		});
	}
	const lookUpResult = found.ok
		? `An older record has the external ID ${externalId}`
		: found.failure.kind === 'notFound'
			? `Right afterwards there was no record with the external ID ${externalId}`
			: `A look-up of the external ID ${externalId} failed as well`;
	return fail({ ...failure, remedy: `${lookUpResult}. ${failure.remedy}` });
}
