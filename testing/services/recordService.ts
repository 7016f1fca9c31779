import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { contract } from '../contract';
import { listening } from './listening';

/**
 * A service with records that are kept in memory, on the paths of the contract. It takes every body;
 * what it responds is up to a dialect. It shares no code with the sandbox, so that what sandbox and
 * nodes believe alike is put to the test.
 */
export interface RecordService {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** An access token; any other is taken too. */
	readonly token: string;
	/** Every request so far: `PUT /v1/public/deals/1?external_id=1`. */
	readonly requests: string[];
	/** The records of an object by its name in the path, archived ones included. */
	records(object: string): readonly Kept[];
	/** Forgets all records and requests. */
	reset(): void;
	close(): Promise<void>;
}

/** One record as the service keeps it. */
export interface Kept {
	readonly id: string;
	readonly number: number;
	externalId?: string;
	/** What was sent last of each field; objects around fields are opened. */
	fields: Json;
	archived: boolean;
	/** The value of a further path parameter: the object that a property belongs to. */
	readonly scope?: string;
}

export type Json = Record<string, unknown>;
interface Reply {
	readonly status?: number;
	readonly body?: unknown;
	/** Instead of a body in JSON. */
	readonly text?: string;
}
type WriteVerb = 'created' | 'updated' | 'deleted';

/** One order of a bulk write, and what became of it. */
export interface OrderResult {
	readonly kept: Kept;
	readonly created: boolean;
}

/** How a service says what it says. */
export interface Dialect {
	readonly name: string;
	newId(object: string, number: number): string;
	/** Whether a path that holds this text means the record. */
	means(reference: string, kept: Kept, object: string): boolean;
	record(object: string, kept: Kept): unknown;
	list(object: string, kept: readonly Kept[], query: URLSearchParams): unknown;
	written(object: string, kept: Kept, verb: WriteVerb): Reply;
	/** Many orders at once: in the way of `/orders/bulk`, and in that of a migration. */
	bulk(results: readonly OrderResult[]): Reply;
	migrated(results: readonly OrderResult[]): Reply;
	/** The calls that are not about records, by operationId. */
	readonly others: Readonly<Record<string, (request: OtherRequest) => unknown>>;
}

interface OtherRequest {
	readonly body: Json;
	readonly parameters: Readonly<Record<string, string>>;
	/** Where the service is; it also has files, under `/files/`. */
	readonly origin: string;
}

interface Route {
	readonly id: string;
	readonly method: string;
	readonly pattern: RegExp;
	readonly names: readonly string[];
	readonly object: string;
	readonly action?: 'list' | 'retrieve' | 'create' | 'update' | 'delete';
}

/** The operations of the contract; paths without parameters come first. */
function readRoutes(): Route[] {
	const { paths } = contract as {
		paths: Record<string, Record<string, Record<string, string>>>;
	};
	return Object.entries(paths)
		.sort(([a], [b]) => a.split('{').length - b.split('{').length)
		.flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => ({
				id: operation.operationId,
				method: method.toUpperCase(),
				pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
				names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
				object: operation['x-object'],
				action: operation['x-action'] as Route['action'],
			})),
		);
}

/** Whether a create with the external ID of an existing record updates that record. */
function upserts(object: string): boolean {
	const { 'x-objects': objects } = contract as {
		'x-objects': Record<string, { upsert: { value: boolean } }>;
	};
	return objects[object].upsert.value;
}

const notFound: Reply = { status: 404, body: { message: 'No such record', ctx_id: 'ctx' } };

