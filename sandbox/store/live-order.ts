import type { Db } from './database';

/** What to list: free text to find, and a field to sort by (`-name` downwards). */
export interface ListQuery {
	search?: { text: string; fields?: string[] };
	sort?: string;
	/** Whether the newest record comes first, where the sort does not say otherwise. */
	newestFirst?: boolean;
}

/** Place of `seq` in a sorted list, or where it would go. */
function placeOf(list: number[], seq: number) {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (list[middle] < seq) low = middle + 1;
		else high = middle;
	}
	return low;
}

/**
 * Remembers which records are not archived, in the order of lists, so that page 1,000 costs what page 1 costs. A
 * searched or sorted list is kept until something in the object changes.
 */
export class LiveOrder {
	private readonly lists = new Map<string, number[]>();
	private readonly views = new Map<string, Map<string, number[]>>();
	private ends?: { first: number; last: number };

	constructor(private readonly db: Db) {}

	of(object: string, query: ListQuery): number[] {
		if (query.search || query.sort) return this.view(object, query);
		const list = this.list(object);
		return query.newestFirst ? [...list].reverse() : list;
	}

	/** A seq after all others, or before them. */
	nextSeq(first: boolean) {
		this.ends ??= this.db
			.prepare('SELECT COALESCE(MIN(seq), 1) AS first, COALESCE(MAX(seq), 0) AS last FROM records')
			.get() as { first: number; last: number };
		return first ? --this.ends.first : ++this.ends.last;
	}

	add(object: string, seq: number) {
		this.changed(object);
		const list = this.lists.get(object);
		if (!list) return;
		const place = placeOf(list, seq);
		if (list[place] !== seq) list.splice(place, 0, seq);
	}

	remove(object: string, seq: number) {
		this.changed(object);
		const list = this.lists.get(object);
		const place = list ? placeOf(list, seq) : -1;
		if (list?.[place] === seq) list.splice(place, 1);
	}

	changed(object: string) {
		this.views.delete(object);
	}

	forget() {
		this.lists.clear();
		this.views.clear();
		this.ends = undefined;
	}

	private list(object: string) {
		const list = this.lists.get(object) ?? this.select(object, {});
		this.lists.set(object, list);
		return list;
	}

	private view(object: string, query: ListQuery): number[] {
		const views = this.views.get(object) ?? new Map<string, number[]>();
		this.views.set(object, views);
		const key = JSON.stringify(query);
		const view = views.get(key) ?? this.select(object, query);
		views.set(key, view);
		return view;
	}

	private select(object: string, { search, sort, newestFirst }: ListQuery): number[] {
		const own = ['number', 'external_id', 'created_at', 'updated_at'];
		const column = (field: string) =>
			own.includes(field) ? field : `json_extract(fields, '$.${field.replace(/\W/g, '')}')`;
		const found = search?.fields?.map((field) => `${column(field)} LIKE :text ESCAPE '\\'`) ?? [
			`fields LIKE :text ESCAPE '\\'`,
		];
		const value = sort ? column(sort.replace(/^-/, '')) : 'NULL';
		const text = `%${search?.text.replace(/[\\%_]/g, '\\$&') ?? ''}%`;
		const rows = this.db
			.prepare(
				`SELECT seq FROM records WHERE object = :object AND archived = 0${search ? ` AND (${found.join(' OR ')})` : ''} ORDER BY ${value} ${sort?.startsWith('-') ? 'DESC' : 'ASC'}, seq ${newestFirst ? 'DESC' : 'ASC'}`,
			)
			.all({ object, ...(search && { text }) }) as Array<{ seq: number }>;
		return rows.map(({ seq }) => seq);
	}
}
