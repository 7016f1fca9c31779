import type { IDataObject } from 'n8n-workflow';

import { fail, succeed, type Result } from '../../http';
import type { Resource } from '../definition/resource';
import { confirmUpdate, isUndecided } from './confirm';
import type { RecordContext } from './context';
import { externalIdIn, updateRequest, type FoundRecord } from './externalId';
import { checkIdentity, explainReference, knownFrom, withIdentity } from './identity';
import { withDifference, type Difference } from './onlyIfDifferent';
import type { CallOptions, RecordReference } from './requests';
import { write } from './write';

/** Changes a record; where it was looked up before, it is not looked up again. */
type UpdateRecord = (
	asked: RecordReference,
	body: IDataObject,
	options: CallOptions,
	found?: FoundRecord,
) => Promise<Result<IDataObject>>;

/** Prepares updates. */
export function recordUpdater(execution: RecordContext): UpdateRecord {
	const { resource } = execution;
	return async (asked, body, options, found) => {
		const explained = explainer(resource, asked);
		const request = await updateRequest(execution, asked, body, options, found);
		if (!request.ok) return explained(request);
		const written = await write(execution, request.value, body);
		// A body that carries an external ID may change it.
		const externalId = externalIdIn(resource, body);
		const wanted =
			asked.by === 'externalId' && externalId !== undefined
				? { ...asked, value: externalId }
				: asked;
		const sent =
			!written.ok && isUndecided(written.failure)
				? await confirmUpdate(execution, written.failure, wanted, body, options)
				: written;
		if (!sent.ok) return explained(sent);
		const checked = checkIdentity(resource, wanted, sent.value, 'changed');
		const known = { ...knownFrom(wanted), ...(externalId === undefined ? {} : { externalId }) };
		return checked.ok ? succeed(withIdentity(resource.identifiers, checked.value, known)) : checked;
	};
}

/** Changes a record unless it has all values already. */
export async function updateDifferent(
	update: UpdateRecord,
	{ unchanged, fields, found }: Difference,
	...[asked, body, options]: [RecordReference, IDataObject, CallOptions]
): Promise<Result<IDataObject>> {
	if (unchanged) return succeed(unchanged);
	const updated = await update(asked, body, options, found);
	return updated.ok ? succeed(withDifference(updated.value, fields, true)) : updated;
}

/** Adds to a failure what is probably wrong with the reference. */
export const explainer =
	(resource: Resource, reference: RecordReference) =>
	<T>(result: Result<T>): Result<T> =>
		result.ok ? result : fail(explainReference(resource, reference, result.failure));
