/**
 * Stands before the sandbox and refuses every batch that holds a bad order, as a service does that checks
 * a batch as a whole: with a status that says nothing of which order it was, sometimes after it has
 * written the orders before the bad one.
 */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Statuses with which a batch is refused, in turn. */
const STATUSES = [400, 404, 409, 422];

/** One to three orders in every batch. */
export function isPoisoned(order: number, batchSize: number): boolean {
	const batch = Math.floor(order / batchSize);
	const bad = Array.from(
		{ length: 1 + (batch % 3) },
		(_, index) => (7 * batch + 5 * index) % batchSize,
	);
	return bad.includes(order % batchSize);
}

type Order = { readonly order_external_id: string };

/** Starts it on a free local port. */
export async function startPoison(target: string, batchSize: number) {
	let refusals = 0;

	const forward = ({ method, url = '', headers }: IncomingMessage, body: Buffer | string) => {
		const length = { 'content-length': String(Buffer.byteLength(body)) };
		const forwarded = request(target + url, { method, headers: { ...headers, ...length } });
		forwarded.end(body);
		return forwarded;
	};

	const refuse = async (incoming: IncomingMessage, response: ServerResponse, before: Order[]) => {
		refusals += 1;
		if (refusals % 2 && before.length > 0) {
			const partly = forward(incoming, JSON.stringify({ orders: before }));
			await new Promise<void>((done) => {
				partly.on('error', () => done());
				partly.on('response', (reply) => reply.resume().on('close', done));
			});
		}
		response.writeHead(STATUSES[refusals % STATUSES.length], {
			'content-type': 'application/json',
		});
		response.end('{"message": "an order was rejected"}');
	};

	const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
		const body = await buffer(incoming);
		if (incoming.url?.endsWith('/orders/upsert')) {
			const { orders } = JSON.parse(String(body)) as { orders: Order[] };
			const bad = orders.findIndex(({ order_external_id: id }) =>
				isPoisoned(Number(id.slice(2)), batchSize),
			);
			if (bad !== -1) return await refuse(incoming, response, orders.slice(0, bad));
		}
		const forwarded = forward(incoming, body);
		forwarded.on('error', () => response.destroy());
		forwarded.on('response', (reply) => {
			response.writeHead(reply.statusCode ?? 500, reply.headers);
			reply.on('error', () => response.destroy());
			reply.on('aborted', () => response.destroy());
			reply.pipe(response);
		});
		response.on('close', () => forwarded.destroy());
	};

	const server = createServer((incoming, response) => {
		handle(incoming, response).catch(() => response.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
