import type { IPollFunctions } from 'n8n-workflow';

import { fail, type Service, type ServiceOptions } from '../http';

/** n8n before 2.38 does not say how long a poll may take. */
const USUAL_BUDGET_MS = 5 * 60_000;
const MAX_TIMEOUT_MS = 20_000;
/** A request may wait for the others, be sent and be retried: three time limits at most. */
const TIMEOUTS_PER_REQUEST = 3;

/** How a poll sends requests, so that it ends before n8n abandons it. */
export interface PollBudget {
	readonly options: ServiceOptions;
	/** No request may begin after this time, milliseconds since 1970 by this machine. */
	readonly lastStart: number;
}

/** @param parallel requests at once */
export function budgetOf(context: IPollFunctions, parallel: number): PollBudget {
	const budgetMs = context.getPollBudgetMs?.() ?? USUAL_BUDGET_MS;
	const timeoutMs = Math.min(MAX_TIMEOUT_MS, budgetMs / (2 * TIMEOUTS_PER_REQUEST));
	return {
		options: { maxParallelRequests: parallel, maxRetries: 1, timeoutMs, budgetMs: timeoutMs },
		lastStart: Date.now() + budgetMs - TIMEOUTS_PER_REQUEST * timeoutMs,
	};
}

/** A service that sends nothing more when the time of the poll is up. */
export const withinBudget = (service: Service, { lastStart }: PollBudget): Service => ({
	stats: service.stats,
	account: service.account,
	send: async (request) =>
		Date.now() < lastStart
			? await service.send(request)
			: fail({
					kind: 'timeLimit',
					message: 'The list could not be read in the time that n8n allows for a poll',
					remedy:
						'Nothing is lost; the next poll reads again. If it happens often, narrow the list with filters, or raise Max Parallel Requests.',
				}),
});
