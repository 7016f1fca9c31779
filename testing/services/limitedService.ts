import { createServer } from 'node:http';

import { listening } from './listening';

/** A rate-limited service, which stores the companies that it accepts. */
export interface LimitedService {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** External IDs in the order in which they were stored. */
	readonly stored: string[];
	/** Number of requests that were rejected. */
	readonly refused: () => number;
	readonly close: () => Promise<void>;
}

/**
 * Starts it on a free local port. A token bucket without a burst: a request is accepted when the
 * last one is long enough ago, any other is rejected with 429 and Retry-After.
 *
 * @param perSecond requests that are accepted in a second
 * @param retryAfter seconds
 */
export async function startLimitedService(
	perSecond: number,
	retryAfter: number,
): Promise<LimitedService> {
	const stored: string[] = [];
	let nextAt = 0;
	let refused = 0;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request
			.on('data', (chunk: Buffer) => chunks.push(chunk))
			.on('end', () => {
				const now = Date.now();
				if (now < nextAt) {
					refused += 1;
					response.writeHead(429, { 'retry-after': String(retryAfter) });
					response.end(JSON.stringify({ message: 'Slow down' }));
					return;
				}
				nextAt = now + 1000 / perSecond;
				const { external_id: id } = JSON.parse(String(Buffer.concat(chunks))) as {
					external_id: string;
				};
				stored.push(id);
				response.writeHead(200, { 'content-type': 'application/json' });
				response.end(JSON.stringify({ ok: true, status: 'created', external_id: id }));
			});
	});
	return {
		...(await listening(server)),
		stored,
		refused: () => refused,
	};
}
