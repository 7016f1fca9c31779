import type { IDataObject } from 'n8n-workflow';

import { byId, mapped } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const { service, runNode } = useCustomEngine();

describe('a response about another record', () => {
	const ID = '0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10';
	const OTHER = '3d1f0c2e-5b64-4c8a-8a5e-7f1b2e9d3c58';
	const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };

	const reads: Array<[string, string, IDataObject, boolean]> = [
		['another ID', ID, { id: OTHER, ...stamps }, false],
		['the same ID in upper case', ID, { id: ID.toUpperCase(), ...stamps }, true],
		['another number', '7', { id: OTHER, company_id: 8, ...stamps }, false],
		['the same number as text', '7', { id: OTHER, company_id: '07', ...stamps }, true],
		['an ID of another kind', 'acme-001', { id: OTHER, company_id: 8, ...stamps }, true],
		['another ID of no known kind', 'c-1', { id: 'c-2', ...stamps }, false],
		['it under another key', 'c-1', { id: 'c-2', old_id: 'c-1', ...stamps }, true],
		['no ID', ID, stamps, true],
	];
	it.each(reads)('that shows %s › Get', async (_, asked, body, isDone) => {
		service.reply = () => ({ body });
		const { errorText } = await runNode('company', 'get', byId(asked));
		if (isDone) expect(errorText).toBe('');
		else expect(errorText).toContain('The service returned another company: ID ');
	});

	const writes: Array<[string, string, IDataObject, boolean]> = [
		['another ID', ID, { ok: true, company_id: OTHER }, false],
		['the ID', ID, { ok: true, company_id: ID }, true],
		// The one may be the record number, the other the ID.
		['another number', '7', { ok: true, company_id: '8' }, true],
		['the ID of a record that was named by number', '7', { ok: true, company_id: ID }, true],
	];
	itSince('errorDetails').each(writes)(
		'that shows %s › Update and Delete',
		async (_, asked, body, isDone) => {
			service.reply = () => ({ body });
			for (const operation of ['update', 'delete']) {
				const parameters = { ...byId(asked), ...mapped({ name: 'N' }) };
				const { failed } = await runNode('company', operation, parameters, {
					onError: 'continueErrorOutput',
				});
				const details = failed[0]?.json.details as IDataObject | undefined;
				expect(details?.mayHaveHappened).toBe(isDone ? undefined : true);
			}
		},
	);

	it('that shows another external ID › Create', async () => {
		service.reply = () => ({ body: { ok: true, external_id: 'B', company_id: ID } });
		const { errorText } = await runNode('company', 'create', mapped({ external_id: 'A' }));
		expect(errorText).toContain(
			'The service created another company: external ID "B" instead of "A"',
		);
	});
});

describe('an identifier of the wrong kind', () => {
	it.each([
		['score', 'company', '1', 'If "1" is a company number: '],
		['score', 'deal', 'deal-001', 'If "deal-001" is no ID of a deal: '],
		['enrich', 'company', '53', 'If "53" is a company number: '],
	])(
		'in %s of a %s is explained when the service rejects it',
		async (node, resource, id, words) => {
			service.reply = () => ({
				status: 422,
				body: { message: 'record_id: must match format "uuid"' },
			});
			const { errorText } = await runNode(node, node, { resource, ...byId(id) });
			expect(errorText).toContain(words);
			expect(errorText).toContain(`${words}use the field "id" of the ${resource}.`);
		},
	);

	it('is explained where a record is not found by it', async () => {
		service.reply = () => ({ status: 404, body: { message: 'Nothing' } });
		const byNumber = await runNode('company', 'get', byId('7'));
		expect(byNumber.errorText).toContain('If "7" is a company number: use the field "id"');
		const uuid = '0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10';
		const byUuid = await runNode('company', 'delete', byId(uuid, 'externalId'));
		expect(byUuid.errorText).toContain('looks like an ID: pick By ID');
	});

	it('is no matter to other failures', async () => {
		service.reply = () => ({ status: 403, body: { message: 'No' } });
		const { errorText } = await runNode('score', 'score', { resource: 'deal', ...byId('1') });
		expect(errorText).not.toContain('number');
	});
});
