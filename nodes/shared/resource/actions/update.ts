import type { IDataObject } from 'n8n-workflow';

import { settle, unwrap } from '../../http';
import { confirmUpdate, isUndecided } from './confirm';
import type { RecordContext } from './context';
import { externalIdIn, updateRequest, type FoundRecord } from './externalId';
import { checkIdentity, explained, knownFrom, withIdentity } from './identity';
import { withDifference, type Difference } from './onlyIfDifferent';
import type { CallOptions, RecordReference } from './requests';
import { write } from './write';

/** Changes a record; where it was looked up before, it is not looked up again. */
type UpdateRecord = (
	asked: RecordReference,
	body: IDataObject,
	options: CallOptions,
	found?: FoundRecord,
) => Promise<IDataObject>;

/** Prepares updates. */
export function recordUpdater(execution: RecordContext): UpdateRecord {
	const { resource } = execution;
	const send = async (
		wanted: RecordReference,
		...[asked, body, options, found]: Parameters<UpdateRecord>
	) => {
		const request = await updateRequest(execution, asked, body, options, found);
		const written = await settle(write(execution, request, body));
		return !written.ok && isUndecided(written.failure)
			? await confirmUpdate(execution, written.failure, wanted, body, options)
			: unwrap(written);
	};
	return async (asked, body, options, found) => {
		// A body that carries an external ID may change it.
		const externalId = externalIdIn(resource, body);
		const wanted =
			asked.by === 'externalId' && externalId !== undefined
				? { ...asked, value: externalId }
				: asked;
		const sending = send(wanted, asked, body, options, found);
		const sent = await explained(resource, asked, sending);
		const checked = checkIdentity(resource, wanted, sent, 'changed');
		const known = { ...knownFrom(wanted), ...(externalId === undefined ? {} : { externalId }) };
		return withIdentity(resource.identifiers, checked, known);
	};
}

/** Changes a record unless it has all values already. */
export async function updateDifferent(
	update: UpdateRecord,
	{ unchanged, fields, found }: Difference,
	...[asked, body, options]: [RecordReference, IDataObject, CallOptions]
): Promise<IDataObject> {
	if (unchanged) return unchanged;
	const updated = await update(asked, body, options, found);
	return withDifference(updated, fields, true);
}
