import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { startCustomService } from '../../../testing/services/customService';
import { useEngine, useService } from '../../../testing/setUp';

jest.setTimeout(60_000);

const service = useService(startCustomService);
const { n8n } = useEngine(service);

/** A cancelled run has to end within this time, that of the processor where the run computes. */
const MAX_MS = 1000;

interface Cancelled {
	type: string;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	/** When it is cancelled: so long after the start, or after a request has arrived. */
	afterMs?: number;
	onRequest?: boolean;
}

/** Cancels a run; gives how long it then took to end and computed, and the requests that arrived after it. */
async function cancel({ type, parameters, items, afterMs = 0, onRequest }: Cancelled) {
	const stop = new AbortController();
	let stoppedAt = 0;
	let usage = process.cpuUsage();
	const abort = () => {
		stoppedAt = performance.now();
		usage = process.cpuUsage();
		stop.abort();
	};
	const { reply } = service;
	service.reply = (request) => {
		if (onRequest && stoppedAt === 0) setTimeout(abort, afterMs);
		return reply(request);
	};
	if (!onRequest) setTimeout(abort, afterMs);
	const { status } = await n8n.run(
		{ type, parameters, onError: 'continueRegularOutput' },
		{ items, credentials: accessWith(service.url, 'token'), signal: stop.signal },
	);
	const tookMs = performance.now() - stoppedAt;
	const computedMs = process.cpuUsage(usage).user / 1000;
	const received = service.requests.length;
	await new Promise((resolve) => setTimeout(resolve, 300));
	return { status, tookMs, computedMs, later: service.requests.length - received };
}

const lines = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({
		json: { order_external_id: `o-${n >> 2}`, item_external_id: `sku-${n}`, quantity: '1' },
	}));
const migration = (fields: INodeParameters, options: INodeParameters = {}): INodeParameters => ({
	resource: 'migrationUpsert',
	operation: 'upsertOrders',
	partner: 'test',
	inputMode: 'line',
	fields,
	...options,
});
const automatic = { mappingMode: 'autoMapInputData', value: null };
const byHand = {
	mappingMode: 'defineBelow',
	value: Object.fromEntries(
		['order_external_id', 'item_external_id', 'quantity'].map((name) => [
			name,
			`={{ $json.${name} }}`,
		]),
	),
};
const MIGRATION = 'workspaceRecordsMigrationUpsert';
const companies = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { external_id: `c-${n}`, name: `C ${n}` } }));
const upsert = { resource: 'company', operation: 'upsert', fields: automatic };
const COMPANY = 'workspaceRecordsCompany';
const written = () => ({ body: { ok: true, status: 'ok', ctx_id: 'c' } });

/** What was under way may still arrive, at most one request per place. */
const PLACES = 5;

function expectCancelled({ status, tookMs, later }: Awaited<ReturnType<typeof cancel>>) {
	expect(status).toBe('canceled');
	expect(tookMs).toBeLessThan(MAX_MS);
	expect(later).toBeLessThanOrEqual(PLACES);
}

describe('cancel takes effect within a second', () => {
	beforeEach(() => (service.reply = written));

	it.each<[string, Cancelled]>([
		[
			'while a setting is read for every item',
			{
				type: MIGRATION,
				parameters: migration(automatic, { batchSize: '={{ $json.order_external_id ? 100 : 1 }}' }),
				items: lines(40_000),
				afterMs: 300,
			},
		],
		[
			'while rows are mapped by hand',
			{
				type: MIGRATION,
				parameters: migration(byHand),
				items: lines(40_000),
				afterMs: 300,
			},
		],
		[
			'while rows are grouped',
			{
				type: MIGRATION,
				parameters: migration(automatic),
				items: lines(200_000),
				afterMs: 500,
			},
		],
	])('%s', async (_, run) => {
		const { status, computedMs } = await cancel(run);
		expect(status).toBe('canceled');
		expect(computedMs).toBeLessThan(MAX_MS);
		expect(service.requests).toHaveLength(0);
	});

	it('while batches are sent', async () => {
		service.reply = () => ({ body: { ok: true, results: [] } });
		const parameters = migration(automatic, { batchSize: 1 });
		const run = await cancel({ type: MIGRATION, parameters, items: lines(8000), onRequest: true });
		expectCancelled(run);
	});

	it('while items are sent', async () => {
		const run = await cancel({
			type: COMPANY,
			parameters: upsert,
			items: companies(3000),
			onRequest: true,
		});
		expectCancelled(run);
	});

	it('while requests wait for the rate that the service allows', async () => {
		let last = 0;
		service.reply = () => {
			const isTooSoon = performance.now() - last < 1000;
			if (!isTooSoon) last = performance.now();
			return isTooSoon ? { status: 429, body: { message: 'Too many' } } : written();
		};
		const run = await cancel({
			type: COMPANY,
			parameters: upsert,
			items: companies(20),
			afterMs: 3000,
		});
		expectCancelled(run);
	});

	it('while the service has asked to wait', async () => {
		service.reply = () => ({
			status: 429,
			headers: { 'retry-after': '60' },
			body: { message: 'Too many' },
		});
		const run = await cancel({
			type: COMPANY,
			parameters: upsert,
			items: companies(20),
			onRequest: true,
			afterMs: 500,
		});
		expectCancelled(run);
	});
});
