/** Enrich, Score and the credential test × every body: each call of Enrich and Score is sent once. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../../../testing/parameters';
import { useCustomService, useEngine } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';
import { billed, tokenChecks, WORDS } from './bodies';
import { isFailed, responseOf, type Case } from './cases';

const service = useCustomService();
const { n8n, runNode } = useEngine(service);

const ID = '6f1c1c1e-0000-4000-8000-000000000001';

const cases = Object.entries(billed).flatMap(([means, bodies]) =>
	Object.entries(bodies).map(([name, body]) => ({
		means,
		name,
		...(typeof body === 'function' ? { body } : body),
	})),
);

describe.each([
	['enrich', 'enrich', 'company'],
	['score', 'score', 'company'],
	['score', 'score', 'deal'],
])('%s › %s › %s', (node, operation, resource) => {
	itSince('errorDetails').each(cases)('$means: $name', async ({ means, ...each }) => {
		const { status, text, type } = responseOf(each as Case, {
			...{ id: ID, key: `${resource}_id`, singular: resource, plural: resource },
		});
		service.reply = () => ({ status, body: text, headers: { 'content-type': type } });
		const parameters = { resource, ...byId(ID), ...(node === 'score' && { operation }) };
		const { items, requests } = await runNode(node, operation, parameters, {
			onError: 'continueRegularOutput',
		});
		const [{ json }] = items as Array<{ json: IDataObject }>;
		const shown = JSON.stringify(json);
		expect([shown, isFailed(json)]).toEqual([shown, means !== 'done']);
		expect(requests).toHaveLength(1);
		if (means === 'refused') expect(shown).toContain(WORDS);
		if (means === 'unknown') expect(shown).toMatch(/unknown|may have been/i);
	});
});

describe('the credential test', () => {
	const test = async (body: unknown) => {
		service.reply = () => ({ body });
		return await n8n.testCredential('workspaceRecordsApi', {
			...{ baseUrl: service.url, authentication: 'accessToken', accessToken: 'a-long-token' },
		});
	};

	it.each(Object.entries(tokenChecks.accepted))('accepts %s', async (_name, body) => {
		expect(await test(body)).toMatchObject({ status: 'OK' });
	});

	it.each(Object.entries(tokenChecks.unproven))('does not accept %s', async (_name, body) => {
		const { status, message } = await test(body);
		expect(status).toBe('Error');
		if (JSON.stringify(body).includes(WORDS)) expect(message).toContain(WORDS);
	});
});
