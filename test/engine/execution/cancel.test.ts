import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { fromItem, mapped } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';

const { service, n8n } = useCustomEngine();

interface Cancelled {
	type: string;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	/** The request upon whose arrival it is cancelled. */
	request: number;
}

/** Cancels a run; gives how it ended, and the requests that arrived after that. */
async function cancel({ type, parameters, items, request }: Cancelled) {
	const stop = new AbortController();
	const { reply } = service;
	service.reply = (received) => {
		if (service.requests.length === request) stop.abort();
		return reply(received);
	};
	const given = { items, credentials: accessWith(service.url, 'token'), signal: stop.signal };
	const { status } = await n8n.run({ type, parameters, onError: 'continueRegularOutput' }, given);
	await new Promise((resolve) => setTimeout(resolve, 300));
	return { status, later: service.requests.length - request };
}

const ORDER_LINE = { item_external_id: 'sku', quantity: '1' };
/** Order lines, four to an order. */
const lines = (count: number, orderOf = (line: number) => `o-${line >> 2}`): INodeExecutionData[] =>
	Array.from({ length: count }, (_, line) => ({
		json: Object.defineProperty({ ...ORDER_LINE }, 'order_external_id', {
			enumerable: true,
			get: () => orderOf(line),
		}),
	}));
const migration = (fields: INodeParameters, options: INodeParameters = {}): INodeParameters => ({
	resource: 'migrationUpsert',
	operation: 'upsertOrders',
	partner: 'test',
	inputMode: 'line',
	...fields,
	...options,
});
const columns = ['order_external_id', 'item_external_id', 'quantity'];
const byHand = mapped(Object.fromEntries(columns.map((name) => [name, `={{ $json.${name} }}`])));
const MIGRATION = 'workspaceRecordsMigrationUpsert';
const companies = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { external_id: `c-${n}`, name: `C ${n}` } }));
const upsert = { resource: 'company', operation: 'upsert', ...fromItem };
const COMPANY = 'workspaceRecordsCompany';
const written = () => ({ body: { ok: true, status: 'ok', ctx_id: 'c' } });

/** What was under way may still arrive, at most one request per place. */
const PLACES = 5;

function expectCancelled({ status, later }: Awaited<ReturnType<typeof cancel>>) {
	expect(status).toBe('canceled');
	expect(later).toBeLessThanOrEqual(PLACES);
}

describe('cancel takes effect', () => {
	beforeEach(() => (service.reply = written));

	it.each<[string, INodeParameters]>([
		[
			'while a setting is read for every item',
			migration(fromItem, { options: { batchSize: '={{ $json.order_external_id ? 100 : 1 }}' } }),
		],
		['while rows are mapped by hand', migration(byHand)],
		['while rows are grouped', migration(fromItem)],
	])('%s', async (_, parameters) => {
		const stop = new AbortController();
		let looks = 0;
		let looksAtStop = 0;
		const abort = () => {
			looksAtStop = looks;
			stop.abort();
		};
		const items = lines(20_000, (line) => {
			looks += 1;
			if (looks === 1000) setTimeout(abort);
			return `o-${line >> 2}`;
		});
		const given = { items, credentials: accessWith(service.url, 'token'), signal: stop.signal };
		const { status } = await n8n.run({ type: MIGRATION, parameters }, given);
		expect(status).toBe('canceled');
		expect([looks < 20_000, looks]).toEqual([true, looksAtStop]);
		expect(service.requests).toHaveLength(0);
	});

	it('while batches are sent', async () => {
		service.reply = () => ({ body: { ok: true, results: [] } });
		const parameters = migration(fromItem, { options: { batchSize: 1 } });
		expectCancelled(await cancel({ type: MIGRATION, parameters, items: lines(8000), request: 1 }));
	});

	it('while items are sent', async () => {
		const items = companies(3000);
		expectCancelled(await cancel({ type: COMPANY, parameters: upsert, items, request: 1 }));
	});

	it('while requests wait for the rate that the service allows', async () => {
		let last = 0;
		service.reply = () => {
			const isTooSoon = performance.now() - last < 1000;
			if (!isTooSoon) last = performance.now();
			return isTooSoon ? { status: 429, body: { message: 'Too many' } } : written();
		};
		const items = companies(20);
		expectCancelled(await cancel({ type: COMPANY, parameters: upsert, items, request: 6 }));
	});

	it('while the service has asked to wait for longer than the test may take', async () => {
		service.reply = () => ({
			status: 429,
			headers: { 'retry-after': '3000' },
			body: { message: 'Too many' },
		});
		const parameters = { ...upsert, options: { requests: { retryBudget: 3600 } } };
		const items = companies(20);
		expectCancelled(await cancel({ type: COMPANY, parameters, items, request: 1 }));
	});
});
