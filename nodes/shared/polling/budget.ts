import type { IPollFunctions } from 'n8n-workflow';

import { Failure, secretsOf, within, type Service, type ServiceOptions } from '../http';
import { Cache, keptUnder, monotonicNow } from '../lifetime';

/** n8n before 2.38 does not say how long a poll may take; newer ones say the same where nothing but this bounds it. */
const USUAL_BUDGET_MS = 5 * 60_000;
/**
 * The poll at an activation: n8n 2.40 waits 84 seconds for all triggers of a workflow, and then shows the activation as
 * failed. What is not reached is read by the next poll.
 */
const FIRST_BUDGET_MS = 24_000;
const MAX_TIMEOUT_MS = 20_000;
/** For what a poll does when its requests have ended. */
const MAX_REST_MS = 1000;

/** n8n makes one context for each time that a workflow becomes active, and polls with it from then on. */
const pollsOf = keptUnder('Polls since an activation', 'poll context', () => ({ count: 0 }));

/** How a poll sends requests, so that it ends before n8n abandons it. */
export type PollBudget = ReturnType<typeof budgetOf>;

/**
 * Opens the budget of a poll, once for each.
 *
 * @param parallel requests at once
 */
export function budgetOf(context: IPollFunctions, parallel: number) {
	const allowedMs = context.getPollBudgetMs?.() ?? USUAL_BUDGET_MS;
	// n8n's durable scheduler makes a context for each poll, with a budget of its own.
	const polls = pollsOf(context);
	const isFirst =
		context.getMode() !== 'manual' && polls.count === 0 && allowedMs >= USUAL_BUDGET_MS;
	polls.count += 1;
	const budgetMs = isFirst ? FIRST_BUDGET_MS : allowedMs;
	const timeoutMs = Math.min(MAX_TIMEOUT_MS, budgetMs / 2);
	const isResumed = ['init', 'leadershipChange'].includes(context.getActivationMode?.());
	const until = monotonicNow() + budgetMs - Math.min(MAX_REST_MS, budgetMs / 10);
	// What gets its turn is left the whole time to respond.
	const times = { timeoutMs, budgetMs: timeoutMs, turnUntil: until - timeoutMs };
	const begins = isResumed ? ('resume' as const) : ('activate' as const);
	return {
		options: { maxParallelRequests: parallel, maxRetries: 1, ...times },
		/** Nothing is waited for after this time, by the clock of `monotonicNow`. */
		until,
		/**
		 * The first poll of an activation: `resume` where n8n has switched the workflow on by itself, as it does at its
		 * start. An error would leave it off: n8n 2.40 gives up after five attempts in 15 seconds.
		 */
		begins: isFirst ? begins : undefined,
	};
}

/** A service that is not waited for any longer when the time of the poll is up. */
export const withinBudget = (service: Service, { until }: PollBudget): Service => ({
	...service,
	async send(request) {
		const ms = until - monotonicNow();
		if (ms <= 0) throw tooLate();
		return await within(service.send(request), ms, tooLate);
	},
});

/** Says something in n8n's log, under the name of the trigger; secrets are redacted out of it. */
export const warn = (context: IPollFunctions, text: string) =>
	context.logger.warn(secretsOf(context).redact(`${context.getNode().name}: ${text}`));

const tooLate = () =>
	new Failure({
		kind: 'timeLimit',
		message: 'The time that n8n allows for a poll was not enough',
		remedy:
			'Nothing is lost; the next poll reads again. If it happens often, narrow the list with filters, or raise Max Parallel Requests.',
	});

const underWay = new Cache<PollBudget>({
	name: 'Polls under way, by workflow and node',
	max: 10_000,
	maxAgeMs: 10 * 60_000,
});

/** Since when, by the clock of `monotonicNow`. */
const unserved = new Cache<number>({
	name: 'Polls without a turn, by workflow and node',
	max: 10_000,
	maxAgeMs: 60 * 60_000,
});
/** For this time that is no error: n8n would make the next poll half an hour later. */
const MAX_UNSERVED_MS = 30 * 60_000;

/**
 * Polls, unless this process polls the same node already: n8n starts a poll at each of the poll times, however long the
 * last one takes.
 *
 * @param poll gets how it sends requests, and whether it is still the one poll of the node; one that is not must
 * change nothing. Gives the failure where it had no turn
 * @returns null where another poll is under way, or where other requests had all turns
 */
export async function inTurn<T>(
	context: IPollFunctions,
	budget: PollBudget,
	poll: (options: ServiceOptions, isCurrent: () => boolean) => Promise<T | Failure>,
): Promise<T | null> {
	const isTest = context.getMode() === 'manual';
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const startedAt = monotonicNow();
	if (!isTest && (underWay.get(key)?.until ?? -Infinity) > startedAt) return null;
	if (!isTest) underWay.set(key, budget);
	const unservedSince = unserved.get(key) ?? startedAt;
	try {
		const options = { ...budget.options, unservedSince };
		const polled = await poll(options, () => isTest || underWay.get(key) === budget);
		if (!(polled instanceof Failure)) {
			unserved.delete(key);
			return polled;
		}
		unserved.set(key, unservedSince);
		if (isTest || monotonicNow() - unservedSince >= MAX_UNSERVED_MS) throw polled;
		warn(context, polled.message);
		return null;
	} finally {
		if (underWay.get(key) === budget) underWay.delete(key);
	}
}

/** Whether a failed poll is only logged: a person's mistake stops an activation, what passes does not. */
export const isOnlyLogged = ({ begins }: PollBudget, kind: string): boolean =>
	begins === 'resume' || (begins === 'activate' && PASSING.has(kind));

const PASSING: ReadonlySet<string> = new Set(['unavailable', 'rateLimited', 'timeLimit']);
