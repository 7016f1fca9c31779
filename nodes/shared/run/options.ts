import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { ServiceOptions } from '../service';
import { badInput, succeed, type Result } from '../service/result';
import { ambiguity, readNumber } from './readNumber';
import { show } from './show';

/** A request without an answer is given up after this time (observed in a public client). */
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_PARALLEL = 5;
const DEFAULT_RETRIES = 3;
const DEFAULT_BUDGET_SECONDS = 120;

/** The options on how requests are sent; every node that sends some has them. */
export const requestOptions: INodeProperties[] = [
	{
		displayName: 'Max Parallel Requests',
		name: 'maxParallelRequests',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: DEFAULT_PARALLEL,
		description:
			'How many requests of this node may be under way at once. The node slows down by itself when the service asks for it.',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20 },
		default: DEFAULT_RETRIES,
		description:
			'How often a request is retried after a transient error. Rate limits do not count; only Retry Time Limit bounds them. A write that may have happened is never sent twice unless that is harmless.',
	},
	{
		displayName: 'Retry Time Limit',
		name: 'retryBudget',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: DEFAULT_BUDGET_SECONDS,
		description:
			'How many seconds after it was first sent a request may still be retried, pauses that the service asks for included. Waiting for its turn before that is free.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3_600_000 },
		default: DEFAULT_TIMEOUT_MS,
		description: 'How many milliseconds to wait for an answer before a request is given up',
	},
];

/** How requests are sent when no person has a say in it: in pick lists and polls. */
export const quietOptions: ServiceOptions = {
	maxParallelRequests: DEFAULT_PARALLEL,
	maxRetries: 1,
	timeoutMs: 20_000,
	budgetMs: 20_000,
};

/** Reads the request options of the node; they hold for all items, so item 0 speaks for them. */
export function readRequestOptions(context: IExecuteFunctions): Result<ServiceOptions> {
	const given = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const read = (name: string, least: number, most: number, fallback: number) => {
		const number = readNumber(given[name] ?? fallback);
		return number !== undefined && number >= least && number <= most ? number : undefined;
	};
	const bounds = {
		maxParallelRequests: [1, 50, DEFAULT_PARALLEL],
		maxRetries: [0, 20, DEFAULT_RETRIES],
		retryBudget: [0, 3600, DEFAULT_BUDGET_SECONDS],
		timeout: [1, 3_600_000, DEFAULT_TIMEOUT_MS],
	} as const;
	const values: Record<string, number> = {};
	for (const [name, [least, most, fallback]] of Object.entries(bounds)) {
		const value = read(name, least, most, fallback);
		if (value === undefined) {
			return badInput(
				`options.${name}`,
				`The option ${name} is ${show(given[name])}${ambiguity(given[name])}`,
				`Enter a number from ${least} to ${most}.`,
			);
		}
		values[name] = value;
	}
	return succeed({
		maxParallelRequests: Math.floor(values.maxParallelRequests),
		maxRetries: Math.floor(values.maxRetries),
		timeoutMs: values.timeout,
		budgetMs: values.retryBudget * 1000,
	});
}
