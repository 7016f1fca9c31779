/** The stand-in service: records in memory on the paths of the contract, and a log of what each request did. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { listening } from '../../testing/services/listening';
import type { Behaviour } from './behaviours';
import { KINDS, isBlank, type Fields, type Kind, type KindName } from './kinds';

export interface Stored {
	readonly id: string;
	readonly number: number;
	fields: Fields;
	archived: boolean;
	readonly madeBy: 'before' | 'node' | 'others';
	readonly madeAt: number;
	updatedAt: number;
}

/** A request and what came of it. */
export interface Logged {
	readonly run: string;
	readonly method: string;
	readonly path: string;
	readonly query: Fields;
	readonly body?: Fields;
	status: number;
	/** What the response said, also when it was lost on its way. */
	said?: string;
	effect?: 'created' | 'updated' | 'archived';
	record?: string;
	before?: Fields & { archived: boolean };
	/** The response did not reach the node as it was meant. */
	isHidden?: boolean;
}

interface Reply {
	readonly status: number;
	readonly body: unknown;
	readonly headers?: Record<string, string>;
}

const notFound: Reply = { status: 404, body: { message: 'No such record', ctx_id: 'c' } };

export class Service {
	readonly records: Stored[] = [];
	readonly log: Logged[] = [];
	readonly kind: Kind;
	/** Named by the runner before each run; requests of overlapping runs share it. */
	run = '';
	url = '';
	lists = 0;
	writes = 0;
	close = async () => {};

	constructor(
		kind: KindName,
		readonly behaviour: Behaviour,
		readonly pageCap: number,
		private readonly delay: number,
	) {
		this.kind = KINDS[kind];
	}

	async start(): Promise<this> {
		const server = createServer((request, response) => void this.handle(request, response));
		Object.assign(this, await listening(server));
		return this;
	}

	add(fields: Fields, madeBy: Stored['madeBy'], archived = false): Stored {
		const number = this.records.length + 1;
		const id = `0b9c7a52-6a0f-4f3e-9b1d-${String(number).padStart(12, '0')}`;
		// What was there before is old, and never two at the same moment.
		const at = madeBy === 'before' ? Date.UTC(2026, 0, 1) + number * 60_000 : Date.now();
		const made = { id, number, fields, archived, madeBy, madeAt: at, updatedAt: at };
		this.records.push(made);
		return made;
	}

