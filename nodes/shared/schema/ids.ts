import { hasLostCharacters, LOST_CHARACTERS } from './lostCharacters';
import { show } from './show';
import type { Field } from './field';

/** Whether a field holds an ID by itself; the external ID of its resource is known to the resource. */
export const holdsId = ({ refersTo, isId = false }: Field): boolean =>
	isId || refersTo !== undefined;

/**
 * An ID without what cannot be seen around it: sheets and copies pad with spaces, zero-width ones
 * included, and "a " would be another record.
 */
export const trimId = (value: unknown): unknown =>
	typeof value === 'string' ? trimText(value) : value;

function trimText(text: string): string {
	let from = 0;
	let to = text.length;
	while (from < to && isInvisible(text.charCodeAt(from))) from += 1;
	while (to > from && isInvisible(text.charCodeAt(to - 1))) to -= 1;
	return to - from === text.length ? text : text.slice(from, to);
}

/** Spaces, control characters, and the marks of Unicode's general punctuation that have no width. */
const isInvisible = (code: number) =>
	code <= 0x20 ||
	(code >= 0x7f && code <= 0xa0) ||
	(code >= 0x80 && INVISIBLE.test(String.fromCharCode(code)));

const INVISIBLE = /[\s\p{Cf}]/u;

/** What an ID should be, for messages. */
export const EXPECTED_ID = 'an ID as text';

/** IDs are compared and hashed at a stretch; this is far more than anybody's. */
export const MAX_ID_CHARACTERS = 10_000;

/**
 * Why a value cannot be an ID: one that went through a number or a spreadsheet can have lost digits.
 *
 * @param value without the spaces around it
 * @returns undefined for an ID
 */
export function whyNoId(value: unknown): string | undefined {
	if (typeof value === 'string') {
		if (value.length > MAX_ID_CHARACTERS) {
			return `expected ${EXPECTED_ID}, given more than ${MAX_ID_CHARACTERS} characters`;
		}
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
	if (Number.isSafeInteger(value) || (!Number.isInteger(value) && Math.abs(value) >= 1e-6)) {
		return undefined;
	}
	return `expected ${EXPECTED_ID}, given the number ${String(value)}: numbers as large as this lose their last digits. Keep the column as text`;
}

/** As spreadsheets write long numbers: `1.23457E+11`. */
const SHORTENED = /^\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** As spreadsheets write what a formula could not give. */
const ERROR_VALUE = /^#(?:REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|ERROR!|N\/A)$/i;
