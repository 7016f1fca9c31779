// The workflow that the checks run: saves companies by external ID.
import { connected, ours } from '../e2e/lib/workflows.mjs';

export const START = 'Start';
export const SAVE = 'Save Company';

/** The external IDs that belong to one batch of companies. */
export const idsOf = (batch, count) =>
	Array.from({ length: count }, (_, n) => `queue-${batch}-${n}`);

/**
 * A workflow that upserts companies.
 *
 * @param {string} batch names the workflow and its companies
 * @param {number} count of companies
 * @param {{name: string, type: string}} credential
 * @param {{url?: string, save?: object, next?: object[]}} [more] website of all companies, other parameters of the node
 *   that saves them, nodes behind it
 */
export function upsertWorkflow(batch, count, credential, { url, save, next = [] } = {}) {
	const companies = idsOf(batch, count).map((external_id) => ({
		external_id,
		name: `Company ${external_id}`,
		url,
	}));
	return connected(`Upsert ${batch}`, [
		{ name: START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Companies',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ companies }), options: {} },
		},
		{
			name: 'One Item per Company',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'companies', options: {} },
		},
		ours(
			SAVE,
			'workspaceRecordsCompany',
			{
				resource: 'company',
				operation: 'upsert',
				fields: { mappingMode: 'autoMapInputData', value: null },
				options: {},
				...save,
			},
			credential,
		),
		...next,
	]);
}

/**
 * Compares the companies that the service stores with those that it should store once.
 *
 * @param {{externalId: string | null}[]} records of the service
 * @param {string[]} ids external IDs that should be there
 * @returns {{stored: number, lost: string[], duplicated: string[]}}
 */
export function compare(records, ids) {
	const times = new Map(ids.map((id) => [id, 0]));
	for (const { externalId } of records) {
		if (times.has(externalId)) times.set(externalId, times.get(externalId) + 1);
	}
	const pick = (test) => ids.filter((id) => test(times.get(id)));
	return {
		stored: pick((n) => n > 0).length,
		lost: pick((n) => n === 0),
		duplicated: pick((n) => n > 1),
	};
}
