/** The kinds of work of which a process does thousands in its life, and a service that answers them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { engine, loadPackage, takeLog } from '../../../testing/engine';
import { byId, fromItem, mapped } from '../../../testing/parameters';
import { runNodeWith, type RunNodeOptions } from '../../../testing/runNode';
import {
	startCustomService,
	type Received,
	type Reply,
} from '../../../testing/services/customService';
import { watcherOf } from '../../../testing/watch';

const rows = Array.from({ length: 3 }, (_, index) => ({
	id: `id-${index}`,
	name: `Name ${index}`,
	stages: [{ name: 'Open', internal_value: 'open' }],
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-01T00:00:00Z',
}));

const REFUSED: Reply = {
	status: 422,
	body: { ok: false, message: 'No', errors: [{ name: 'No' }] },
};

/** As the service does it; a word in a name asks for something else. */
function reply({ method, path, body }: Received): Reply {
	const {
		name,
		orders,
		record_id: id,
	} = (body ?? {}) as {
		name?: string;
		orders?: Array<{ order_external_id?: string; externalId?: string }>;
		record_id?: string;
	};
	if (name === 'refused') return REFUSED;
	if (name === 'failing') return { status: 500, body: {} };
	if (name === 'odd') return { body: '<!doctype html>' };
	if (path.endsWith('/enrich'))
		return { body: { data: { company_id: id, updated_builtin_fields: { address: 'x' } } } };
	if (path.endsWith('/score'))
		return { body: { data: { object_type: 'company', record_id: id, score: 7, band: 'low' } } };
	if (orders) {
		const results = orders.map(({ order_external_id: migrated, externalId = migrated }) => {
			return { external_id: externalId, object_id: 'o-1', record_id: 1, created: true, errors: [] };
		});
		return { body: { ok: true, results } };
	}
	if (path.endsWith('/file'))
		return { body: 'a,b\n1,2\n', headers: { 'content-type': 'text/csv' } };
	if (path.includes('/transfers/'))
		return { body: { id: 't', status: 'finished', total_number: 1, data_file_url: '/file' } };
	if (method !== 'GET') return { body: { ok: true, company_id: 'id-0' } };
	return { body: path.endsWith('/id-0') ? { data: rows[0] } : { data: rows, total: rows.length } };
}

/** Does one piece of work. */
export type Work = () => Promise<unknown>;

/** Opens n8n's engine on the service; the works by name. */
export async function openKinds(): Promise<{ works: Record<string, Work>; clear: () => void }> {
	const service = await startCustomService();
	service.reply = reply;
	const n8n = engine(await loadPackage());
	const runNode = runNodeWith(n8n, service);
	const { workspaceRecordsApi: entered } = accessWith(service.url, 'a-token-of-some-length');
	const stored = await n8n.store.add('workspaceRecordsApi', entered as never);
	const perItem = await n8n.store.add('workspaceRecordsApi', {
		...(entered as IDataObject),
		accessToken: '={{ "token-of-customer-" + $json.n }}',
	} as never);
	const credentials = { workspaceRecordsApi: stored };
	const watch = watcherOf(n8n, 'workspaceRecordsTrigger', () => ({ workspaceRecordsApi: entered }));
	const watchTransfers = watcherOf(n8n, 'workspaceRecordsTransferTrigger', () => ({
		workspaceRecordsApi: entered,
	}));
	const triggers = {
		records: watch({ resource: 'company', events: ['created', 'updated', 'archived'] }),
		transfers: watchTransfers({ transferIds: 't', events: ['finished', 'failed'] }),
	};
	const node =
		(
			type: string,
			operation: string,
			parameters: INodeParameters,
			more: RunNodeOptions = {},
		): Work =>
		async () => {
			const { error } = await runNode(type, operation, parameters, { credentials, ...more });
			if (error && !more.signal) throw error;
		};
	const kept = { onError: 'continueRegularOutput' } as const;
	const created = (name: string): Work => node('company', 'create', mapped({ name }), kept);
	const line = { externalId: 'o-1', items: [{ itemExternalId: 'i-1', quantity: 1 }] };
	const asked = async (method: 'listSearch' | 'resourceMapping', type: string, name: string) =>
		await n8n[method](type, name, {
			parameters: { resource: 'deal', operation: 'create' },
			credentials,
		});
	const works: Record<string, Work> = {
		Create: node('company', 'create', fromItem, { items: [{ name: 'A' }, { name: 'B' }] }),
		'Create, a credential for each item': node('company', 'create', fromItem, {
			items: [
				{ n: 1, name: 'A' },
				{ n: 2, name: 'B' },
			],
			credentials: { workspaceRecordsApi: perItem },
		}),
		'Create, refused': created('refused'),
		'Create, the service fails': node(
			'company',
			'create',
			{ ...mapped({ name: 'failing' }), options: { requests: { maxRetries: 0 } } },
			kept,
		),
		'Create, no JSON': created('odd'),
		'Create, cancelled': async () => {
			const cancel = new AbortController();
			setTimeout(() => cancel.abort(), 1);
			await node('company', 'create', mapped({ name: 'A' }), { signal: cancel.signal })();
		},
		Update: node('company', 'update', { ...byId('id-0'), ...mapped({ name: 'A' }) }),
		'Get Many': node('company', 'getAll', { returnAll: true }),
		'Get Many to files': node('company', 'getAll', { returnAll: true, outputAs: 'file' }),
		'Create Many': node(
			'order',
			'createMany',
			{ ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.items }}' },
			{ items: [line] },
		),
		'Migration Upsert': node(
			'migrationUpsert',
			'upsertOrders',
			{ partner: 'erp', inputMode: 'line', ...fromItem, options: { batchSize: 10 } },
			{ items: [{ order_external_id: 'o-1', item_external_id: 'i-1', quantity: 1 }] },
		),
		Enrich: node('enrich', 'enrich', { resource: 'company', ...byId('x') }),
		Score: node('score', 'score', { resource: 'company', ...byId('x') }),
		'Transfer, download': node('transfer', 'downloadDataFile', byId('t')),
		'Records Trigger, poll': async () => await polled(triggers.records),
		'Transfer Trigger, poll': async () => await polled(triggers.transfers),
		'pick list': async () => await asked('listSearch', 'workspaceRecordsCompany', 'searchRecords'),
		columns: async () => await asked('resourceMapping', 'workspaceRecordsDeal', 'getColumns'),
		'credential test': async () => await n8n.testCredential('workspaceRecordsApi', stored),
	};
	const polled = async (trigger: ReturnType<typeof watch>) => {
		const { error } = await trigger.poll();
		if (error) throw error;
	};
	const clear = () => {
		service.requests.length = 0;
		takeLog();
	};
	return { works, clear };
}
