/**
 * A stand-in for the service that knows nothing: it gives the responses that a case states and
 * writes down the requests that come. The sandbox and the nodes come from one reading of the
 * specification and could be wrong alike; this cannot.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { listening } from '../../testing/services/listening';
import type { GivenResponse, Request } from './caseFile';
import { pageOf } from './page';
import { recorded } from './recorded';

/** The service and another server, as a file host would be one. */
export interface StandIn {
	/** Base URL of the service, without a trailing slash. */
	readonly service: string;
	/** Base URL of the other server. */
	readonly other: string;
	/** Takes the responses of the next case and forgets the requests before. */
	prepare(responses: readonly GivenResponse[]): void;
	/** The requests since, in the order in which they came. */
	readonly requests: readonly Request[];
	/** Requests since that no response was given for. */
	readonly unexpected: readonly string[];
	close(): Promise<void>;
}

/** Starts both servers on free local ports. */
export async function startStandIn(): Promise<StandIn> {
	let responses: GivenResponse[] = [];
	let requests: Request[] = [];
	let unexpected: string[] = [];

	const respond = async (request: IncomingMessage, out: ServerResponse, server?: 'other') => {
		const received = recorded(request, await text(request), server);
		requests.push(received);
		const given = responses.find((each) => each.times !== 0 && fits(each.to, received));
		if (!given) {
			unexpected.push(`${received.method} ${received.path}`);
			out.writeHead(404, { 'content-type': 'application/json' }).end('{}');
			return;
		}
		if (given.times !== undefined) given.times -= 1;
		const type = typeof given.body === 'string' ? 'text/plain' : 'application/json';
		out.writeHead(given.status, { 'content-type': type, ...filledIn(given.headers) });
		out.end(textOf(given, received));
	};
	const servers = [
		createServer((request, out) => void respond(request, out)),
		createServer((request, out) => void respond(request, out, 'other')),
	];
	const running = await Promise.all(servers.map(async (server) => await listening(server)));
	const [service, other] = running.map(({ url }) => url);
	const filledIn = <T>(value: T): T =>
		JSON.parse(
			JSON.stringify(value).replaceAll('{service}', service).replaceAll('{other}', other),
		) as T;
	const textOf = (given: GivenResponse, received: Request): string => {
		if (given.paged !== undefined) return JSON.stringify(pageOf(given, received));
		const body = filledIn(given.body ?? {});
		const written = typeof body === 'string' ? body : JSON.stringify(body);
		return written.replaceAll('"{external_id}"', JSON.stringify(externalIdOf(received)));
	};

	return {
		service,
		other,
		prepare(given) {
			responses = given.map((each) => ({ ...each }));
			requests = [];
			unexpected = [];
		},
		get requests() {
			return requests;
		},
		get unexpected() {
			return unexpected;
		},
		async close() {
			await Promise.all(running.map(async ({ close }) => await close()));
		},
	};
}

/** The external ID that a request names, in its body or in its query; else the one that the cases use. */
function externalIdOf({ query, body }: Request): string {
	const inBody = /"(?:external_id|externalId)":("(?:[^"\\]|\\.)*")/.exec(
		JSON.stringify(body ?? {}),
	);
	if (inBody) return JSON.parse(inBody[1]) as string;
	return String(query?.external_id ?? 'a/b ö?');
}

/** Whether `GET /v1/public/companies/*` and the like mean the request. */
function fits(to: string, { method, path }: Request): boolean {
	const pattern = to.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${pattern.join('.*')}$`).test(`${method} ${path}`);
}
