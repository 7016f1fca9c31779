import type { IExecuteFunctions } from 'n8n-workflow';

import { badInput, type ServiceOptions } from '../http';
import { languageOption, requestLimits } from '../description';
import { inOptions, numberOf, parametersOf, textOf, valueOf } from './parameters';
import { readShared } from './readParameters';

/**
 * Reads the request options of the node; they apply to all items.
 *
 * @param limits the numbers among them, with their defaults
 */
export async function readRequestOptions(
	context: IExecuteFunctions,
	limits = requestLimits,
): Promise<ServiceOptions> {
	const values = await readShared(context, inOptions(parametersOf(limits, numberOf)));
	const { language } = await readShared(context, inOptions({ language: LANGUAGE }));
	return {
		language,
		maxParallelRequests: values.maxParallelRequests,
		maxRetries: values.maxRetries,
		timeoutMs: values.timeout,
		budgetMs: values.retryBudget * 1000,
	};
}

/** Language tags as Accept-Language has them (RFC 9110, 12.5.4); empty is English. */
const LANGUAGE = valueOf(languageOption, (given, path) => {
	const text = textOf(languageOption).read(given, path) ?? languageOption.default;
	if (/^[\w\-*,;=. ]*$/.test(text)) return text;
	throw badInput(path, `Language is "${text}"`, 'Enter a language such as en or pt-BR.');
});
