import { createHash } from 'node:crypto';
import type { Clock } from '../clock';
import type { JsonObject } from '../contract';
import type { Db } from './database';
import { LiveOrder, type ListQuery } from './live-order';

/** A record as it is stored. `fields` are in snake_case. */
export interface StoredRecord {
	seq: number;
	object: string;
	id: string;
	number: number;
	externalId: string | null;
	archived: boolean;
	createdAt: string;
	updatedAt: string;
	fields: JsonObject;
}

interface Row {
	seq: number;
	object: string;
	id: string;
	number: number;
	external_id: string | null;
	archived: number;
	created_at: string;
	updated_at: string;
	fields: string;
}

const fromRow = (row: Row): StoredRecord => ({
	seq: row.seq,
	object: row.object,
	id: row.id,
	number: row.number,
	externalId: row.external_id,
	archived: row.archived === 1,
	createdAt: row.created_at,
	updatedAt: row.updated_at,
	fields: JSON.parse(row.fields) as JsonObject,
});

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID that depends only on the text, so that a repeated run gives the same IDs. */
export function stableUuid(text: string) {
	const hash = createHash('sha1').update(text).digest('hex');
	const variant = ((parseInt(hash[16], 16) & 3) | 8).toString(16);
	return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Keeps the records of all objects. Every method is synchronous. */
export class RecordStore {
	private readonly statements;
	private readonly order: LiveOrder;
	private readonly numbers = new Map<string, number>();
	private depth = 0;
	private isKept = false;

	constructor(
		private readonly db: Db,
		private readonly clock: Clock,
	) {
		const by = (condition: string) =>
			db.prepare(`SELECT * FROM records WHERE object = ? AND ${condition} LIMIT 1`);
		this.statements = {
			byId: by('id = ?'),
			byNumber: by('number = ?'),
			byExternalId: by('external_id = ? ORDER BY archived, seq'),
			topNumber: db.prepare('SELECT MAX(number) AS top FROM records WHERE object = ?'),
			range: db.prepare(
				'SELECT * FROM records WHERE object = ? AND archived = 0 AND seq BETWEEN ? AND ? ORDER BY seq',
			),
			some: db.prepare('SELECT * FROM records WHERE seq IN (SELECT value FROM json_each(?))'),
			all: db.prepare('SELECT * FROM records WHERE object = ? AND archived = ? ORDER BY seq'),
			insert: db.prepare(
				'INSERT INTO records (seq, object, id, number, external_id, created_at, updated_at, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
			),
			update: db.prepare(
				'UPDATE records SET external_id = ?, archived = ?, updated_at = ?, fields = ? WHERE seq = ?',
			),
		};
		this.order = new LiveOrder(db);
	}

	/** Runs `work` so that all of its writes happen or none. Within another transaction it undoes only its own. */
	transaction<T>(work: () => T): T {
		const name = `level_${this.depth++}`;
		this.db.exec(`SAVEPOINT ${name}`);
		try {
			const result = work();
			this.db.exec(`RELEASE ${name}`);
			return result;
		} catch (error) {
			this.db.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
			this.forget();
			throw error;
		} finally {
			this.depth--;
		}
	}

	byId = (object: string, id: string) => this.one(this.statements.byId.get(object, id));

	/** The record with this external ID; one that is not archived comes first, then the oldest. */
	byExternalId = (object: string, externalId: string) =>
		this.one(this.statements.byExternalId.get(object, externalId));

	/** Finds a record by UUID, by number or by external ID, in this order. */
	find(object: string, reference: string) {
		const byId = uuidPattern.test(reference) && this.byId(object, reference.toLowerCase());
		const byNumber =
			!byId &&
			/^\d{1,15}$/.test(reference) &&
			this.one(this.statements.byNumber.get(object, Number(reference)));
		return byId || byNumber || this.byExternalId(object, reference);
	}

	/** How many records are not archived. */
	count(object: string, query: ListQuery = {}) {
		return this.order.of(object, query).length;
	}

	/** The rows `from` to `from + length - 1` of the records that are not archived. */
	page(object: string, from: number, length: number, query: ListQuery = {}): StoredRecord[] {
		const seqs = this.order.of(object, query).slice(from, from + length);
		if (seqs.length === 0) return [];
		if (!query.search && !query.sort && !query.newestFirst) {
			const rows = this.statements.range.all(object, seqs[0], seqs[seqs.length - 1]) as Row[];
			return rows.map(fromRow);
		}
		const rows = this.statements.some.all(JSON.stringify(seqs)) as Row[];
		const bySeq = new Map(rows.map((row) => [row.seq, row]));
		return seqs.map((seq) => fromRow(bySeq.get(seq)!));
	}

	all(object: string, { archived = false } = {}): StoredRecord[] {
		return (this.statements.all.all(object, archived ? 1 : 0) as Row[]).map(fromRow);
	}

	/** Records of an object that refer to another record in `company_id` or `inventory_id`. */
	referencing(object: string, key: 'company_id' | 'inventory_id', id: string): StoredRecord[] {
		const rows = this.db
			.prepare(
				`SELECT * FROM records WHERE object = ? AND json_extract(fields, '$.${key}') = ? AND archived = 0 ORDER BY seq`,
			)
			.all(object, id) as Row[];
		return rows.map(fromRow);
	}

	/** Adds a record, at the end of lists or, with `first`, at their beginning. */
	insert(object: string, externalId: string | null, fields: JsonObject, { first = false } = {}) {
		const number = this.nextNumber(object);
		const now = this.clock.iso();
		const record: StoredRecord = {
			seq: this.order.nextSeq(first),
			object,
			id: stableUuid(`${object}/${number}`),
			number,
			externalId,
			archived: false,
			createdAt: now,
			updatedAt: now,
			fields,
		};
		this.statements.insert.run(
			record.seq,
			object,
			record.id,
			number,
			externalId,
			now,
			now,
			JSON.stringify(fields),
		);
		this.order.add(object, record.seq);
		return record;
	}

	/** Writes a changed record back. */
	save(
		record: StoredRecord,
		change: Partial<Pick<StoredRecord, 'externalId' | 'archived' | 'fields'>>,
	) {
		const saved = { ...record, ...change, updatedAt: this.clock.iso() };
		this.statements.update.run(
			saved.externalId,
			saved.archived ? 1 : 0,
			saved.updatedAt,
			JSON.stringify(saved.fields),
			saved.seq,
		);
		if (saved.archived && !record.archived) this.order.remove(record.object, record.seq);
		if (!saved.archived && record.archived) this.order.add(record.object, record.seq);
		if (saved.archived === record.archived) this.order.changed(record.object);
		return saved;
	}

	/** Remembers all records as they are, for `restore`. */
	keep() {
		this.db.exec('CREATE TEMP TABLE kept AS SELECT * FROM records');
		this.isKept = true;
	}

	/** Puts what was kept into an empty store; false when nothing was. */
	restore() {
		if (this.isKept) this.db.exec('INSERT INTO records SELECT * FROM kept');
		this.forget();
		return this.isKept;
	}

	/** Removes everything. */
	clear() {
		this.db.exec('DELETE FROM records');
		this.forget();
	}

	private forget() {
		this.numbers.clear();
		this.order.forget();
	}

	private nextNumber(object: string) {
		const last =
			this.numbers.get(object) ??
			(this.statements.topNumber.get(object) as { top: number | null }).top ??
			0;
		this.numbers.set(object, last + 1);
		return last + 1;
	}

	private one = (row: unknown) => (row === undefined ? undefined : fromRow(row as Row));
}
