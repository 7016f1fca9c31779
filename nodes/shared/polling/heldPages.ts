import type { IPollFunctions } from 'n8n-workflow';

import type { Service, ServiceResponse } from '../http';
import { Cache, monotonicNow } from '../lifetime';

/** A first read of a list, as far as it got. */
interface Held {
	/** When it began, by the clock of `monotonicNow`. */
	readonly begunAt: number;
	readonly pages: Map<string, ServiceResponse>;
}

const reads = new Cache<Held>({
	name: 'Pages of first reads that take several polls, by workflow and node',
	max: 20,
	maxAgeMs: 15 * 60_000,
});

/** As many as the records that are remembered, and some for a second look. */
const MAX_PAGES = 1000;

/** A service of which the pages that an earlier poll of the node read, and did not get through with, are not read again. */
export function holdPages(context: IPollFunctions, service: Service) {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const read = reads.get(key) ?? { begunAt: monotonicNow(), pages: new Map() };
	const { pages, begunAt } = read;
	const holding: Service = {
		...service,
		async send(request) {
			const { path, query } = request;
			if (query?.page === undefined) return await service.send(request);
			const page = JSON.stringify([path, query]);
			const response = pages.get(page) ?? (await service.send(request));
			if (pages.size < MAX_PAGES) pages.set(page, response);
			return response;
		},
	};
	return {
		service: holding,
		begunAt,
		/** Keeps the pages for the next poll. @returns how many there are */
		keep() {
			if (!reads.get(key)) reads.set(key, read);
			return pages.size;
		},
		drop: () => reads.delete(key),
	};
}
