// The workflow that the checks run: saves companies by external ID.
import { byHand, connected, ours, theirs } from '../e2e/lib/workflows.mjs';

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
	const jsonOutput = JSON.stringify({ companies });
	return connected(`Upsert ${batch}`, [
		byHand,
		theirs('Companies', 'set', { mode: 'raw', jsonOutput, options: {} }, { typeVersion: 3.4 }),
		theirs('One Item per Company', 'splitOut', { fieldToSplitOut: 'companies', options: {} }),
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
	const lost = pick((n) => n === 0);
	return { stored: pick((n) => n > 0).length, lost, duplicated: pick((n) => n > 1) };
}
