import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { badInput, settleNow } from '../http';
import { isObject } from '../schema/values';

/** What models write where they have no value: n8n marks every argument as required. */
const NOTHING = /^\s*(null|none|undefined|n\/a)\s*$/i;
/** The same in quotes: this very word is meant. */
const INSISTED = /^\s*"(null|none|undefined|n\/a)"\s*$/i;
/** Fields by which people and other calls know a record: a word for nothing there makes a record that nobody means. */
const IDENTIFYING = /^(name|title|last_?name|.*external_?id)$/i;
/** JSON without the Markdown around it. */
function unfenced(given: string): string {
	const text = given.trim();
	if (text.length < 6 || !text.startsWith(FENCE) || !text.endsWith(FENCE)) return given;
	return text
		.slice(3, -3)
		.replace(/^[a-z]+/i, '')
		.trim();
}

const FENCE = '```';

/** JSON that may hold a row without anything, or a word for nothing. */
const WORTH_PARSING = /\{\s*\}|"\s*(null|none|undefined|n\/a)\s*"/i;

/** A row that says nothing. */
const isBlank = (row: unknown) => isObject(row) && Object.keys(row).length === 0;

/**
 * Prepares the reading of parameters for which a model gives arguments: words for nothing are left out, where no argument
 * came the default holds, and JSON may stand in a fence. What a person has fixed in the tool stays as it is.
 *
 * @param note takes a sentence on what was left out
 * @returns `getNodeParameter` for the context of a tool; throws Failure where such a word would name a record
 */
export function argumentReader(context: IExecuteFunctions, note: (sentence: string) => void) {
	const clean = (name: string, given: unknown, raw: unknown): unknown => {
		if (typeof raw === 'string' && !raw.startsWith('=')) return given;
		const rawAt = (key: string | number) => (typeof raw === 'string' ? raw : at(raw, [key]));
		if (Array.isArray(given)) {
			const cleaned = given.map((one, index) => clean(name, one, rawAt(index)));
			return cleaned.filter((one) => one !== undefined && !isBlank(one));
		}
		if (isObject(given)) {
			const isLocator = '__rl' in given;
			const cleaned = Object.entries(given)
				.map(([key, one]) => [key, clean(isLocator ? name : key, one, rawAt(key))] as const)
				.filter(([, one]) => one !== undefined);
			return { ...(isLocator && { value: '' }), ...Object.fromEntries(cleaned) };
		}
		if (typeof given !== 'string') return given;
		if (INSISTED.test(given)) return given.trim().slice(1, -1);
		if (!NOTHING.test(given)) return withoutWords(name, unfenced(given));
		if (IDENTIFYING.test(name)) {
			const word = given.trim();
			throw badInput(
				`fields.${name}`,
				`${name} is "${word}", a word for nothing`,
				`Give the real value, or ask for it. If "${word}" is the real value, give it in double quotes: "\\"${word}\\"".`,
			);
		}
		note(`${name} was left out: "${given.trim()}" is a word for nothing.`);
		return undefined;
	};
	/** JSON without words for nothing; any other text as it is. */
	const withoutWords = (name: string, text: string): string => {
		if (!/^\s*[[{]/.test(text) || !WORTH_PARSING.test(text)) return text;
		const parsed = settleNow(() => JSON.parse(text) as unknown);
		return parsed.ok ? JSON.stringify(clean(name, parsed.value, '=')) : text;
	};
	return (name: string, item: number, fallback?: unknown, options?: object): unknown => {
		const ask = context.getNodeParameter as (...given: unknown[]) => unknown;
		const given = ask(name, item, fallback, options);
		if (options && 'rawExpressions' in options) return given;
		// A dry run that nobody has decided must not become a real one.
		if (name.endsWith('dryRun')) return given;
		const key = name.split('.').at(-1) ?? name;
		const value = clean(key, given, ask(name, item, fallback ?? '', { rawExpressions: true }));
		const isMissing =
			value === undefined || value === null || (value === '' && typeof fallback !== 'string');
		return isMissing && fallback !== undefined ? fallback : (value ?? (given && ''));
	};
}

const at = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
	path.reduce<unknown>(
		(place, key) => (typeof place === 'object' ? (place as never)?.[key] : undefined),
		value,
	);

/**
 * The arguments that a model gives for a parameter.
 *
 * @param path as a failure names it: `limit`, `options.timeout`, of fields and rows by their wire names `fields.email`
 * @returns none where a person has fixed it in the tool; undefined where it is not set there
 */
export function argumentsOf(parameters: INodeParameters, path: string): string[] | undefined {
	const keys = path.split('.');
	const [, field] = keys;
	const paths = field ? [keys, ['fields', 'value', field], [field], [`${field}Json`]] : [keys];
	const written = paths.map((each) => at(parameters, each)).filter((one) => one !== undefined);
	if (written.length === 0) return undefined;
	const calls = JSON.stringify(written).matchAll(/\$fromAI\s*\(\s*\\?['"`]([\w-]+)/gi);
	return [...new Set([...calls].map(([, name]) => name))];
}
