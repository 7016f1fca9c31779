import type { INodeProperties } from 'n8n-workflow';

/** A request without a response is aborted after this time (observed in a public client). */
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
		'Maximum number of concurrent requests of this node. It is lowered automatically when the service is rate limiting.',
};

/** One for all calls, so that words in responses do not depend on the call. */
export const languageOption = {
	displayName: 'Language',
	name: 'language',
	type: 'string',
	default: 'en',
	placeholder: 'e.g. en',
	description: 'Language of words such as a status in responses (Accept-Language)',
} satisfies INodeProperties;

/** The numbers among the request options. */
export const requestLimits: INodeProperties[] = [
	maxParallelRequests,
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20, numberPrecision: 0 },
		default: DEFAULT_RETRIES,
		description:
			'Maximum number of retries of a request after a transient error. Retries after a rate limit do not count; only Retry Time Limit applies to them. A write that may have happened is never sent twice, unless it is idempotent.',
	},
	{
		displayName: 'Retry Time Limit',
		name: 'retryBudget',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: DEFAULT_BUDGET_SECONDS,
		description:
			'How many seconds after it was first sent a request may still be retried, including pauses that the service asks for (Retry-After). Waiting in the queue before the first attempt does not count.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3_600_000 },
		default: DEFAULT_TIMEOUT_MS,
		description: 'How many milliseconds to wait for a response before a request is aborted',
	},
];

/** The request options; every node that sends requests has them. */
export const requestOptions: INodeProperties[] = [languageOption, ...requestLimits];

/** For reads with a token that sees several workspaces. */
export const workspaceOption = {
	displayName: 'Workspace ID',
	name: 'workspaceId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 5a3f6c1e-8d27-4b6a-a0c4-7f1b2e9d3c58',
	description:
		'ID of the workspace to read from, for tokens that see several. Empty: the token’s own.',
} satisfies INodeProperties;
