import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceOptions } from '../http';
import { badInput, succeed, type Result } from '../http/result';
import { requestOptions } from '../resource/description/requestOptions';
import { ambiguity, readNumber } from './readNumber';
import { sharedParameter } from './sharedParameter';
import { show } from '../schema/show';

/** The least and the most that each option may be. */
const BOUNDS = {
	maxParallelRequests: [1, 50],
	maxRetries: [0, 20],
	retryBudget: [0, 3600],
	timeout: [1, 3_600_000],
} as const;

/** Reads the request options of the node; they hold for all items. */
export function readRequestOptions(context: IExecuteFunctions): Result<ServiceOptions> {
	const values: Record<string, number> = {};
	for (const [name, [least, most]] of Object.entries(BOUNDS)) {
		const { displayName = name, default: fallback } =
			requestOptions.find((option) => option.name === name) ?? {};
		const value = sharedParameter(context, {
			name: `options.${name}`,
			label: displayName,
			fallback,
			read: (given) => readOption(name, given ?? fallback, least, most),
		});
		if (!value.ok) return value;
		values[name] = value.value;
	}
	return succeed({
		maxParallelRequests: Math.floor(values.maxParallelRequests),
		maxRetries: Math.floor(values.maxRetries),
		timeoutMs: values.timeout,
		budgetMs: values.retryBudget * 1000,
	});
}

function readOption(name: string, given: unknown, least: number, most: number): Result<number> {
	const number = readNumber(given);
	return number !== undefined && number >= least && number <= most
		? succeed(number)
		: badInput(
				`options.${name}`,
				`The option ${name} is ${show(given)}${ambiguity(given)}`,
				`Enter a number from ${least} to ${most}.`,
			);
}
