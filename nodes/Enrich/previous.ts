import type { IDataObject } from 'n8n-workflow';

import { company } from '../Company/company';
import type { CredentialType, Service } from '../shared/http';
import { shownId, showsId } from '../shared/resource/actions/identity';
import { findRecord } from '../shared/resource/actions/identityProof';
import type { RecordReference } from '../shared/resource/actions/requests';
import { settle } from '../shared/http/failure';

/**
 * Reads companies as they were before this run: each is read once, and the first reading of each counts.
 *
 * @returns the company, or why it is not known
 */
export function previousValues(service: Service, credential: CredentialType) {
	const reads = new Map<string, Promise<IDataObject | string>>();
	const first = new Map<string, IDataObject>();
	const read = async (reference: RecordReference): Promise<IDataObject | string> => {
		// A workspace code goes to Enrich and Score only (specification: Authentication, 5).
		if (credential === 'workspaceRecordsInternalApi') {
			return 'Read Previous Values needs an access or refresh token';
		}
		const found = await settle(findRecord({ service, resource: company }, reference, {}));
		if (!found.ok) return found.failure.message;
		const { record } = found.value;
		if (!showsId(company.identifiers, record, reference.value)) {
			return 'the record that was found shows no ID that proves it';
		}
		// By its number it may have been written since it was read by its ID.
		const id = String(shownId(company.identifiers, record));
		const known = first.get(id) ?? record;
		first.set(id, known);
		return known;
	};
	return async (reference: RecordReference): Promise<IDataObject | string> => {
		const known = reads.get(reference.value) ?? read(reference);
		reads.set(reference.value, known);
		return await known;
	};
}
