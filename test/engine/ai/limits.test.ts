import type { INodeProperties } from 'n8n-workflow';

import { aiOptions } from '../../../nodes/shared/ai/parameters';
import { byId } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';
import type { Reply } from '../../../testing/services/customService';

const { service, n8n, runNode, storedCredentials } = useCustomEngine();

const ID = '11111111-1111-4111-8111-111111111111';
const pause: Reply = {
	status: 429,
	headers: { 'retry-after': '3600' },
	body: { message: 'Too many AI calls' },
};
const record: Reply = { body: { id: ID, name: 'A' } };
const scored: Reply = { body: { data: { record_id: ID, score: 7, band: 'high', reasons: [] } } };

/** Runs nodes with one stored credential, so that they share what is learned of its limits. */
async function askWith(token: string) {
	const options = { credentials: await storedCredentials(token) };
	return {
		score: async () =>
			await runNode('score', 'score', { resource: 'company', ...byId(ID) }, options),
		get: async () => await runNode('company', 'get', byId(ID), options),
		enrich: async () =>
			await runNode(
				'enrich',
				'enrich',
				{
					...{ resource: 'company', ...byId(ID) },
					options: { readPreviousValues: true },
				},
				options,
			),
	};
}

describe('a limit of the AI calls', () => {
	it('holds for all of them, and stops no other request of the credential', async () => {
		service.reply = ({ path }) => (path.startsWith('/v1/public') ? record : pause);
		const { score, get, enrich } = await askWith('one');
		const refused = await score();
		expect(refused.errorText).toMatch(/Rate limit exceeded/);
		expect(refused.requests).toHaveLength(1);
		expect((await get()).status).toBe('success');
		const enriched = await enrich();
		expect(enriched.requests.map(({ path }) => path)).toEqual([`/v1/public/companies/${ID}`]);
		expect(enriched.errorText).toMatch(/asked for a pause/);
	});

	it('is not that of the other requests', async () => {
		service.reply = ({ path }) => (path.startsWith('/v1/public') ? pause : scored);
		const { score, get } = await askWith('two');
		expect((await get()).errorText).toMatch(/Rate limit exceeded/);
		expect((await score()).status).toBe('success');
	});
});

const requestsIn = (options: NonNullable<INodeProperties['options']>) =>
	options.flatMap((each) =>
		each.name === 'requests' && 'options' in each ? (each.options as INodeProperties[]) : [],
	);

it('Enrich and Score wait five minutes for a response, other nodes one', () => {
	const timeoutOf = (name: string) => {
		const { properties } = n8n.pkg.getByNameAndVersion(name).description;
		const options = properties.find((each) => each.name === 'options')?.options ?? [];
		return requestsIn(options).flatMap(({ name: own, default: usual }) =>
			own === 'timeout' ? [usual] : [],
		);
	};
	expect(timeoutOf('workspaceRecordsEnrich')).toEqual([300_000]);
	expect(timeoutOf('workspaceRecordsScore')).toEqual([300_000]);
	expect(timeoutOf('workspaceRecordsTransfer')).toEqual([60_000]);
	expect(requestsIn(aiOptions).some(({ name }) => name === 'timeout')).toBe(true);
});