/** Starts it on a local port; 0 takes any that is free. */
export async function startRecordService(
	dialect: Dialect,
	{ port = 0, host = '127.0.0.1' } = {},
): Promise<RecordService> {
	const routes = readRoutes();
	const kept = new Map<string, Kept[]>();
	const all = (object: string) => {
		if (!kept.has(object)) kept.set(object, []);
		return kept.get(object) as Kept[];
	};

	const store = (object: string, body: Json, scope?: string): OrderResult => {
		const externalId = externalIdIn(body);
		const known = all(object).find(
			(each) => externalId !== undefined && each.externalId === externalId && !each.archived,
		);
		if (known && upserts(object)) {
			Object.assign(known.fields, opened(body));
			return { kept: known, created: false };
		}
		const number = all(object).length + 1;
		const id = dialect.newId(object, number);
		const made = { id, number, externalId, fields: opened(body), archived: false, scope };
		all(object).push(made);
		return { kept: made, created: true };
	};

	const onRecord = (route: Route, parameters: string[], query: URLSearchParams, body: Json) => {
		const { object, action } = route;
		const scoped = route.pattern.source.includes('/properties/');
		const scope = scoped ? parameters[0] : undefined;
		const rows = all(object).filter((each) => !each.archived && each.scope === scope);
		if (action === 'list') return { body: dialect.list(object, rows, query) };
		if (action === 'create') {
			const { kept: made, created } = store(object, body, scope);
			return dialect.written(object, made, created ? 'created' : 'updated');
		}
		const wanted = query.get('external_id');
		const reference = parameters.at(-1) as string;
		const found =
			wanted === null
				? rows.find((each) => dialect.means(reference, each, object))
				: rows.find((each) => each.externalId === wanted);
		if (!found) return notFound;
		if (action === 'retrieve') return { body: dialect.record(object, found) };
		if (action === 'delete') found.archived = true;
		else {
			Object.assign(found.fields, opened(body));
			found.externalId = externalIdIn(body) ?? found.externalId;
		}
		return dialect.written(object, found, action === 'delete' ? 'deleted' : 'updated');
	};

	const respond = (method: string, url: URL, authorized: boolean, body: Json): Reply => {
		const path = url.pathname;
		if (path.startsWith('/files/')) return { text: 'row;problem\n2;Name is missing\n' };
		const route = routes.find((each) => each.method === method && each.pattern.test(path));
		if (!route) return { status: 404, body: { detail: 'Not Found' } };
		if (!authorized && route.id !== 'refreshToken') return { status: 401, body: { detail: 'No' } };
		const parameters = (route.pattern.exec(path) as RegExpExecArray)
			.slice(1)
			.map(decodeURIComponent);
		if (route.action) return onRecord(route, parameters, url.searchParams, body);
		const orders = (body.orders ?? []) as Json[];
		const storeAll = () => orders.map((order) => store('orders', order));
		if (path.endsWith('/orders/bulk')) return dialect.bulk(storeAll());
		if (path.endsWith('/orders/upsert')) return dialect.migrated(storeAll());
		const named = Object.fromEntries(route.names.map((name, index) => [name, parameters[index]]));
		const isList = route.method === 'GET' && parameters.length === 0;
		const other = dialect.others[route.id] ?? (isList ? () => [{}] : undefined);
		return other
			? { body: other({ body, parameters: named, origin: url.origin }) }
			: { status: 404, body: { detail: 'Not Found' } };
	};

	const requests: string[] = [];
	const origin = () => `http://${host}:${(server.address() as AddressInfo).port}`;
	const server = createServer((request, response) => {
		void text(request).then((sent) => {
			const body = (sent === '' ? {} : JSON.parse(sent)) as Json;
			const { method = '', url = '', headers } = request;
			requests.push(`${method} ${url}`);
			const authorized = Boolean(headers.authorization ?? headers['x-workspace-code']);
			const reply = respond(method, new URL(url, origin()), authorized, body);
			response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
			const json = reply.body === undefined ? undefined : JSON.stringify(reply.body);
			response.end(reply.text ?? json);
		});
	});
	return {
		...(await listening(server, port, host)),
		token: `${dialect.name}-token`,
		requests,
		records: all,
		reset() {
			kept.clear();
			requests.length = 0;
		},
	};
}

/** Names under which bodies carry the caller's own ID. */
const EXTERNAL = ['external_id', 'externalId', 'order_external_id'];

function externalIdIn(body: Json): string | undefined {
	const fields = opened(body);
	const key = EXTERNAL.find((name) => typeof fields[name] === 'string');
	return key === undefined ? undefined : (fields[key] as string);
}

/** A body without the objects that stand around its fields (`order`, `reportMetadata`). */
function opened(body: Json): Json {
	const around = ['order', 'reportMetadata'].find((key) => isObject(body[key]));
	if (!around) return { ...body };
	const { [around]: inside, ...rest } = body;
	return { ...rest, ...(inside as Json) };
}

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
