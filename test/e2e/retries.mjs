// n8n's setting Retry On Fail, in a real n8n: what a try has done is neither billed nor stored again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { START, ours, rowOf } from './lib/workflows.mjs';

const COUNT = 7;
const NODE = 'Write';
const fromItem = { fields: { mappingMode: 'autoMapInputData', value: null } };
const lines = { itemsSource: 'json', itemsJson: '[{"itemExternalId":"acme-item-desk"}]' };

/** What could be done twice: the node, its items, and what the service calls it. */
const operations = [
	{
		type: 'workspaceRecordsEnrich',
		parameters: {
			...{ resource: 'company', operation: 'enrich' },
			recordId: { __rl: true, mode: 'name', value: '={{ $json.name }}' },
		},
		itemOf: (key) => ({ name: key }),
		keyOf: ({ seed }) => seed.name,
		path: '/v1/enrich',
	},
	{
		type: 'workspaceRecordsCompany',
		parameters: { resource: 'company', operation: 'create', ...fromItem },
		itemOf: (key) => ({ name: key }),
		keyOf: ({ name }) => name,
		path: '/v1/public/companies',
	},
	{
		type: 'workspaceRecordsOrder',
		parameters: { resource: 'order', operation: 'create', ...fromItem, ...lines },
		itemOf: (key) => ({ externalId: key }),
		keyOf: ({ order }) => order.externalId,
		path: '/v1/public/orders',
	},
];
const onErrors = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** @param {import('./lib/stand.mjs').Stand} stand */
export function retryTests(stand) {
	const { client } = stand.n8n;
	let runs = 0;

	/** Refuses one request, the one after so many, before anything is done. */
	const refuseOne = async (path, skip) =>
		await stand.service.setFaults([
			{ kind: 'error', status: 422, methods: ['POST'], path: `^${path}$`, skip, count: 1 },
		]);

	describe('Retry On Fail', () => {
		for (const { type, parameters, itemOf, keyOf, path } of operations) {
			for (const onError of onErrors) {
				// With Continue n8n tries again for the first item only.
				const positions = onError === 'stopWorkflow' ? [0, 3, COUNT - 1] : [0];
				for (const position of positions) {
					test(`${type} › ${onError}: item ${position} is refused once, and all are done once`, async () => {
						runs += 1;
						const keys = Array.from({ length: COUNT }, (_, n) => `retry-${runs}-${n}`);
						const options = { requests: { maxParallelRequests: 1 } };
						const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100, onError };
						const node = ours(NODE, type, { ...parameters, options }, stand.credential, settings);
						const workflow = rowOf(`Retry ${runs}`, [node], keys.map(itemOf));
						const before = (await stand.service.requests()).length;
						const { id } = await stand.importWorkflow(workflow);
						await refuseOne(path, position);
						const execution = await client.runWorkflow(id, START);
						await stand.service.setFaults([]);
						assert.deepEqual(failuresOf(execution), []);
						const items = itemsOf(execution, NODE);
						assert.equal(items.length, COUNT);

						const sent = (await stand.service.requests()).slice(before);
						const times = new Map();
						for (const { path: of, body, status } of sent) {
							if (of !== path || status >= 400) continue;
							const key = keyOf(body);
							times.set(key, (times.get(key) ?? 0) + 1);
						}
						assert.deepEqual([...times].sort(), keys.map((key) => [key, 1]).sort());
					});
				}
			}
		}
	});
}
