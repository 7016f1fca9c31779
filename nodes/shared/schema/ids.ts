import { hasLostCharacters, LOST_CHARACTERS, show } from './limits';
import type { Field } from './types';
import type { ValueReader } from './values';

/** Whether a field holds an ID by itself; the external ID of its resource is known to the resource. */
export const holdsId = ({ refersTo, isId = false }: Field): boolean =>
	isId || refersTo !== undefined;

/**
 * An ID without what cannot be seen around it: sheets and copies pad with spaces, zero-width ones
 * included, and "a " would be another record.
 */
export const trimId = (value: unknown): unknown =>
	typeof value === 'string' ? trimText(value) : value;

/** Most IDs: nothing invisible around them, and neither shortened nor the error of a formula. */
const PLAIN_ID = /^(?:[A-Za-z][!-~]*|\d+)$/;

function trimText(text: string): string {
	let from = 0;
	let to = text.length;
	while (from < to && isInvisible(text.charCodeAt(from))) from += 1;
	while (to > from && isInvisible(text.charCodeAt(to - 1))) to -= 1;
	return to - from === text.length ? text : text.slice(from, to);
}

/** Spaces, control characters, and the marks of Unicode's general punctuation that have no width. */
const isInvisible = (code: number) =>
	// A NUL is seen to, since it is refused.
	(code > 0 && code <= 0x20) ||
	(code >= 0x7f && code <= 0xa0) ||
	(code >= 0x80 && INVISIBLE.test(String.fromCharCode(code)));

const INVISIBLE = /[\s\p{Cf}]/u;

/** What an ID should be, for messages. */
export const EXPECTED_ID = 'an ID as text';

/** The longest ID that is compared: IDs are hashed without yielding, and no service has longer ones. */
const MAX_ID_CHARACTERS = 10_000;

/**
 * Why a value cannot be an ID: one that went through a number or a spreadsheet can have lost digits.
 *
 * @param value without the spaces around it
 * @returns undefined for an ID
 */
function whyNoId(value: unknown): string | undefined {
	if (typeof value === 'string') {
		if (value.length > MAX_ID_CHARACTERS) {
			return `expected ${EXPECTED_ID}, given more than ${MAX_ID_CHARACTERS} characters`;
		}
		if (PLAIN_ID.test(value)) return undefined;
		if (SHORTENED.test(value)) {
			return `expected ${EXPECTED_ID}, given ${show(value)}: a spreadsheet has shortened it, and its digits are lost. Format the column as text and export it again`;
		}
		if (ERROR_VALUE.test(value)) {
			return `expected ${EXPECTED_ID}, given ${show(value)}, the error of a spreadsheet's formula`;
		}
		return hasLostCharacters(value)
			? `expected ${EXPECTED_ID}, given ${show(value)}: � ${LOST_CHARACTERS}`
			: undefined;
	}
	if (typeof value !== 'number' || !Number.isFinite(value)) {
		return `expected ${EXPECTED_ID}, given ${typeof value === 'number' ? String(value) : show(value)}`;
	}
	const rounded = whyRounded(value);
	return rounded && `expected ${EXPECTED_ID}, given ${rounded}. Keep the column as text`;
}

/** Why a number is no ID, to complete "is …": beyond 2^53 it may be another one. Undefined for what may be an ID. */
export function whyRounded(value: unknown): string | undefined {
	if (typeof value !== 'number' || Number.isSafeInteger(value)) return undefined;
	if (!Number.isInteger(value) && Math.abs(value) >= 1e-6) return undefined;
	return `the number ${value}: numbers as large as this lose their last digits`;
}

/** As spreadsheets write long numbers: `1.23457E+11`. */
const SHORTENED = /^\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** As spreadsheets write what a formula could not give. */
const ERROR_VALUE = /^#(?:REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|ERROR!|N\/A)$/i;

/** As 17850.0. */
const DECIMAL = /^\d{1,15}\.0$/;

/** Reads IDs: texts, as they are but for what cannot be seen around them. */
export function idReader(type: 'text' | 'textOrInteger'): ValueReader {
	/** Numbers that a program has written with a zero behind the point: all of a column, or none. */
	let decimals = 0;
	let others = 0;
	return {
		observe(value) {
			const id = trimId(value);
			if (typeof id === 'string' && id.endsWith('.0') && DECIMAL.test(id)) decimals += 1;
			else others += 1;
		},
		read(value) {
			const id = trimId(value);
			// What cannot be an ID is shown only where somebody asks why: it may be large.
			if (typeof id === 'object' || whyNoId(id) !== undefined) return undefined;
			if (type === 'textOrInteger' && Number.isSafeInteger(id)) return id;
			const text = String(id);
			return decimals > 0 && others === 0 && DECIMAL.test(text) ? text.slice(0, -2) : text;
		},
		why: (value) => whyNoId(trimId(value)) as string,
	};
}
