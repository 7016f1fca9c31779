// The workflow that the checks run: companies in, each created or updated by its external ID.
import { connected, ours } from '../e2e/lib/workflows.mjs';

export const START = 'Start';
export const SAVE = 'Save Company';

/** The external IDs that belong to one batch of companies. */
export const idsOf = (batch, count) =>
	Array.from({ length: count }, (_, n) => `queue-${batch}-${n}`);

/**
 * A workflow that upserts companies, so many requests at once.
 *
 * @param {string} batch names the workflow and its companies
 * @param {number} count of companies
 * @param {{name: string, type: string}} credential
 */
export function upsertWorkflow(batch, count, credential) {
	const companies = idsOf(batch, count).map((external_id) => ({
		external_id,
		name: `Company ${external_id}`,
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
			},
			credential,
		),
	]);
}

/**
 * Which of the companies the service does not hold exactly once.
 *
 * @param {{externalId: string | null}[]} records of the service
 * @param {string[]} ids external IDs that should be there
 * @returns {{held: number, lost: string[], doubled: string[]}}
 */
export function compare(records, ids) {
	const times = new Map(ids.map((id) => [id, 0]));
	for (const { externalId } of records) {
		if (times.has(externalId)) times.set(externalId, times.get(externalId) + 1);
	}
	const pick = (test) => ids.filter((id) => test(times.get(id)));
	return {
		held: pick((n) => n > 0).length,
		lost: pick((n) => n === 0),
		doubled: pick((n) => n > 1),
	};
}
