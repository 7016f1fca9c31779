/**
 * A service that gives one bad answer to everything under `/<number of the answer>/`, and good ones under
 * `/good/`; the record `good` is always there. `tsx test/hostile/server.ts` prints its address.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { answers } from './answers';

const ALL = Object.values(answers);

const ID = '00000000-0000-4000-8000-000000000001';
const GOOD = { id: ID, name: 'Good' };

/** What a good service says to anything that is tried here. */
function good(response: ServerResponse, path: string, body: string, own: string) {
	const json = (value: unknown) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(value));
	};
	if (path.includes('/transfers/')) {
		const id = /\/transfers\/([^/?]+)/.exec(path)?.[1];
		return json({ id, status: 'finished', data_file_url: `${own}/file`, progress: 100 });
	}
	if (path.endsWith('/orders/bulk') || path.endsWith('/orders/upsert')) {
		const { orders } = JSON.parse(body) as { orders: Array<Record<string, unknown>> };
		return json({
			ok: true,
			results: orders.map((order) => ({
				external_id: order.order_external_id ?? order.externalId,
				object_id: ID,
				created: true,
				errors: [],
			})),
		});
	}
	if (/\/v1\/(enrich|score)$/.test(path)) return json({ data: { run_id: ID, score: 50 } });
	if (body !== '') {
		const sent = JSON.parse(body) as Record<string, unknown>;
		const externalId = sent.external_id ?? sent.externalId;
		return json({
			ok: true,
			status: 'created',
			...(typeof externalId === 'string' && { external_id: externalId }),
			ctx_id: 'c',
		});
	}
	return json(path.endsWith('/companies') ? [GOOD] : GOOD);
}

async function handle(request: IncomingMessage, response: ServerResponse, port: number) {
	const [, kind, ...rest] = (request.url ?? '').split('/');
	const path = `/${rest.join('/')}`.split('?')[0];
	const body = await text(request);
	const own = `http://127.0.0.1:${port}/${kind}`;
	if (kind === 'good') return good(response, path, body, own);
	const answer = ALL[Number(kind.split('-')[0])];
	// The part of the path that tells which of the answers is to be bad.
	const [, part] = kind.split('-');
	const isGood =
		/\/good$|\/v1\/score\/good/.test(path) ||
		/"(record_id|name|external_id)":"good/.test(body) ||
		(part === 'file' && path !== '/file') ||
		(part === 'refresh' && !path.includes('/token/'));
	if (isGood && part === 'refresh') {
		response.writeHead(401, { 'content-type': 'application/json' });
		response.end('{"message":"expired"}');
		return;
	}
	if (isGood) return good(response, path, body, own);
	answer.send(response, request);
}

const server = createServer((request, response) => {
	response.on('error', () => {});
	const { port } = server.address() as AddressInfo;
	handle(request, response, port).catch(() => response.destroy());
});
server.on('clientError', (_, socket) => socket.destroy());
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
