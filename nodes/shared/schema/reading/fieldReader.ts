import type { Field } from '../field';
import { isFilled } from '../columnMatcher';
import { EXPECTED_ID, trimId } from '../ids';
import { hasLostCharacters } from '../lostCharacters';
import type { ValueType } from '../types';
import { findUnsendable, findUnsendableAlone } from '../unsendable';
import { expected, misunderstood, readValue } from '../values';
import { dateReader } from './dateReader';
import { idReader } from './idReader';
import { numberReader } from './numberReader';
import type { FieldReader, ValueReader } from './reader';
import type { ReadOptions } from './readOptions';

/**
 * Prepares the reading of one field that is not `rows`.
 *
 * @param isId whether it holds an ID
 */
export function fieldReader(field: Field, options: ReadOptions, isId: boolean): FieldReader {
	const type = field.type as ValueType;
	const reader = readerOf(field, type, options, isId);
	const hasWords = isId || !FREE.has(type) || options.emptyWords.inTexts;
	const isEmpty = (value: unknown) => {
		if (value === undefined) return true;
		if (typeof value !== 'string') return false;
		if (!hasWords) return value === '';
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
	const noteLost = (value: unknown) => {
		if (!hasLostCharacters(value)) return;
		lost.count += 1;
		lost.first ??= value;
	};
	return {
		...reader,
		field,
		isEmpty,
		lost,
		// What reads as a number or a date can be sent.
		read: FREE.has(type) ? readSendable : reader.read,
		why: (value) => {
			const found = unsendableIn(value) ?? unsendableIn(reader.read(value));
			return found === undefined
				? reader.why(value)
				: `expected ${isId ? EXPECTED_ID : expected[type]}, given ${found}`;
		},
		observe:
			FREE.has(type) && !isId
				? noteLost
				: reader.observe &&
					((value) => {
						if (value !== null && !isEmpty(value)) reader.observe?.(value);
					}),
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
