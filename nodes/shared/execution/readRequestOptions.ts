import type { IExecuteFunctions } from 'n8n-workflow';

import { badInput, type ServiceOptions } from '../http';
import { languageOption, requestLimits } from '../description/requestOptions';
import { readNumberParameter } from './numberParameter';
import { readText } from './readText';
import { sharedParameter } from './sharedParameter';

/**
 * Reads the request options of the node; they apply to all items.
 *
 * @param limits the numbers among them, with their defaults
 */
export async function readRequestOptions(
	context: IExecuteFunctions,
	limits = requestLimits,
): Promise<ServiceOptions> {
	const values: Record<string, number> = {};
	for (const option of limits) {
		const name = `options.${option.name}`;
		const value = await sharedParameter(context, {
			name,
			label: option.displayName,
			fallback: option.default,
			read: (given) => readNumberParameter(given ?? option.default, option, name),
		});
		values[option.name] = value;
	}
	const language = await sharedParameter(context, {
		name: LANGUAGE,
		label: languageOption.displayName,
		fallback: languageOption.default,
		read: readLanguage,
	});
	return {
		language: language,
		maxParallelRequests: values.maxParallelRequests,
		maxRetries: values.maxRetries,
		timeoutMs: values.timeout,
		budgetMs: values.retryBudget * 1000,
	};
}

const LANGUAGE = `options.${languageOption.name}`;

/** Language tags as Accept-Language has them (RFC 9110, 12.5.4); empty is English. */
function readLanguage(given: unknown): string {
	const text = readText(given, LANGUAGE, languageOption.displayName);
	if (/^[\w\-*,;=. ]*$/.test(text)) return text || languageOption.default;
	throw badInput(LANGUAGE, `Language is "${text}"`, 'Enter a language such as en or pt-BR.');
}
