import type { INodeParameters } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { byId, fromItem } from '../../../testing/parameters';
import { startCustomService, type Received } from '../../../testing/services/customService';
import { useEngine, useService } from '../../../testing/setUp';

const service = useService(startCustomService);
const { n8n } = useEngine(service);

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const file = { scan: { data: 'aGk=', mimeType: 'text/plain' } };
const time = '2026-11-22T10:00:00Z';
const record = { id: ID, company_id: 1, name: 'Acme', created_at: time, updated_at: time };

const reply = ({ method, path, body }: Received) => {
	if (path.endsWith('/score') || path.endsWith('/enrich')) {
		return { data: { object_type: 'company', record_id: ID, company_id: ID, score: 7 } };
	}
	if (method === 'GET')
		return path.endsWith('/companies') ? { data: [record, { ...record, id: OTHER }] } : record;
	const externalId = (body as { external_id?: string } | undefined)?.external_id;
	return { ok: true, status: 'ok', external_id: externalId, company_id: ID, ctx_id: 'c' };
};

/** Runs a node over an item with a file; gives the files of the items that come out. */
async function filesOf(type: string, parameters: INodeParameters, json = {}) {
	service.reply = (request) => ({ body: reply(request) });
	const { last } = await n8n.run(
		{ type: `workspaceRecords${type}`, parameters, onError: 'continueRegularOutput' },
		{ items: [{ json, binary: file }], credentials: accessWith(service.url, 'token') },
	);
	return last.main[0].map(({ binary }) => binary);
}

describe('binary data of the input', () => {
	const company = (operation: string, more: INodeParameters = {}) =>
		['Company', { resource: 'company', operation, ...more }] as const;
	it.each<[string, string, INodeParameters]>([
		['create', ...company('create', fromItem)],
		['create or update', ...company('upsert', fromItem)],
		['get', ...company('get', byId(ID))],
		['update', ...company('update', { ...fromItem, ...byId(ID) })],
		['delete', ...company('delete', byId(ID))],
		['score', 'Score', { resource: 'company', operation: 'score', ...byId(ID) }],
		['enrich', 'Enrich', { resource: 'enrich', operation: 'enrich', ...byId(ID) }],
	])('goes along with the item that it became: %s', async (_, type, parameters) => {
		expect(await filesOf(type, parameters, { external_id: 'c-1', name: 'Acme' })).toEqual([file]);
	});

	it('goes along with an item that failed', async () =>
		expect(await filesOf(...company('get', byId('={{ $json.nothing }}')))).toEqual([file]));

	it('stays behind where an item gives several', async () => {
		const files = await filesOf(...company('getAll', { returnAll: false, limit: 2 }));
		expect(files).toEqual([undefined, undefined]);
	});
});
