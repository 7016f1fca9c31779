import type { IDataObject } from 'n8n-workflow';

import type { ExecutionContext } from '../execution';
import { badInput, settle, unwrap, type Result } from '../http';
import { kindOf, shownId } from '../resource/actions/identity';
import { findRecord, type FoundRecord } from '../resource/actions/identityProof';
import { readRecordId } from '../resource/actions/input/itemInput';
import type { RecordReference } from '../resource/actions/requests';
import type { Resource } from '../resource/definition/resource';
import { aiCredentialOf } from './parameters';
import { pickedName } from './result';

/** A record by the ID that Enrich and Score take, and what an item says of it. */
interface OwnId {
	readonly reference: RecordReference;
	readonly known: IDataObject;
}

/**
 * Prepares to name records by the service's own ID, the only one that Enrich and Score take (observed). A number and an
 * external ID are looked up, each once; a number that nothing is found for is sent as it is.
 *
 * @returns for the locator of an item. Throws Failure where an external ID cannot be looked up
 */
export function ownIdReader({ context, service }: ExecutionContext) {
	const lookUps = new Map<string, Promise<Result<FoundRecord>>>();
	return async (resource: Resource, item: number): Promise<OwnId> => {
		const given = readRecordId(context, resource.label, item);
		const picked = pickedName(context, item);
		// A workspace code goes to Enrich and Score only (specification: Authentication, 5).
		const canRead = aiCredentialOf(context) === 'workspaceRecordsApi';
		const isExternal = given.by === 'externalId';
		if (!isExternal && (!canRead || kindOf(given.value) !== 'number')) {
			return { reference: given, known: { id: given.value, ...picked } };
		}
		if (!canRead) {
			throw badInput(
				'recordId',
				`A workspace code cannot look up the external ID of the ${resource.label.toLowerCase()}`,
				'Choose By ID, or set Authentication to Access or Refresh Token.',
			);
		}
		const key = JSON.stringify([resource.name, given]);
		const lookUp =
			lookUps.get(key) ?? settle(findRecord({ service, resource, options: {} }, given));
		lookUps.set(key, lookUp);
		const found = await lookUp;
		const record: IDataObject = isExternal || found.ok ? unwrap(found).record : {};
		const id = shownId(resource.identifiers, record);
		if (id === undefined && isExternal) {
			throw badInput(
				'recordId',
				`The service shows no ID of the ${resource.label.toLowerCase()} with this external ID`,
				'Choose By ID.',
			);
		}
		const value = String(id ?? given.value);
		const { name } = record;
		const external = isExternal && { external_id: given.value };
		const known = { id: value, ...external, ...(name ? { name } : {}), ...picked };
		return { reference: { by: 'id', value }, known };
	};
}
