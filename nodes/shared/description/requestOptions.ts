import type { INodeProperties } from 'n8n-workflow';

/** A request without an answer is given up after this time (observed in a public client). */
const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_PARALLEL = 5;
const DEFAULT_RETRIES = 3;
const DEFAULT_BUDGET_SECONDS = 120;

/** How many requests of one node may be pending at once. */
export const maxParallelRequests: INodeProperties = {
	displayName: 'Max Parallel Requests',
	name: 'maxParallelRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: DEFAULT_PARALLEL,
	description:
		'How many requests of this node may be under way at once. The node slows down by itself when the service asks for it.',
};

/** The options on how requests are sent; every node that sends some has them. */
export const requestOptions: INodeProperties[] = [
	maxParallelRequests,
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20, numberPrecision: 0 },
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
