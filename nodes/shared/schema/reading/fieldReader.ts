import type { Field, ValueType } from '../types';
import { isFilled } from '../columnMatcher';
import { EXPECTED_ID, trimId, idReader } from '../ids';
import {
	hasLostCharacters,
	findUnsendable,
	findUnsendableAlone,
	LOST_CHARACTERS,
	show,
} from '../limits';
import { expected, misunderstood, readValue, type ValueReader } from '../values';
import { dateReader } from './dates';
import { numberReader } from './numbers';
import type { ReadOptions } from './options';

/** The reader of one field. */
export interface FieldReader extends ValueReader {
	readonly field: Field;
	/** Whether the value stands for an empty cell: nothing but spaces, or a word for empty. */
	isEmpty(value: unknown): boolean;
	/** The observed texts with lost characters; none of an ID, which is refused instead. */
	readonly lost: { readonly count: number; readonly first?: unknown };
	/** How many texts are NULL, which counts as empty. */
	readonly nulls: { readonly count: number };
}

/**
 * Prepares the reading of one field that is not `rows`.
 *
 * @param isId whether it holds an ID
 */
export function fieldReader(field: Field, options: ReadOptions, isId: boolean): FieldReader {
	const type = field.type as ValueType;
	const reader = readerOf(field, type, options, isId);
	const isNull = (value: unknown) => type === 'text' && options.emptyWords.isNull(value as string);
	const nulls = { count: 0 };
	const hasWords = isId || !FREE.has(type) || options.emptyWords.inTexts;
	const isEmpty = (value: unknown) => {
		if (value === undefined) return true;
		if (typeof value !== 'string') return false;
		if (!hasWords) return value === '' || isNull(value);
		const text = isId ? (trimId(value) as string) : value;
		return !isFilled(text) || options.emptyWords.has(text);
	};
	const unsendableIn = TEXTS.has(type) ? findUnsendableAlone : findUnsendable;
	const readSendable = (value: unknown) => {
		if (unsendableIn(value) !== undefined) return undefined;
		const read = reader.read(value);
		// JSON text can hold what the value itself does not show.
		return read === value || unsendableIn(read) === undefined ? read : undefined;
	};
	const lost: { count: number; first?: unknown } = { count: 0 };
	const noteText = (value: unknown) => {
		if (!hasWords && isNull(value)) nulls.count += 1;
		if (!hasLostCharacters(value)) return;
		lost.count += 1;
		lost.first ??= value;
	};
	return {
		...reader,
		field,
		isEmpty,
		lost,
		nulls,
		// What reads as a number or a date can be sent.
		read: FREE.has(type) ? readSendable : reader.read,
		why: (value) => {
			const found = unsendableIn(value) ?? unsendableIn(reader.read(value));
			return found === undefined
				? reader.why(value)
				: `expected ${isId ? EXPECTED_ID : expected[type]}, given ${found}`;
		},
		observe: FREE.has(type) && !isId ? noteText : reader.observe && observeOthers(reader, isEmpty),
	};
}

/** Shows a reader the values that are not empty; a text that repeats the one before says nothing new. */
function observeOthers(reader: ValueReader, isEmpty: (value: unknown) => boolean) {
	let last: unknown;
	return (value: unknown) => {
		if (value === last || value === null) return;
		last = value;
		if (!isEmpty(value)) reader.observe?.(value);
	};
}

/** Kinds of value that no list and no object can be. */
const TEXTS: ReadonlySet<ValueType> = new Set(['text', 'textOrInteger']);

/** Kinds of value in which a word for empty may be meant as it is. */
const FREE: ReadonlySet<ValueType> = new Set(['text', 'textOrInteger', 'texts', 'object', 'any']);

function readerOf(field: Field, type: ValueType, options: ReadOptions, isId: boolean): ValueReader {
	if (isId && (type === 'text' || type === 'textOrInteger')) return idReader(field, type);
	switch (type) {
		case 'number':
		case 'integer':
			return numberReader(field, type, options);
		case 'date':
		case 'dateTime':
			return dateReader(type, options);
		default:
			return {
				read: (value) => readValue(type, value, options.zone),
				why: (value) => misunderstood(type, value),
			};
	}
}

/** How columns were read and what to look at, as sentences. */
export function describeReadings(readers: readonly FieldReader[]): string[] {
	const decided = readers.flatMap(({ field, decision }) => {
		const how = decision?.();
		return how === undefined ? [] : [`${field.label} ${how}`];
	});
	const lost = readers.filter((reader) => reader.lost.count > 0);
	const nulls = readers.filter((reader) => reader.nulls.count > 0);
	return [
		...(decided.length > 0 ? [`${decided.join('; ')}.`] : []),
		...readers.flatMap(({ warnings }) => warnings?.() ?? []),
		...(lost.length > 0 ? [describeLost(lost)] : []),
		...nulls.map(
			({ field, nulls: { count } }) =>
				`${field.label}: ${count === 1 ? 'a cell holds' : `${count.toLocaleString('en')} cells hold`} NULL, which counts as empty. Set Words for Empty in the options to send it.`,
		),
	];
}

function describeLost(readers: readonly FieldReader[]): string {
	const count = readers.reduce((sum, { lost }) => sum + lost.count, 0);
	const [{ field, lost }] = readers;
	const texts = count === 1 ? '1 text holds' : `${count.toLocaleString('en')} texts hold`;
	return `${texts} �, the first in ${field.label}: ${show(lost.first)}: � ${LOST_CHARACTERS}.`;
}
