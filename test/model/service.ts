/** The stand-in service: records in memory on the paths of the contract, and a log of what each request did. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { listening } from '../../testing/services/listening';
import { isBlank, type Fields, type Kind } from './kinds';

/** How a service differs from the plain one. */
export interface Behaviour {
	/** What becomes of the fields of a write. */
	readonly store?: (body: Fields) => Fields;
	/** The rows that the list has. */
	readonly rows?: (kept: Stored[], service: Service) => Stored[];
	readonly show?: (shown: Fields, where: 'list' | 'get') => Fields;
	/** Responds instead of working on the request; or does something else before it. */
	readonly before?: (entry: Logged, service: Service) => Reply | undefined;
	/** Responds instead of telling what was done. */
	readonly after?: (service: Service) => Reply | 'close' | undefined;
	readonly archivedInList?: boolean;
	readonly archivedInGet?: boolean;
	readonly ignoresPaging?: boolean;
	readonly ignoresFilters?: boolean;
	readonly ignoresExternalId?: boolean;
	readonly upsertsIntoArchived?: boolean;
	readonly uniqueEmail?: boolean;
	/** The list does not show all that is there, and nothing says so. */
	readonly hidesRecords?: boolean;
	/** Responses to writes are lost. */
	readonly isFaulty?: boolean;
	/** What is stored or shown may be another value than was sent, by the service or by others. */
	readonly changesValues?: boolean;
	/** The outcome of each row can be foreseen. */
	readonly isFaithful?: boolean;
}

function recordOf(number: number, fields: Fields, madeBy: 'before' | 'node' | 'others') {
	const id = `0b9c7a52-6a0f-4f3e-9b1d-${String(number).padStart(12, '0')}`;
	const madeAt = madeBy === 'before' ? Date.UTC(2026, 0, 1) + number * 60_000 : Date.now();
	return { id, number, fields, archived: false, madeBy, madeAt, updatedAt: madeAt };
}
export type Stored = ReturnType<typeof recordOf>;
type Effect = 'created' | 'updated' | 'archived';

/** A request and what came of it. */
export interface Logged {
	readonly method: string;
	readonly path: string;
	readonly query: Record<string, string>;
	readonly body?: Fields;
	status: number;
	effect?: Effect;
	/** The record that was written, and how it was before. */
	record?: string;
	before?: { readonly fields: Fields; readonly archived: boolean };
}

export type Reply = { status: number; body: unknown; headers?: Record<string, string> };
const notFound: Reply = { status: 404, body: { message: 'No such record', ctx_id: 'c' } };

export class Service {
	readonly records: Stored[] = [];
	readonly log: Logged[] = [];
	url = '';
	lists = 0;
	writes = 0;
	close = async () => {};

	constructor(
		readonly kind: Kind,
		readonly behaviour: Behaviour,
		private readonly pageCap: number,
		private readonly delay: number,
	) {}

	async start(): Promise<this> {
		const server = createServer((request, response) => void this.handle(request, response));
		return Object.assign(this, await listening(server));
	}

	add(fields: Fields, madeBy: Stored['madeBy'], archived = false): Stored {
		const made = { ...recordOf(this.records.length + 1, fields, madeBy), archived };
		this.records.push(made);
		return made;
	}

