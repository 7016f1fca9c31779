import type { IExecuteFunctions } from 'n8n-workflow';

import { badInput, holdsExpression, settleNow } from '../http';
import { nameItems } from './bulk/record';
import { show } from '../schema/limits';
import { runInSlices, type Steps } from './steps';

/** A parameter that applies to all items of a run. */
export interface SharedParameter<T> {
	/** `dryRun`, or inside a collection `options.timeout`. */
	readonly name: string;
	/** Its name in the editor. */
	readonly label: string;
	/** The value when it is not set. */
	readonly fallback: unknown;
	/** Checks one value. */
	readonly read: (given: unknown) => T;
}

const MAX_VALUES_NAMED = 5;

/**
 * Reads a parameter that applies to all items. One with an expression is read for every item, since
 * the first must not speak for others that say something else; without one, n8n is asked once.
 *
 * @throws Failure when items differ, when an expression gives nothing for one of them, or when it cannot be resolved
 */
export async function sharedParameter<T>(
	context: IExecuteFunctions,
	parameter: SharedParameter<T>,
): Promise<T> {
	const { name, fallback, read } = parameter;
	const { isExpression, valueFor } = findParameter(context, name, fallback);
	if (!isExpression) return read(valueFor(0));
	const count = Math.max(1, context.getInputData().length);
	const signal = context.getExecutionCancelSignal();
	return await runInSlices(readForAll(parameter, count, valueFor), signal);
}

function* readForAll<T>(
	{ name, label, read }: SharedParameter<T>,
	count: number,
	valueFor: (item: number) => unknown,
): Steps<T> {
	/** What the items say, each value once; undefined where they say nothing. */
	const values = new Map<string, { readonly value?: T; readonly items: number[] }>();
	const add = (item: number, value?: T) => {
		const key = JSON.stringify(value) ?? '';
		const known = values.get(key);
		if (known) known.items.push(item);
		else values.set(key, { value, items: [item] });
	};
	for (let item = 0; item < count; item += 1) {
		yield;
		const given = settleNow(() => valueFor(item));
		if (!given.ok) {
			const { failure } = given;
			const message = `${label} applies to all items, and cannot be read for item ${item}: ${failure.message}`;
			throw failure.with({ parameter: name, message });
		}
		if (isEmpty(given.value)) {
			add(item);
			continue;
		}
		const value = settleNow(() => read(given.value));
		if (!value.ok) {
			throw value.failure.with({ message: `${value.failure.message} in item ${item}` });
		}
		add(item, value.value);
	}
	const [{ value }, ...others] = values.values();
	if (others.length === 0 && value !== undefined) return value;
	const named = [...values.values()].map(
		({ value: said, items }) =>
			`${said === undefined ? 'empty' : show(said)} in ${nameItems(items)}`,
	);
	const shown = named.slice(0, MAX_VALUES_NAMED);
	if (named.length > shown.length) shown.push(`${named.length - shown.length} more values`);
	throw badInput(name, `${label} applies to all items, but it is ${shown.join(', ')}`, WHAT_TO_DO);
}

const WHAT_TO_DO =
	'Give all items the same value. For different values, split the items and run the node for each part.';

/** The parameter as it is written, and how to read it for an item. */
function findParameter(context: IExecuteFunctions, name: string, fallback: unknown) {
	const [parameter, key] = name.split('.');
	const read = (path: string, otherwise: unknown) => (item: number) =>
		context.getNodeParameter(path, item, otherwise) as unknown;
	const written = context.getNodeParameter(parameter, 0, key ? {} : fallback, {
		rawExpressions: true,
	}) as unknown;
	if (key && typeof written === 'string') {
		// The whole collection is one expression.
		const whole = read(parameter, {});
		const valueFor = (item: number) => {
			const options = whole(item) as Record<string, unknown> | null;
			return options?.[key] === undefined ? fallback : options[key];
		};
		return { isExpression: true, valueFor };
	}
	const own = key ? (written as Record<string, unknown> | null)?.[key] : written;
	return { isExpression: holdsExpression(own), valueFor: read(name, fallback) };
}

const isEmpty = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
