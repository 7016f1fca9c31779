/**
 * A service with a limit of its own, which stores companies. Written from the definitions of the
 * algorithms and from HTTP (RFC 9110, RFC 6585); it shares no code with the nodes.
 *
 *     tsx tools/bench/limits/server.ts '{"kind": "tokenBucket", "perSecond": 50, "burst": 20, "latencyMs": 50}'
 *
 * Below /free it limits nothing, for the warm-up. GET /report tells what it stored and refused.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server allows; times in seconds unless the name says otherwise. */
export type Limit = (
	| {
			readonly kind: 'tokenBucket';
			readonly perSecond: number;
			readonly burst: number;
			/** From this second on, counted from the first request, until that one, another rate holds. */
			readonly change?: { readonly from: number; readonly to: number; readonly perSecond: number };
	  }
	| { readonly kind: 'fixedWindow'; readonly count: number; readonly windowMs: number }
	| { readonly kind: 'concurrency'; readonly atOnce: number }
) & {
	/** Milliseconds from request to response of an accepted request. */
	readonly latencyMs: number;
	/** Value of Retry-After; without it none is sent. */
	readonly retryAfter?: number;
};

export interface Report {
	readonly stored: number;
	/** External IDs that were stored more than once. */
	readonly doubled: number;
	readonly refused: number;
}

const limit = JSON.parse(process.argv[2]) as Limit;

/** Decides on one request. */
function createAdmission(): () => boolean {
	if (limit.kind === 'fixedWindow') {
		let window = 0;
		let used = 0;
		return () => {
			const current = Math.floor(performance.now() / limit.windowMs);
			if (current !== window) used = 0;
			window = current;
			used += 1;
			return used <= limit.count;
		};
	}
	if (limit.kind === 'concurrency') return () => active < limit.atOnce;
	const { change } = limit;
	let tokens = limit.burst;
	let last: number | undefined;
	let start = 0;
	return () => {
		const now = performance.now();
		if (last === undefined) start = now;
		const second = (now - start) / 1000;
		const isChanged = change && second >= change.from && second < change.to;
		const perSecond = isChanged ? change.perSecond : limit.perSecond;
		tokens = Math.min(limit.burst, tokens + ((now - (last ?? now)) / 1000) * perSecond);
		last = now;
		if (tokens < 1) return false;
		tokens -= 1;
		return true;
	};
}

const admits = createAdmission();
const stored = new Map<string, number>();
let active = 0;
let refused = 0;

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return String(Buffer.concat(chunks));
}

function send(response: ServerResponse, status: number, body: object, headers = {}) {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}

function report(): Report {
	const doubled = [...stored.values()].filter((times) => times > 1).length;
	return { stored: stored.size, doubled, refused };
}

const server = createServer((request, response) => {
	void readBody(request).then((text) => {
		if (request.url === '/report') return send(response, 200, report());
		const { external_id: id } = JSON.parse(text) as { external_id: string };
		const envelope = { ok: true, status: 'created', external_id: id, company_id: id, ctx_id: 'c' };
		if (request.url?.startsWith('/free')) return send(response, 200, envelope);
		if (!admits()) {
			refused += 1;
			const headers =
				limit.retryAfter === undefined ? {} : { 'retry-after': String(limit.retryAfter) };
			return send(response, 429, { message: 'Too many requests' }, headers);
		}
		active += 1;
		stored.set(id, (stored.get(id) ?? 0) + 1);
		setTimeout(() => {
			active -= 1;
			send(response, 200, envelope);
		}, limit.latencyMs);
	});
});

server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
