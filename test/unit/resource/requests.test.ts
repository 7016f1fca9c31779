import type { IDataObject } from 'n8n-workflow';

import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { estimate } from '../../../nodes/Estimate/WorkspaceRecordsEstimate.node.js';
import { settleNow, type Failure, type ServiceRequest } from '../../../nodes/shared/http';
import type { BulkWrite } from '../../../nodes/shared/resource/definition/resource';
import { readReference, requestsOf } from '../../../nodes/shared/resource/actions/requests';

const read = (given: unknown) => settleNow(() => readReference('id', given, 'recordId', 'Company'));
const messageOf = (given: unknown) => {
	const result = read(given);
	return result.ok ? undefined : result.failure.message;
};

describe('the ID of a record', () => {
	it('has at most 2,000 characters, because servers close the connection at longer addresses', () => {
		expect(messageOf('9'.repeat(1_000_000))).toBe('The ID of the company has 1,000,000 characters');
		expect(messageOf('9'.repeat(2001))).toBe('The ID of the company has 2,001 characters');
		const value = { by: 'id', value: '9'.repeat(2000) };
		expect(read(` ${'9'.repeat(2000)} `)).toEqual({ ok: true, value });
	});

	it('holds no half of a character, which no address can hold', () => {
		expect(messageOf('a\ud83d')).toBe(
			'The ID of the company is "a\\ud83d", which holds half a character: it was cut, or read in a wrong encoding',
		);
		expect(read('a😀').ok).toBe(true);
	});

	it('is no number beyond 2^53, which may be that of another record', () => {
		const { failure } = read(2 ** 53) as { failure: Failure };
		expect(failure.message).toBe(
			'The ID of the company is the number 9007199254740992: numbers as large as this lose their last digits',
		);
		expect(failure.remedy).toBe('Enter the ID as text, from where it is made.');
		expect([read(2 ** 53 - 1).ok, read('9007199254740993').ok]).toEqual([true, true]);
	});

	it('is shown in a short message when it is none', () => {
		expect(messageOf('\n'.repeat(1_000_000))).toBe('The ID of the company is empty');
		expect(messageOf(Buffer.alloc(1_000_000))).toBe('The ID of the company is "…"');
		expect(messageOf({ id: { id: 7 } })).toBe('The ID of the company is {"id":{"id":7}}');
	});
});

describe('requests', () => {
	const byId = { by: 'id', value: 'a/b' } as const;
	const byExternalId = { by: 'externalId', value: 'x' } as const;
	const ofCompany = requestsOf(company);
	const ofEstimate = requestsOf(estimate);

	it.each<[string, () => ServiceRequest, string, boolean]>([
		['list', () => ofCompany.list({}), 'list the companies', true],
		['get', () => ofCompany.get(byId), 'get the company a/b', true],
		['update', () => ofCompany.update(byId, {}), 'update the company a/b', true],
		['delete', () => ofCompany.delete(byId), 'archive the company a/b', true],
		['create', () => ofCompany.create({}), 'create the company', false],
		[
			'create with its key',
			() => ofCompany.create({ external_id: 'x' }),
			'create the company',
			true,
		],
		[
			'create without upsert',
			() => ofEstimate.create({ external_id: 'x' }),
			'create the estimate',
			false,
		],
	])('%s may be sent again only where that does no harm', (_, request, purpose, idempotent) => {
		expect(request()).toMatchObject({ purpose, idempotent });
	});

	it('a bulk create may be sent again only if every record has its key', () => {
		const bulk = (...records: IDataObject[]) =>
			ofCompany.bulk({ path: '/companies/bulk', list: 'companies' } as BulkWrite, records, {
				dry: true,
			});
		expect(bulk({ external_id: 'x' }, {}).idempotent).toBe(false);
		const body = { companies: [{ external_id: 'x' }], dry: true };
		expect(bulk({ external_id: 'x' })).toMatchObject({ idempotent: true, body });
	});

	it('an external ID is in the query where the call knows it, and always in the path', () => {
		const query = { external_id: 'x' };
		expect(ofCompany.get(byExternalId)).toMatchObject({ path: '/v1/public/companies/x', query });
		expect(ofCompany.update(byExternalId, {}).query).toEqual({});
		expect(ofCompany.get(byId)).toMatchObject({ path: '/v1/public/companies/a%2Fb', query: {} });
	});

	it('language and workspace are sent where the call takes them', () => {
		const options = { language: 'fr', workspaceId: 'w' };
		expect(ofEstimate.list({ page: 1 }, options)).toMatchObject({
			query: { page: 1, workspace_id: 'w', lang: 'fr', language: 'fr' },
		});
		expect(ofEstimate.get(byId, options).query).toEqual({ lang: 'fr', language: 'fr' });
		expect(ofEstimate.update(byId, {}, options)).toMatchObject({ query: {} });
	});
});
