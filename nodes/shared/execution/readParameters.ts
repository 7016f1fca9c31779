import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { badInput, holdsExpression, settleNow } from '../http';
import { show } from '../schema/limits';
import { isObject } from '../schema/values';
import { nameItems } from './bulk/record';
import type { Parameter, Parameters, ValuesOf } from './parameters';
import { runInSlices, type Steps } from './steps';

/**
 * Reads parameters that apply to all items. One with an expression is read for every item, since the first must not
 * speak for others that say something else; without one, n8n is asked once.
 *
 * @throws Failure when items differ, when an expression gives nothing for one of them, or when it cannot be resolved
 */
export async function readShared<P extends Parameters>(
	context: IExecuteFunctions,
	parameters: P,
): Promise<ValuesOf<P>> {
	const count = Math.max(1, context.getInputData().length);
	const signal = context.getExecutionCancelSignal();
	const values: Record<string, unknown> = {};
	for (const [name, parameter] of Object.entries(parameters)) {
		const { isExpression, valueFor } = findParameter(context, parameter);
		values[name] = isExpression
			? await runInSlices(readForAll(parameter, count, valueFor), signal)
			: readGiven(parameter, valueFor(0));
	}
	return values as ValuesOf<P>;
}

/**
 * Prepares the reading of parameters for every item. Without an expression in it, a parameter is read once: n8n takes
 * about as long to resolve one as a request takes to put together. Of a collection, only what was added is resolved.
 *
 * @returns reads the values for an item, which must not be changed. Throws Failure, and what n8n throws
 */
export function itemReader<P extends Parameters>(
	context: IExecuteFunctions,
	parameters: P,
): (item: number) => ValuesOf<P> {
	const readers = Object.entries(parameters).map(([name, parameter]) => {
		const { isExpression, valueFor } = findParameter(context, parameter);
		const read = (item: number) => readGiven(parameter, valueFor(item));
		let shared: { readonly value: unknown } | undefined;
		const readOnce = (item: number) => (shared ??= { value: read(item) }).value;
		return [name, isExpression ? read : readOnce] as const;
	});
	return (item) =>
		Object.fromEntries(readers.map(([name, read]) => [name, read(item)])) as ValuesOf<P>;
}

/**
 * Reads parameters of a trigger, which has no items.
 *
 * @throws Failure, and what n8n throws
 */
export function readForPoll<P extends Parameters>(
	context: IPollFunctions,
	parameters: P,
): ValuesOf<P> {
	const values = Object.entries(parameters).map(([name, parameter]) => {
		const { collection, definition } = parameter;
		const given: unknown = collection
			? valueIn(context.getNodeParameter(collection, {}), parameter)
			: context.getNodeParameter(definition.name, definition.default);
		return [name, readGiven(parameter, given)];
	});
	return Object.fromEntries(values) as ValuesOf<P>;
}

const pathOf = ({ collection, definition: { name } }: Parameter<unknown>) =>
	collection ? `${collection}.${name}` : name;

function readGiven<T>(parameter: Parameter<T>, given: unknown): T {
	const { collection, definition, needsValue, read } = parameter;
	const isOptional = collection !== undefined && !needsValue;
	return read(isOptional ? (given ?? definition.default) : given, pathOf(parameter));
}

/** Whether a parameter as it is written holds an expression, and what it says for an item. */
function findParameter(context: IExecuteFunctions, parameter: Parameter<unknown>) {
	const { collection, definition } = parameter;
	const { name, default: usual } = definition;
	const writtenAt = (path: string, otherwise: unknown): unknown =>
		context.getNodeParameter(path, 0, otherwise, { rawExpressions: true });
	const ask = (item: number): unknown => context.getNodeParameter(pathOf(parameter), item, usual);
	if (!collection) return { isExpression: holdsExpression(writtenAt(name, usual)), valueFor: ask };
	const added = writtenAt(collection, {});
	if (typeof added === 'string') {
		// The whole collection is one expression.
		const askAll = (item: number): unknown => context.getNodeParameter(collection, item, {});
		return { isExpression: true, valueFor: (item: number) => valueIn(askAll(item), parameter) };
	}
	return isObject(added) && name in added
		? { isExpression: holdsExpression(added[name]), valueFor: ask }
		: { isExpression: false, valueFor: () => usual };
}

function valueIn(all: unknown, { collection = '', definition }: Parameter<unknown>): unknown {
	const { name, default: usual } = definition;
	if (isObject(all)) return name in all ? all[name] : usual;
	const remedy = 'Correct the expression, or add them one by one.';
	throw badInput(collection, `The ${collection} are ${show(all)}`, remedy);
}

const MAX_VALUES_NAMED = 5;

function* readForAll<T>(
	parameter: Parameter<T>,
	count: number,
	valueFor: (item: number) => unknown,
): Steps<T> {
	const { displayName } = parameter.definition;
	const path = pathOf(parameter);
	/** What the items say, each value once; undefined where they say nothing. */
	const values = new Map<string, { readonly value?: T; readonly items: number[] }>();
	for (let item = 0; item < count; item += 1) {
		yield;
		const given = settleNow(() => valueFor(item));
		if (!given.ok) {
			const { failure } = given;
			const message = `${displayName} applies to all items, and cannot be read for item ${item}: ${failure.message}`;
			throw failure.with({ parameter: path, message });
		}
		const read = settleNow(() =>
			isEmpty(given.value) ? undefined : readGiven(parameter, given.value),
		);
		if (!read.ok) throw read.failure.with({ message: `${read.failure.message} in item ${item}` });
		const key = JSON.stringify(read.value) ?? '';
		const known = values.get(key) ?? { value: read.value, items: [] };
		known.items.push(item);
		values.set(key, known);
	}
	const [{ value }, ...others] = values.values();
	if (others.length === 0 && value !== undefined) return value;
	const named = [...values.values()].map(
		({ value: said, items }) =>
			`${said === undefined ? 'empty' : show(said)} in ${nameItems(items)}`,
	);
	const shown = named.slice(0, MAX_VALUES_NAMED);
	if (named.length > shown.length) shown.push(`${named.length - shown.length} more values`);
	throw badInput(
		path,
		`${displayName} applies to all items, but it is ${shown.join(', ')}`,
		'Give all items the same value. For different values, split the items and run the node for each part.',
	);
}

const isEmpty = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
