import type { IExecuteFunctions } from 'n8n-workflow';

import { badInput, succeed, type Result, type ServiceOptions } from '../http';
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
): Promise<Result<ServiceOptions>> {
	const values: Record<string, number> = {};
	for (const option of limits) {
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
	const language = await sharedParameter(context, {
		name: LANGUAGE,
		label: languageOption.displayName,
		fallback: languageOption.default,
		read: readLanguage,
	});
	if (!language.ok) return language;
	return succeed({
		language: language.value,
		maxParallelRequests: values.maxParallelRequests,
		maxRetries: values.maxRetries,
		timeoutMs: values.timeout,
		budgetMs: values.retryBudget * 1000,
	});
}

const LANGUAGE = `options.${languageOption.name}`;

/** Language tags as Accept-Language has them (RFC 9110, 12.5.4); empty is English. */
function readLanguage(given: unknown): Result<string> {
	const text = readText(given, LANGUAGE, languageOption.displayName);
	if (!text.ok || /^[\w\-*,;=. ]*$/.test(text.value)) {
		return text.ok && text.value === '' ? succeed(languageOption.default) : text;
	}
	return badInput(LANGUAGE, `Language is "${text.value}"`, 'Enter a language such as en or pt-BR.');
}
