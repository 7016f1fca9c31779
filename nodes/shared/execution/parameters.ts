import type { IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { badInput, holdsExpression, settleNow, unwrap, type Result } from '../http';
import { findUnsendableAlone, show } from '../schema/limits';
import { whyRounded } from '../schema/ids';
import { isFilled } from '../schema/presence';
import { ambiguity, isObject, readNumber, misunderstood, readValue } from '../schema/values';
import { nameItems } from './bulk/record';
import { runInSlices, type Steps } from './tasks';

/** A parameter as its description defines it, as far as its value is read by that. */
export type Definition = Pick<
	INodeProperties,
	'displayName' | 'name' | 'options' | 'typeOptions'
> & {
	readonly default?: unknown;
};

/** How one parameter of a node is read. */
export interface Parameter<T> {
	readonly definition: Definition;
	/** The collection that it is added to, as `options.requests`; without a value it counts as not added there. */
	readonly collection?: string;
	/** It counts as added without a value, too, to be refused. */
	readonly needsValue?: boolean;
	/**
	 * Reads what n8n gives.
	 *
	 * @param path where it is in the node: `limit`, in a collection `options.timeout`
	 * @param written the parameter as it is written, with its expressions; undefined where it is not added
	 * @throws Failure that names the parameter
	 */
	readonly read: (given: unknown, path: string, written?: unknown) => T;
}

/** Parameters by the names that their values get. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What the parameters say. */
export type ValuesOf<P extends Parameters> = {
	readonly [name in keyof P]: P[name] extends Parameter<infer T> ? T : never;
};

/** Parameters that are added to a collection. */
export const inCollection = <P extends Parameters>(collection: string, parameters: P): P =>
	Object.fromEntries(
		Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, collection }]),
	) as P;

/**
 * Parameters among the options of the node.
 *
 * @param group the option that they are part of
 */
export const inOptions = <P extends Parameters>(parameters: P, group?: string): P =>
	inCollection(group ? `options.${group}` : 'options', parameters);

/** Parameters that are all read alike, by their own names. */
export const parametersOf = <T>(
	definitions: readonly Definition[],
	kind: (definition: Definition) => Parameter<T>,
): Readonly<Record<string, Parameter<T>>> =>
	Object.fromEntries(definitions.map((definition) => [definition.name, kind(definition)]));

/** A parameter that is read in a way of its own; without one its value is taken as it is. */
export const valueOf = <T = unknown>(
	definition: Definition,
	read: Parameter<T>['read'] = (given) => given as T,
): Parameter<T> => ({ definition, read });

/** A number within the bounds that the editor enforces on what is typed, and nobody on what an expression gives. */
export function numberOf(definition: Definition): Parameter<number> {
	const { displayName, typeOptions = {} } = definition;
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions;
	const isWhole = numberPrecision === 0;
	const range = maxValue === Infinity ? `${minValue} or more` : `from ${minValue} to ${maxValue}`;
	return valueOf(definition, (given, path) => {
		const number = readNumber(given) ?? NaN;
		const isWithin = number >= minValue && number <= maxValue;
		if (isWithin && (!isWhole || Number.isInteger(number))) return number;
		throw badInput(
			path,
			`${displayName} is ${show(given)}${ambiguity(given)}`,
			`Enter a ${isWhole ? 'whole ' : ''}number, ${range}.`,
		);
	});
}

/**
 * True or false, which an expression or a language model may give as text. Anything else is refused, no value included:
 * a mistyped Dry Run must not become a real one.
 */
export const booleanOf = (definition: Definition): Parameter<boolean> => ({
	definition,
	needsValue: true,
	read: (given, path) => {
		// A count in place of a switch was not meant.
		const read = typeof given === 'number' ? undefined : readValue('boolean', given, '');
		if (typeof read === 'boolean') return read;
		const what = isFilled(given) ? `is ${show(given)}` : 'has no value';
		throw badInput(path, `${definition.displayName} ${what}`, 'Enter true or false.');
	},
});

/** A text without space around it; undefined where it is blank. */
export const textOf = (definition: Definition): Parameter<string | undefined> =>
	valueOf(definition, (given, path) => {
		const { displayName } = definition;
		const unsendable = findUnsendableAlone(given) ?? whyRounded(given);
		if (unsendable) {
			throw badInput(path, `${displayName} is ${unsendable}`, 'Correct the expression.');
		}
		const text = typeof given === 'number' ? String(given) : (given ?? '');
		if (typeof text === 'string') return isFilled(text) ? text.trim() : undefined;
		throw badInput(path, `${displayName} is ${show(given)}`, 'Enter it as text.');
	});

/** The name of a binary field of items. */
export const binaryFieldOf = (definition: Definition): Parameter<string> =>
	valueOf(definition, (given, path) => {
		const name = textOf(definition).read(given, path);
		if (name) return name;
		const remedy = 'Enter the name of a field, e.g. data.';
		throw badInput(path, `${definition.displayName} is empty`, remedy);
	});

/** One of the options of the definition, or of these values. */
export function choiceOf<T extends string>(
	{ options = [], ...definition }: Definition,
	values: readonly unknown[] = options.map((option) => 'value' in option && option.value),
): Parameter<T> {
	const { displayName, default: usual = values[0] } = definition;
	return valueOf({ ...definition, default: usual }, (given, path) => {
		if (values.includes(given)) return given as T;
		throw badInput(path, `${displayName} is ${show(given)}`, `Use one of ${values.join(', ')}.`);
	});
}