	active(): Stored[] {
		return this.records.filter(({ archived }) => !archived);
	}

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const text = String(Buffer.concat(chunks));
		const url = new URL(request.url ?? '', 'http://service');
		const entry: Logged = {
			run: this.run,
			method: request.method ?? '',
			path: decodeURIComponent(url.pathname),
			query: Object.fromEntries(url.searchParams),
			...(text !== '' && { body: JSON.parse(text) as Fields }),
			status: 0,
		};
		this.log.push(entry);
		await new Promise((done) => setTimeout(done, this.delay));
		const isWrite = entry.method !== 'GET';
		if (isWrite) this.writes += 1;
		let reply = this.behaviour.before?.(entry, this) ?? this.work(entry);
		const late = isWrite && entry.effect ? this.behaviour.after?.(entry, this) : undefined;
		entry.isHidden = Boolean(late);
		if (late === 'close') {
			response.destroy();
			return;
		}
		reply = late ?? reply;
		entry.status = reply.status;
		response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
		response.end(JSON.stringify(reply.body));
	}

	private work(entry: Logged): Reply {
		const { method, path, query, body = {} } = entry;
		const base = `/v1/public/${this.kind.path}`;
		if (path !== base && !path.startsWith(`${base}/`))
			return { status: 404, body: { detail: 'Not Found' } };
		if (path === base) return method === 'GET' ? this.list(query) : this.create(entry, body);
		const found = this.find(path.slice(base.length + 1), query);
		if (!found) return notFound;
		if (method === 'GET') return { status: 200, body: this.shown(found, 'get') };
		entry.record = found.id;
		entry.before = { ...found.fields, archived: found.archived };
		if (method === 'DELETE') found.archived = true;
		else {
			const refusal = this.refusal(body, found);
			if (refusal) return refusal;
			this.merge(found, body);
		}
		entry.effect = method === 'DELETE' ? 'archived' : 'updated';
		return this.written(entry, found, method === 'DELETE' ? 'deleted' : 'updated');
	}

	private find(reference: string, query: Fields): Stored | undefined {
		const external = this.behaviour.ignoresExternalId ? undefined : query.external_id;
		const isMeant = ({ id, number, fields }: Stored) =>
			external === undefined
				? id === reference || String(number) === reference
				: fields.external_id === external;
		return (
			this.active().find(isMeant) ??
			(this.behaviour.archivedInGet ? this.records.find(isMeant) : undefined)
		);
	}

	private create(entry: Logged, body: Fields): Reply {
		const key = keyOf(body);
		const isKey = (record: Stored) => !isBlank(key) && record.fields.external_id === key;
		const revived = this.behaviour.upsertsIntoArchived ? this.records.find(isKey) : undefined;
		const known = this.kind.upserts ? (this.active().find(isKey) ?? revived) : undefined;
		const refusal = this.refusal(body, known);
		if (refusal) return refusal;
		if (known) entry.before = { ...known.fields, archived: known.archived };
		const target = known ?? this.add({}, 'node');
		target.archived = false;
		this.merge(target, body);
		entry.record = target.id;
		entry.effect = known ? 'updated' : 'created';
		return this.written(entry, target, entry.effect);
	}

	/** PUT merges; a deal's key comes under two names. */
	private merge(target: Stored, { externalId, ...body }: Fields): void {
		const given = externalId === undefined ? body : { external_id: externalId, ...body };
		Object.assign(target.fields, this.behaviour.store?.(given) ?? given);
		target.updatedAt = Date.now();
	}

	private refusal(body: Fields, target?: Stored): Reply | undefined {
		const { email } = body;
		if (!this.behaviour.uniqueEmail || isBlank(email)) return undefined;
		const holder = this.active().find((each) => each !== target && each.fields.email === email);
		if (!holder) return undefined;
		const message = 'A record with this email exists already';
		return { status: 400, body: { message, errors: { email: [message] }, ctx_id: 'c' } };
	}

	private written(entry: Logged, { id, fields }: Stored, status: string): Reply {
		entry.said = status;
		const external_id = fields.external_id ?? null;
		return {
			status: 200,
			body: { ok: true, status, external_id, [this.kind.writtenId]: id, ctx_id: 'c' },
		};
	}

	private list(query: Fields): Reply {
		this.lists += 1;
		const { behaviour } = this;
		const search = behaviour.ignoresFilters ? undefined : query.search;
		const kept = (behaviour.archivedInList ? this.records : this.active()).filter(
			({ fields }) => search === undefined || String(fields.name).includes(String(search)),
		);
		const rows = behaviour.rows?.([...kept], this) ?? [...kept];
		if (!this.kind.isPaged)
			return { status: 200, body: rows.map((each) => this.shown(each, 'list')) };
		const sort = String(query.sort ?? '');
		const by = sort.replace('-', '');
		const valueOf = (each: Stored) => this.shown(each, 'get')[by] ?? '';
		if (by !== '')
			rows.sort((a, b) => {
				const [x, y] = [valueOf(a), valueOf(b)] as [string, string];
				return x < y ? -1 : x > y ? 1 : a.number - b.number;
			});
		if (sort.startsWith('-')) rows.reverse();
		const [page, asked] = [Number(query.page ?? 1), Number(query.limit ?? 50)];
		const limit = behaviour.ignoresPaging ? rows.length : Math.min(asked, this.pageCap);
		const from = behaviour.ignoresPaging ? 0 : (page - 1) * limit;
		const data = rows.slice(from, from + limit).map((each) => this.shown(each, 'list'));
		const total = new Set(rows).size;
		return { status: 200, body: { data, page, count: data.length, total, message: 'ok' } };
	}

	private shown(record: Stored, where: 'list' | 'get'): Fields {
		const { id, number, archived, madeAt, updatedAt } = record;
		const { caseStatus, ...fields } = record.fields;
		const isoOf = (time: number) => new Date(time).toISOString();
		const shown: Fields = {
			...(this.kind.hasUuid && { id }),
			[this.kind.numberKey]: number,
			...Object.fromEntries(this.kind.fields.map(({ name }) => [name, null])),
			...fields,
			...(archived && { archived: true }),
			created_at: isoOf(madeAt),
			updated_at: isoOf(updatedAt),
		};
		if ('caseStatus' in shown) delete shown.caseStatus;
		if (this.kind.name === 'deal') shown.case_status = caseStatus ?? null;
		return this.behaviour.show?.(shown, where) ?? shown;
	}
}

/** The caller's own ID in a body. */
export const keyOf = (body: Fields) => body.external_id ?? body.externalId;
