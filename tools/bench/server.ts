/**
 * Responds to creates and lists of companies and to bulk writes of orders the way the service does, and to
 * nothing else. It does so little work that it is the client that is measured.
 *
 *     tsx tools/bench/server.ts <latency in ms> <rows of the list>
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [latencyMs, rowCount] = process.argv.slice(2).map(Number);
let created = 0;

const rows = Array.from({ length: rowCount }, (_, index) =>
	JSON.stringify({
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		company_id: index + 1,
		name: `Company ${index}`,
		address: `${index} Main Street, Springfield`,
		email: `hello@company-${index}.example`,
		phone_number: '+1 555 0100',
		url: `https://company-${index}.example`,
		allowed_in_store: index % 2 === 0,
		created_at: '2026-11-21T10:00:00Z',
		updated_at: '2026-11-21T10:00:00Z',
	}),
);

function listPage(url: URL): string {
	const page = Number(url.searchParams.get('page') ?? 1);
	const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 20));
	const data = rows.slice((page - 1) * limit, page * limit);
	return `{"data":[${data.join(',')}],"page":${page},"count":${data.length},"total":${rows.length},"message":"OK","ctx_id":"ctx"}`;
}

function createOne(body: string): string {
	const { external_id: externalId } = JSON.parse(body) as { external_id: string };
	created += 1;
	return `{"ok":true,"status":"created","external_id":${JSON.stringify(externalId)},"company_id":"${created}","ctx_id":"ctx-${created}"}`;
}

function writeOrders(body: string): string {
	const { orders } = JSON.parse(body) as {
		orders: Array<{ order_external_id?: string; externalId?: string }>;
	};
	const results = orders.map(({ order_external_id: migrated, externalId = migrated }) => {
		created += 1;
		return `{"external_id":${JSON.stringify(externalId)},"object_id":"${created}","record_id":${created},"created":true,"errors":[]}`;
	});
	return `{"ok":true,"results":[${results.join(',')}],"items_created":0,"ctx_id":"ctx-${created}"}`;
}

function respondTo({ method, url = '/' }: IncomingMessage, body: string): string {
	if (method !== 'POST') return listPage(new URL(url, 'http://localhost'));
	return /\/orders\/(upsert|bulk)$/.test(url) ? writeOrders(body) : createOne(body);
}

async function handle(request: IncomingMessage, response: ServerResponse) {
	let body = '';
	for await (const chunk of request) body += String(chunk);
	const text = respondTo(request, body);
	const send = () => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		response.end(text);
	};
	if (latencyMs > 0) setTimeout(send, latencyMs);
	else send();
}

const server = createServer((request, response) => {
	handle(request, response).catch(() => response.destroy());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