/** Texts from a list, or from one text with commas or line breaks; each once, none empty. */
export const textListOf = (definition: Definition): Parameter<string[]> =>
	valueOf(definition, (given, path) => {
		const value = typeof given === 'number' ? String(given) : (given ?? '');
		const rounded = [given].flat().map(whyRounded).find(isFilled);
		const texts = rounded ? undefined : (readValue('texts', value, '') as string[] | undefined);
		if (texts) return [...new Set(texts.map((text) => text.trim()))].filter(isFilled);
		throw badInput(
			path,
			`${definition.displayName} is not a list of texts: ${rounded ?? misunderstood('texts', value)}`,
			'Enter a list, or text separated by commas or line breaks.',
		);
	});

/** One or more of these values, in their order. */
export const choiceListOf = <T extends string>(
	definition: Definition,
	values: readonly T[],
): Parameter<T[]> =>
	valueOf(definition, (given, path) => {
		const texts = textListOf(definition).read(given, path);
		const chosen = values.filter((value) => texts.includes(value));
		if (chosen.length > 0 && chosen.length === texts.length) return chosen;
		throw badInput(
			path,
			`${definition.displayName} is ${JSON.stringify(texts)}`,
			`Choose one or more of ${values.join(', ')}.`,
		);
	});

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
		const { written, valueFor } = findParameter(context, parameter);
		values[name] = holdsExpression(written)
			? await runInSlices(readForAll(parameter, count, valueFor, written), signal)
			: readGiven(parameter, valueFor(0), written);
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
		const { written, valueFor } = findParameter(context, parameter);
		const read = (item: number) => readGiven(parameter, valueFor(item), written);
		let shared: { readonly value: unknown } | undefined;
		const readOnce = (item: number) => (shared ??= { value: read(item) }).value;
		return [name, holdsExpression(written) ? read : readOnce] as const;
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
		const [outer, ...inner] = pathOf(parameter).split('.');
		const { default: usual } = parameter.definition;
		const all: unknown = context.getNodeParameter(outer, inner.length > 0 ? {} : usual);
		const given = valueIn(all, inner, usual);
		const written = valueIn(context.getNode().parameters[outer], inner, undefined);
		return [name, readGiven(parameter, given, written)];
	});
	return Object.fromEntries(values) as ValuesOf<P>;
}

const pathOf = ({ collection, definition: { name } }: Parameter<unknown>) =>
	collection ? `${collection}.${name}` : name;

function readGiven<T>(parameter: Parameter<T>, given: unknown, written: unknown): T {
	const { collection, definition, needsValue, read } = parameter;
	const isOptional = collection !== undefined && !needsValue;
	return read(isOptional ? (given ?? definition.default) : given, pathOf(parameter), written);
}

/** A parameter as it is written, and what it says for an item. */
function findParameter(context: IExecuteFunctions, parameter: Parameter<unknown>) {
	const { collection, definition } = parameter;
	const { name, default: usual } = definition;
	const ask = (item: number): unknown => context.getNodeParameter(pathOf(parameter), item, usual);
	const [outer, otherwise] = collection ? [collection, {}] : [name, usual];
	const raw = { rawExpressions: true };
	const written: unknown = context.getNodeParameter(outer, 0, otherwise, raw);
	if (!collection) return { written, valueFor: ask };
	return isObject(written) && name in written
		? { written: written[name], valueFor: ask }
		: { written: undefined, valueFor: () => usual };
}

/** What stands at these names in a collection; the usual value where it was not added. */
const valueIn = (all: unknown, [name, ...inner]: readonly string[], usual: unknown): unknown => {
	if (name === undefined) return all;
	return isObject(all) && name in all ? valueIn(all[name], inner, usual) : usual;
};

const MAX_VALUES_NAMED = 5;

function* readForAll<T>(
	parameter: Parameter<T>,
	count: number,
	valueFor: (item: number) => unknown,
	written: unknown,
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
			const message = `${displayName} applies to all items, and cannot be read for ${nameItems([item])}: ${failure.message}`;
			throw failure.with({ parameter: path, message });
		}
		const read = settleNow(() =>
			isFilled(given.value) ? readGiven(parameter, given.value, written) : undefined,
		);
		if (!read.ok)
			throw read.failure.with({ message: `${read.failure.message} in ${nameItems([item])}` });
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
		count === 1
			? 'Enter a value.'
			: 'Give all items the same value. For different values, split the items and run the node for each part.',
	);
}

/** Asks once for each item. */
export interface RememberedItems<T> {
	/** What the item gives. @throws Failure of what was thrown when it was asked for */
	read(item: number): T;
	/** What the item gives, for the last time: it is not kept any longer. */
	take(item: number): T;
}

/**
 * Reads each item once, however often it is asked for, and keeps the value, or what was thrown: n8n
 * takes long to resolve expressions.
 */
export function rememberItems<T>(ask: (item: number) => T): RememberedItems<T> {
	const known: Array<Result<T> | undefined> = [];
	const read = (item: number) => unwrap((known[item] ??= settleNow(() => ask(item))));
	return {
		read,
		take(item) {
			try {
				return read(item);
			} finally {
				known[item] = undefined;
			}
		},
	};
}
