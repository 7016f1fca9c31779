import type { IDataObject } from 'n8n-workflow';

import { nextTurn } from '../../../execution';
import type { RowReceiver, Service } from '../../../http';
import type { Resource } from '../../definition/resource';
import { readRows, ResponseDifferences } from '../readResponse';
import { requestsOf } from '../requests';
import type { CompactKeys } from './compactKeys';
import { doubtOfWhole, expectedRows, readList } from './list';
import { newLearnedOfLists, type List, type ListQuery } from './readPass';
import { readComplete } from './pagedList';
import type { RowSink } from './passRows';
import { readLatest, updatedSince } from './updatedAfter';

/** Where the rows of a list go. */
export interface RowTarget {
	write(rows: readonly IDataObject[]): Promise<void>;
	/** What was written is of no use: the rows begin anew. */
	restart(): Promise<void>;
}

/** Fewer rows than this are read as usual, which gives them in their order, and then written. */
const MAX_HELD = 10_000;

/** Rows that are written at once, so that others have their turn. */
const SLICE = 200;

/**
 * Reads a list as `readList` does and writes its rows while they come. Of a long list no more is kept than
 * 64 bits of each row's identifier, and nothing of a list without pages. Rows that only a later pass shows come
 * behind the others.
 */
export async function exportList(
	service: Service,
	resource: Resource,
	wanted: ListQuery,
	target: RowTarget,
): Promise<List> {
	const { limit, updatedAfter } = wanted;
	const sink = new ExportSink(target, limit, updatedAfter);
	if (resource.list.paging === 'none') return await exportWhole(service, resource, wanted, sink);
	if (limit <= MAX_HELD) return await writeAll(sink, await readList(service, resource, wanted));
	const source = { service, resource, learned: newLearnedOfLists(), ...wanted, sink };
	if (updatedAfter === undefined) return await readComplete(source);
	if (resource.list.sort === true && wanted.query.sort === undefined) {
		const latest = await readLatest({ ...source, updatedAfter, limit: MAX_HELD });
		if (latest && latest.matching === latest.count) return await writeAll(sink, latest);
	}
	const all = await readComplete({ ...source, limit: Infinity });
	return { ...all, ...sink.counts };
}

/** Takes the rows that are wanted. */
class ExportSink implements RowSink {
	given?: CompactKeys;

	/** Rows that came, and those of them that match. */
	read = 0;
	private matching = 0;

	constructor(
		private readonly target: RowTarget,
		private readonly limit: number,
		private readonly updatedAfter: number | undefined,
	) {}

	get counts() {
		return { count: Math.min(this.limit, this.matching), matching: this.matching };
	}

	async take(rows: readonly IDataObject[]) {
		const { updatedAfter, limit } = this;
		const matching = updatedAfter === undefined ? rows : updatedSince(rows, updatedAfter);
		const wanted = matching.slice(0, Math.max(0, limit - this.matching));
		this.read += rows.length;
		this.matching += matching.length;
		await this.target.write(wanted);
	}

	async restart() {
		this.read = 0;
		this.matching = 0;
		await this.target.restart();
	}
}

/** Writes rows that have been read, after those that were filtered before. */
async function writeAll(sink: ExportSink, list: List): Promise<List> {
	const { rows } = list;
	for (let from = 0; from < rows.length; from += SLICE) {
		await sink.take(rows.slice(from, from + SLICE));
		await nextTurn();
	}
	return list;
}

/** A list in one response, of any size: its rows are written while they are received. */
async function exportWhole(
	service: Service,
	resource: Resource,
	{ query, options, differences = new ResponseDifferences() }: ListQuery,
	sink: ExportSink,
): Promise<List> {
	const request = requestsOf(resource).list(query, options);
	const expected = expectedRows(resource);
	const rows: RowReceiver = {
		restart: async () => await sink.restart(),
		async take(body) {
			const part = { status: 200, headers: {}, body };
			const read = await readRows(request, part, expected, differences, sink.read);
			await sink.take(read.rows);
		},
	};
	const response = await service.send({ ...request, rows });
	const rest = await readRows(request, response, expected, differences);
	const doubt = doubtOfWhole(resource, sink.read, rest.total);
	return { rows: [], ...sink.counts, read: sink.read, doubt };
}
