import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { holdsExpression } from '../http';

/**
 * Prepares the reading of a parameter for every item. Without an expression in it, all items share
 * one value, and n8n is asked once: it takes about as long to resolve as a request to put together.
 *
 * @returns reads the value for an item; what it gives must not be changed. Throws what n8n throws
 */
export function parameterReader(
	context: IExecuteFunctions,
	name: string,
	fallback?: unknown,
): (item: number) => unknown {
	const read = (item: number): unknown => context.getNodeParameter(name, item, fallback);
	const written = context.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	if (holdsExpression(written)) return read;
	let shared: { readonly value: unknown } | undefined;
	return (item) => (shared ??= { value: read(item) }).value;
}

/**
 * Prepares the reading of some of the options for every item. The others are not resolved for it: what
 * an expression in one of them gives may be large, and n8n looks at all of it each time.
 *
 * @returns reads those that were added
 */
export function optionsReader(
	context: IExecuteFunctions,
	names: readonly string[],
): (item: number) => IDataObject {
	const written = context.getNodeParameter('options', 0, {}, { rawExpressions: true }) as unknown;
	// The whole collection is one expression.
	if (typeof written === 'string') {
		return parameterReader(context, 'options', {}) as (item: number) => IDataObject;
	}
	const added = (written ?? {}) as IDataObject;
	const readers = names
		.filter((name) => name in added)
		.map((name) => [name, parameterReader(context, `options.${name}`)] as const);
	return (item) =>
		Object.fromEntries(readers.map(([name, read]) => [name, read(item)])) as IDataObject;
}
