import type { ServiceOptions } from './client';

/** Request options where the node has none to set: in pick lists. */
export const backgroundOptions: ServiceOptions = {
	maxParallelRequests: 5,
	maxRetries: 1,
	timeoutMs: 20_000,
	budgetMs: 20_000,
};
