import type { IExecuteFunctions } from 'n8n-workflow';

import { succeed, type Result, type ServiceOptions } from '../http';
import { requestOptions } from '../description/requestOptions';
import { readNumberParameter } from './numberParameter';
import { sharedParameter } from './sharedParameter';

/** Reads the request options of the node; they apply to all items. */
export async function readRequestOptions(
	context: IExecuteFunctions,
): Promise<Result<ServiceOptions>> {
	const values: Record<string, number> = {};
	for (const option of requestOptions) {
		const name = `options.${option.name}`;
		const value = await sharedParameter(context, {
			name,
			label: option.displayName,
			fallback: option.default,
			read: (given) => readNumberParameter(given ?? option.default, option, name),
		});
		if (!value.ok) return value;
		values[option.name] = value.value;
	}
	return succeed({
		maxParallelRequests: values.maxParallelRequests,
		maxRetries: values.maxRetries,
		timeoutMs: values.timeout,
		budgetMs: values.retryBudget * 1000,
	});
}
