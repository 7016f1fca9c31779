import type { IDataObject } from 'n8n-workflow';

import {
	Failure,
	type Service,
	type ServiceRequest,
	type ServiceResponse,
} from '../../../nodes/shared/http';

/** How the service gives its list. What is not said is as ORDER BY … LIMIT … OFFSET over a primary key. */
export interface ListModes {
	/** Rows of equal sort value: always in the same order, or in a new one for every page. */
	ties?: 'stable' | 'random';
	/**
	 * Any sort is followed, all but the one by record number, or none; that by time of update goes by time of
	 * creation; or a sort by number is rejected with this status.
	 */
	sort?: 'all' | 'ignored' | 'numberIgnored' | 'updatedAsCreated' | 400 | 422 | 500;
	/** The order where no sort is followed. */
	order?: 'oldestFirst' | 'newestFirst';
	/** A page beyond the end: empty, a 404, or the last page. Or every page is the first. */
	page?: 'empty' | 404 | 'last' | 'ignored';
	/** Rows of a page at most. */
	cap?: number;
	/** All pages have this size, whatever is asked for. */
	fixedSize?: number;
	/** What `total` says, given the number of rows and of those on the page. */
	total?: (rows: number, onPage: number) => unknown;
	/** Only the first so many rows of an order can be reached. */
	reach?: number;
	seed?: number;
	/** A list without pages has its rows under `data`, with a total. */
	wrapped?: boolean;
	/** The key of the record number. */
	number?: string;
}

/** Numbers from 0 to 1, the same for the same seed. */
const randomFrom = (seed: number) => () => {
	seed = (seed * 1664525 + 1013904223) % 2 ** 32;
	return seed / 2 ** 32;
};

/** A service without a limiter. */
export const serviceOf = (send: Service['send']): Service => ({
	stats: { requests: 0, retried: 0, refused: 0, waitedMs: 0 },
	account: {},
	send,
});

/** As PostgreSQL sorts: no value is more than any other. */
function compare(one: unknown = null, other: unknown = null) {
	if (one === other) return 0;
	return one !== null && (other === null || (one as string) < (other as string)) ? -1 : 1;
}

/** When the first record of a table was created. */
export const start = Date.parse('2026-01-01T00:00:00Z');

/** Records created in batches, with a few states; every seventh was updated later. */
export const tableOf = (size: number, { batch = 1, states = 4 } = {}): IDataObject[] =>
	Array.from({ length: size }, (_, index) => {
		const created = start + Math.floor(index / batch) * 1000;
		const updated = index % 7 === 0 ? created + (index % 50) * 3_600_000 : created;
		return {
			id: `row-${index}`,
			company_id: index + 1,
			name: `Company ${index % 90}`,
			status: `state-${index % states}`,
			created_at: new Date(created).toISOString(),
			updated_at: new Date(updated).toISOString(),
		};
	});

/** A table at a service that lists it: the truth to compare what was read with. */
export class ListTable {
	readonly requests: ServiceRequest[] = [];

	/** What happens to the table before the second, third … page. */
	changes: Array<(table: ListTable) => void> = [];

	private readonly random: () => number;

	private next: number;

	private readonly number: string;

	constructor(
		public rows: IDataObject[],
		private readonly modes: ListModes = {},
	) {
		this.random = randomFrom(modes.seed ?? 1);
		this.next = rows.length + 1;
		this.number = modes.number ?? 'company_id';
	}

	readonly service = serviceOf(async (request) => {
		if (this.requests.length > 0) this.changes[this.requests.length - 1]?.(this);
		this.requests.push(request);
		const response = this.respond(request.query as IDataObject);
		await Promise.resolve();
		return response;
	});

	get ids() {
		return this.rows.map(({ id }) => id as string);
	}

	/** Adds a record, as a person does while the list is read. */
	insert() {
		const number = this.next++;
		const now = new Date(2e12 + number * 1000).toISOString();
		this.rows.push({
			id: `new-${number}`,
			[this.number]: number,
			created_at: now,
			updated_at: now,
		});
	}

	remove(index: number) {
		this.rows.splice(index, 1);
	}

	update(index: number) {
		const row = this.rows[index];
		const updated = { ...row, updated_at: new Date(2e12 + this.next++ * 1000).toISOString() };
		// As PostgreSQL does: the new version of a row lies at another place.
		this.rows.splice(index, 1);
		this.rows.push(updated);
	}

	private respond({ page, limit, sort }: IDataObject): ServiceResponse {
		const { modes } = this;
		const rejects = typeof modes.sort === 'number' && String(sort).endsWith(this.number);
		if (rejects) {
			const status = modes.sort as number;
			const kind = status === 500 ? 'unavailable' : 'refused';
			throw new Failure({ kind, status, message: 'cannot sort by that', remedy: '' });
		}
		if (page === undefined) {
			const rows = this.ordered(undefined);
			const body = modes.wrapped ? { data: rows, total: modes.total?.(rows.length, 0) } : rows;
			return { status: 200, headers: {}, body };
		}
		if (modes.page === 'ignored') page = 1;
		const all = this.ordered(sort as string | undefined).slice(0, modes.reach);
		const size = modes.fixedSize ?? Math.min(limit as number, modes.cap ?? 100);
		let start = ((page as number) - 1) * size;
		if (start >= all.length && start > 0) {
			if (modes.page === 404) {
				throw new Failure({
					kind: 'notFound',
					status: 404,
					message: 'Invalid page.',
					remedy: '',
				});
			}
			if (modes.page === 'last') start = Math.floor(Math.max(0, all.length - 1) / size) * size;
		}
		const data = all.slice(start, start + size);
		const total = (modes.total ?? ((rows: number) => rows))(this.rows.length, data.length);
		return { status: 200, headers: {}, body: { data, total } };
	}

	private ordered(sort: string | undefined) {
		const { sort: sorts = 'all', order = 'oldestFirst', ties = 'stable' } = this.modes;
		const [, direction, field] = /^(-?)(.*)$/.exec(sort ?? '')!;
		const follows =
			field !== '' && sorts !== 'ignored' && !(sorts === 'numberIgnored' && field === this.number);
		const rows = order === 'newestFirst' ? [...this.rows].reverse() : [...this.rows];
		if (ties === 'random') {
			for (let last = rows.length - 1; last > 0; last -= 1) {
				const other = Math.floor(this.random() * (last + 1));
				[rows[last], rows[other]] = [rows[other], rows[last]];
			}
		}
		if (!follows) return rows;
		const sign = direction === '-' ? -1 : 1;
		const by = sorts === 'updatedAsCreated' && field === 'updated_at' ? 'created_at' : field;
		return rows.sort((one, other) => sign * compare(one[by], other[by]));
	}
}