	active = () => this.records.filter(({ archived }) => !archived);

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(request);
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
		const entry: Logged = {
			method: request.method ?? '',
			path: decodeURIComponent(pathname).replace('/v1/public/', ''),
			query: Object.fromEntries(searchParams),
			...(body !== '' && { body: JSON.parse(body) as Fields }),
			status: 0,
		};
		this.log.push(entry);
		const wait = async () => await new Promise((done) => setTimeout(done, this.delay));
		// What a read shows was so when it came; what a write does is done after a while.
		if (entry.method !== 'GET') await wait().then(() => (this.writes += 1));
		const worked = this.behaviour.before?.(entry, this) ?? this.work(entry);
		if (entry.method === 'GET') await wait();
		const instead = entry.effect && this.behaviour.after?.(this);
		if (instead === 'close') return void response.destroy();
		const reply = instead ?? worked;
		entry.status = reply.status;
		response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
		response.end(JSON.stringify(reply.body));
	}

	private work(entry: Logged): Reply {
		const { method, query, body = {} } = entry;
		const [path, reference] = entry.path.split(/\/(.*)/s);
		if (path !== this.kind.path) return notFound;
		if (reference === undefined)
			return method === 'GET' ? this.list(query) : this.write(entry, body, this.keyed(body));
		const found = this.find(reference, query.external_id);
		if (!found) return notFound;
		if (method === 'GET') return { status: 200, body: this.shown(found, 'get') };
		if (method === 'PUT') return this.write(entry, body, found);
		return this.commit(entry, 'archived', found, {});
	}

	private find(reference: string, external?: string): Stored | undefined {
		const { archivedInGet, ignoresExternalId } = this.behaviour;
		const isMeant = ({ id, number, fields }: Stored) =>
			external === undefined || ignoresExternalId
				? id === reference || String(number) === reference
				: fields.external_id === external;
		return (
			this.active().find(isMeant) ?? this.records.find((each) => archivedInGet && isMeant(each))
		);
	}

	/** The record that a create is about, where the service upserts. */
	private keyed({ external_id }: Fields): Stored | undefined {
		const { kind, records, behaviour } = this;
		const isKeyed = ({ fields, archived }: Stored) =>
			fields.external_id === external_id && (!archived || behaviour.upsertsIntoArchived);
		const known = kind.upserts && !isBlank(external_id) ? records.filter(isKeyed) : [];
		return known.find(({ archived }) => !archived) ?? known[0];
	}

	private write(entry: Logged, { externalId, ...body }: Fields, known?: Stored): Reply {
		const holder = this.active().find((each) => each !== known && each.fields.email === body.email);
		if (this.behaviour.uniqueEmail && !isBlank(body.email) && holder)
			return { status: 400, body: { message: 'This email exists already', ctx_id: 'c' } };
		const given = externalId === undefined ? body : { ...body, external_id: externalId };
		const fields = this.behaviour.store?.(given) ?? given;
		return this.commit(entry, known ? 'updated' : 'created', known ?? this.add({}, 'node'), fields);
	}

	private commit(entry: Logged, effect: Effect, target: Stored, fields: Fields): Reply {
		const { id: record, archived } = target;
		const before = effect === 'created' ? undefined : { fields: { ...target.fields }, archived };
		Object.assign(entry, { record, effect, before });
		Object.assign(target.fields, fields);
		// A create takes an archived record up again, a change leaves it archived.
		target.archived = effect === 'archived' || (archived && entry.method === 'PUT');
		target.updatedAt = Date.now();
		const { external_id = null } = target.fields;
		const body = { ok: true, status: effect.replace('archived', 'deleted'), external_id };
		return { status: 200, body: { ...body, [this.kind.writtenId]: record, ctx_id: 'c' } };
	}

	private list({ search = '', sort = '', page = '1', limit = '50' }: Fields): Reply {
		this.lists += 1;
		const { archivedInList, ignoresFilters, ignoresPaging, rows } = this.behaviour;
		const sought = ignoresFilters ? '' : String(search).toLowerCase();
		const isFound = ({ fields }: Stored) => JSON.stringify(fields).toLowerCase().includes(sought);
		const kept = (archivedInList ? this.records : this.active()).filter(isFound);
		const sorted = rows?.(kept, this) ?? kept;
		const [key, factor] = [String(sort).replace('-', ''), String(sort).startsWith('-') ? -1 : 1];
		const valueOf = (each: Stored) => this.shown(each, 'get')[key] as string;
		const isAfter = (a: Stored, b: Stored) => Number(valueOf(a) > valueOf(b));
		sorted.sort((a, b) => factor * (isAfter(a, b) - isAfter(b, a)));
		const all = sorted.map((each) => this.shown(each, 'list'));
		if (!this.kind.upserts) return { status: 200, body: all };
		const size = Math.min(Number(limit), this.pageCap);
		const data = ignoresPaging ? all : all.slice((Number(page) - 1) * size, Number(page) * size);
		const numbers = { page: Number(page), count: data.length, total: new Set(sorted).size };
		return { status: 200, body: { data, ...numbers, message: 'ok' } };
	}

	private shown(record: Stored, where: 'list' | 'get'): Fields {
		const { caseStatus = null, ...fields } = record.fields;
		const { numberKey, fields: columns } = this.kind;
		const shown = {
			...Object.fromEntries(columns.map(({ name }) => [name, null])),
			...fields,
			...(numberKey !== 'id_inv' && { id: record.id }),
			...(numberKey === 'deal_id' && { case_status: caseStatus, caseStatus: undefined }),
			...(record.archived && { archived: true }),
			[numberKey]: record.number,
			created_at: new Date(record.madeAt).toISOString(),
			updated_at: new Date(record.updatedAt).toISOString(),
		};
		return this.behaviour.show?.(shown, where) ?? shown;
	}
}
