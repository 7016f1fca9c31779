import type { INodeProperties } from 'n8n-workflow';

import { badInput } from '../http';
import { ambiguity, readNumber, misunderstood, readValue } from '../schema/values';
import { findUnsendableAlone, show } from '../schema/limits';

/** A parameter as its description defines it, as far as its value is read by that. */
export type Definition = Pick<
	INodeProperties,
	'displayName' | 'name' | 'options' | 'typeOptions'
> & { readonly default?: unknown };

/** How one parameter of a node is read. */
export interface Parameter<T> {
	readonly definition: Definition;
	/** The collection that it is added to, such as `options`. */
	readonly collection?: string;
	/** Where it is in the node: `limit`, in a collection `options.timeout`. */
	readonly path: string;
	/**
	 * Reads what n8n gives.
	 *
	 * @throws Failure that names the parameter
	 */
	readonly read: (given: unknown) => T;
}

/** Parameters by the names that their values get. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What the parameters say. */
export type ValuesOf<P extends Parameters> = {
	readonly [name in keyof P]: P[name] extends Parameter<infer T> ? T : never;
};

/** A parameter that is read in a way of its own; without `read` its value is taken as it is. */
export function valueOf<T = unknown>(
	definition: Definition,
	read: (given: unknown, path: string) => T = (given) => given as T,
	collection?: string,
): Parameter<T> {
	const path = collection ? `${collection}.${definition.name}` : definition.name;
	return { definition, collection, path, read: (given) => read(given, path) };
}

/** The same, where an option without a value counts as not added. */
const optionalOf = <T>(
	definition: Definition,
	read: (given: unknown, path: string) => T,
	collection?: string,
): Parameter<T> =>
	valueOf(
		definition,
		(given, path) => read(collection ? (given ?? definition.default) : given, path),
		collection,
	);

/** A number within the bounds that the editor enforces on what is typed, and nobody on what an expression gives. */
export const numberOf = (definition: Definition, collection?: string): Parameter<number> =>
	optionalOf(definition, (given, path) => readNumberIn(definition, given, path), collection);

function readNumberIn(
	{ displayName, typeOptions = {} }: Definition,
	given: unknown,
	path: string,
): number {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions;
	const number = readNumber(given);
	const isWhole = numberPrecision === 0;
	const fits =
		number !== undefined &&
		number >= minValue &&
		number <= maxValue &&
		(!isWhole || Number.isInteger(number));
	if (fits) return number;
	const range = maxValue === Infinity ? `${minValue} or more` : `from ${minValue} to ${maxValue}`;
	throw badInput(
		path,
		`${displayName} is ${show(given)}${ambiguity(given)}`,
		`Enter a ${isWhole ? 'whole ' : ''}number, ${range}.`,
	);
}

/**
 * True or false, which an expression or a language model may give as text. Anything else is refused, no value included:
 * a mistyped Dry Run must not become a real one.
 */
export const booleanOf = (definition: Definition, collection?: string): Parameter<boolean> =>
	valueOf(
		definition,
		(given, path) => {
			if (typeof given === 'boolean') return given;
			const text = typeof given === 'string' ? given.trim().toLowerCase() : '';
			if (text === 'true' || text === 'false') return text === 'true';
			const isEmpty = given === undefined || given === null || text === '';
			throw badInput(
				path,
				`${definition.displayName} ${isEmpty ? 'has no value' : `is ${show(given)}`}`,
				'Enter true or false.',
			);
		},
		collection,
	);

/** A text without space around it; undefined where it is blank. */
export const textOf = (
	definition: Definition,
	collection?: string,
): Parameter<string | undefined> =>
	optionalOf(
		definition,
		(given, path) => {
			const { displayName } = definition;
			const unsendable = findUnsendableAlone(given);
			if (unsendable) {
				throw badInput(path, `${displayName} is ${unsendable}`, 'Correct the expression.');
			}
			const text = typeof given === 'number' ? String(given) : (given ?? '');
			if (typeof text === 'string') return text.trim() || undefined;
			throw badInput(path, `${displayName} is ${show(given)}`, 'Enter it as text.');
		},
		collection,
	);

/** The name of a binary field of items. */
export function binaryFieldOf(definition: Definition, collection?: string): Parameter<string> {
	const text = textOf(definition, collection);
	return valueOf(
		definition,
		(given, path) => {
			const name = text.read(given);
			if (name) return name;
			const remedy = 'Enter the name of a field, e.g. data.';
			throw badInput(path, `${definition.displayName} is empty`, remedy);
		},
		collection,
	);
}

/** One of the options of the definition. */
export function choiceOf<T extends string>(
	definition: Definition,
	collection?: string,
	values: readonly unknown[] = valuesIn(definition),
): Parameter<T> {
	const { displayName, default: usual = values[0] } = definition;
	return optionalOf(
		{ ...definition, default: usual },
		(given, path) => {
			if (values.includes(given)) return given as T;
			throw badInput(path, `${displayName} is ${show(given)}`, `Use one of ${values.join(', ')}.`);
		},
		collection,
	);
}

const valuesIn = ({ options = [] }: Definition) =>
	options.map((option) => ('value' in option ? option.value : undefined));

/** Texts from a list, or from one text with commas or line breaks; each once, none empty. */
export const textListOf = (definition: Definition, collection?: string): Parameter<string[]> =>
	optionalOf(
		definition,
		(given, path) => {
			const value = typeof given === 'number' ? String(given) : (given ?? '');
			const texts = readValue('texts', value, '') as string[] | undefined;
			if (texts) {
				return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
			}
			throw badInput(
				path,
				`${definition.displayName} is not a list of texts: ${misunderstood('texts', value)}`,
				'Enter a list, or text separated by commas or line breaks.',
			);
		},
		collection,
	);

/** One or more of these values, in their order. */
export function choiceListOf<T extends string>(
	definition: Definition,
	values: readonly T[],
): Parameter<T[]> {
	const list = textListOf(definition);
	return valueOf(definition, (given, path) => {
		const texts = list.read(given);
		const chosen = values.filter((value) => texts.includes(value));
		if (chosen.length > 0 && chosen.length === texts.length) return chosen;
		throw badInput(
			path,
			`${definition.displayName} are ${JSON.stringify(texts)}`,
			`Choose one or more of ${values.join(', ')}.`,
		);
	});
}
