import type { INodeProperties } from 'n8n-workflow';

import { badInput } from '../http';
import { ambiguity, readNumber, misunderstood, readValue } from '../schema/values';
import { findUnsendableAlone, show } from '../schema/limits';

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
	/** The collection that it is added to; without a value it counts as not added there. */
	readonly collection?: string;
	/** It counts as added without a value, too, to be refused. */
	readonly needsValue?: boolean;
	/**
	 * Reads what n8n gives.
	 *
	 * @param path where it is in the node: `limit`, in a collection `options.timeout`
	 * @throws Failure that names the parameter
	 */
	readonly read: (given: unknown, path: string) => T;
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

/** Parameters among the options of the node. */
export const inOptions = <P extends Parameters>(parameters: P): P =>
	inCollection('options', parameters);

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
		if (typeof given === 'boolean') return given;
		const text = typeof given === 'string' ? given.trim().toLowerCase() : (given ?? '');
		if (text === 'true' || text === 'false') return text === 'true';
		const what = text === '' ? 'has no value' : `is ${show(given)}`;
		throw badInput(path, `${definition.displayName} ${what}`, 'Enter true or false.');
	},
});

/** A text without space around it; undefined where it is blank. */
export const textOf = (definition: Definition): Parameter<string | undefined> =>
	valueOf(definition, (given, path) => {
		const { displayName } = definition;
		const unsendable = findUnsendableAlone(given);
		if (unsendable) {
			throw badInput(path, `${displayName} is ${unsendable}`, 'Correct the expression.');
		}
		const text = typeof given === 'number' ? String(given) : (given ?? '');
		if (typeof text === 'string') return text.trim() || undefined;
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
		const texts = readValue('texts', value, '') as string[] | undefined;
		if (texts) return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
		throw badInput(
			path,
			`${definition.displayName} is not a list of texts: ${misunderstood('texts', value)}`,
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
			`${definition.displayName} are ${JSON.stringify(texts)}`,
			`Choose one or more of ${values.join(', ')}.`,
		);
	});
