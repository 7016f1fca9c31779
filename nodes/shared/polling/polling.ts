import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { asNodeError } from '../execution';
import {
	connect,
	Failure,
	readCredentialWithoutItem,
	secretsOf,
	within,
	type Service,
	type ServiceOptions,
	type ServiceResponse,
	asksPage,
} from '../http';
import { Cache, keptUnder, monotonicNow } from '../lifetime';
import { misfits, type z } from '../schema/outside';

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

/**
 * Opens the service for a poll; it is not waited for any longer when the time of the poll is up.
 *
 * @param options how it sends requests, as `inTurn` gives them
 */
export async function connectForPoll(
	context: IPollFunctions,
	{ until }: PollBudget,
	options: ServiceOptions,
) {
	const connection = connect(context, options, await readCredentialWithoutItem(context));
	const service: Service = {
		...connection.service,
		async send(request) {
			const ms = until - monotonicNow();
			if (ms <= 0) throw tooLate();
			return await within(connection.service.send(request), ms, tooLate);
		},
	};
	return { ...connection, service };
}

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

/** What a node polls with just now, and since when, by the clock of `monotonicNow`, it has had no turn. */
interface Turn {
	readonly budget?: PollBudget;
	readonly unservedSince?: number;
}

const turns = new Cache<Turn>({
	name: 'Polls under way or without a turn, by workflow and node',
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
	const key = keyOf(context);
	const startedAt = monotonicNow();
	const { budget: current, unservedSince = startedAt } = turns.get(key) ?? {};
	if (!isTest && current && current.until > startedAt) return null;
	if (!isTest) turns.set(key, { budget, unservedSince });
	const isCurrent = () => isTest || turns.get(key)?.budget === budget;
	let end: Turn = { unservedSince };
	try {
		const polled = await poll({ ...budget.options, unservedSince }, isCurrent);
		if (!(polled instanceof Failure)) {
			end = {};
			return polled;
		}
		if (isTest || monotonicNow() - unservedSince >= MAX_UNSERVED_MS) throw polled;
		warn(context, polled.message);
		return null;
	} finally {
		if (isCurrent()) turns.set(key, end);
	}
}

const keyOf = (context: IPollFunctions) =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

/**
 * Ends a poll that failed: a person's mistake stops an activation; what passes does not, and is only logged.
 *
 * @param account a sentence behind the remedy
 * @throws NodeApiError or NodeOperationError
 */
export function failPoll(
	context: IPollFunctions,
	{ begins }: PollBudget,
	failure: Failure,
	account?: string,
): void {
	const error = asNodeError(context.getNode(), failure, undefined, account);
	const isLogged = begins === 'resume' || (begins === 'activate' && PASSING.has(failure.kind));
	if (!isLogged) throw error;
	warn(context, error.message);
}

const PASSING: ReadonlySet<string> = new Set(['unavailable', 'rateLimited', 'timeLimit']);
/** How a node uses its state. */
interface StoreOptions<S> {
	/** What a stored state has to be like. */
	readonly schema: z.ZodTypeAny;
	/** The first poll of an activation: what the process kept of an earlier one is not used. */
	readonly isFirst?: boolean;
	/** What the second poll needs of a state that is too large to be kept. */
	readonly shorten?: (state: S) => S | undefined;
}

/**
 * States that n8n may not have saved, though nothing has gone wrong: with durable cursors it discards the one of the
 * first poll after an activation.
 */
const firstStates = new Cache<object>({
	name: 'First states of triggers, by workflow and node',
	max: 10_000,
});
const MAX_KEPT_LENGTH = 2048;

const KEY = 'workspaceRecordsTriggers';
/** Triggers of one workflow whose states are stored; of more, those that changed last. */
const MAX_NODES = 50;

/**
 * Opens the state of this node between polls, in n8n's static data by the node's ID. It outlives another name, form or credential: what it is about, it has to say
 * itself. In the editor it is always empty, and nothing is saved.
 */
export function openStateStore<S extends object>(
	context: IPollFunctions,
	{ schema, isFirst = false, shorten }: StoreOptions<S>,
) {
	if (context.getMode() === 'manual') {
		return { load: (): S | undefined => undefined, save: () => {}, keep: () => {} };
	}
	const { id: node, type } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, node, type]);
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	// Durable cursors are a plain copy that n8n keeps by the node's ID; without them it goes by the node's name.
	const data = '__dataChanged' in own ? shared : own;
	const stored = () => (data[KEY] ?? shared[KEY] ?? {}) as Readonly<Record<string, S>>;
	const isStored = stored()[node] !== undefined;
	// n8n has saved it by now, or a person has switched the workflow on anew.
	if (isStored || isFirst) firstStates.delete(key);
	return {
		/** The current state. Undefined when nothing is known. @throws Failure for one that cannot be read */
		load() {
			const state = stored()[node] ?? firstStates.get(key);
			if (state === undefined) return undefined;
			const odd = misfits(schema, state);
			if (odd.length > 0) throw unreadable(odd);
			return deepCopy(state as IDataObject) as S;
		},
		/** n8n saves it together with the start of an execution. */
		save(state: S): void {
			const { [node]: before, ...others } = stored();
			// Writing makes n8n save; what is as it was needs no saving.
			if (JSON.stringify(before) === JSON.stringify(state)) return;
			const latest = Object.entries(others).slice(1 - MAX_NODES);
			data[KEY] = Object.fromEntries([...latest, [node, state]]) as unknown as IDataObject;
		},
		/** Goes on from this state, while the process lasts, if n8n has saved none when it polls again. */
		keep(given: S): void {
			if (isStored) return;
			const isLarge = JSON.stringify(given).length > MAX_KEPT_LENGTH;
			const state = isLarge ? shorten?.(given) : given;
			if (state) firstStates.set(key, state);
		},
	};
}

const unreadable = (keys: readonly string[]) =>
	new Failure({
		kind: 'input',
		message: `What the trigger remembers cannot be read: ${keys.join(', ')}`,
		remedy:
			'It was changed from outside, or by another version of the package; nothing is reported from it. To begin anew, replace the trigger by a new one.',
	});

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
	const key = keyOf(context);
	const read = reads.get(key) ?? { begunAt: monotonicNow(), pages: new Map() };
	const { pages, begunAt } = read;
	const holding: Service = {
		...service,
		async send(request) {
			const { path, query } = request;
			if (!asksPage(query)) return await service.send(request);
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
