import type { ServiceOptions } from './client';

/** How requests are sent when no person has a say in it: in pick lists and polls. */
export const backgroundOptions: ServiceOptions = {
	maxParallelRequests: 5,
	maxRetries: 1,
	timeoutMs: 20_000,
	budgetMs: 20_000,
};
