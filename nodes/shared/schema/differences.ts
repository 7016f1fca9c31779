import { keptUnder } from '../lifetime';
import { unmarked, type Shape, type ValueType } from './types';
import { BOOLEANS, isObject } from './values';

/** `missing`: a value that is always there is not; `kind`: it is there, but of another kind. */
export type Difference = 'missing' | 'kind';

/**
 * Reports where a value differs from a shape, by path (`items.name`, the same for every element of a
 * list). Null counts as absent, and so does empty text but where text is expected; numbers, booleans
 * and texts are taken in either form; keys that the shape does not have are no difference.
 */
export function reportDifferences(
	shape: Shape,
	value: Readonly<Record<string, unknown>>,
	report: (path: string, difference: Difference) => void,
	before = '',
): void {
	for (const { name, always, is, nested } of checksOf(shape, '', shape)) {
		const given = value[name];
		const path = before + name;
		if (given === undefined || given === null || (given === '' && !is(''))) {
			if (always) report(path, 'missing');
		} else if (!is(given)) {
			report(path, 'kind');
		} else if (nested) {
			for (const each of Array.isArray(given) ? given : [given]) {
				reportDifferences(nested, each as Record<string, unknown>, report, `${path}.`);
			}
		}
	}
}

interface Check {
	readonly name: string;
	readonly always: boolean;
	readonly is: (value: unknown) => boolean;
	readonly nested?: Shape;
}

/** Made once for each shape: a list may have a hundred thousand rows. */
const checksOf = keptUnder('Checks of a shape', 'shape', makeChecks);

function makeChecks(shape: Shape): readonly Check[] {
	return Object.entries(shape).map(([key, kind]): Check => {
		if (typeof kind === 'string') {
			const { name: type, always } = unmarked(kind);
			return { name: key, always, is: kinds[type as ValueType] };
		}
		const { name, always } = unmarked(key);
		return Array.isArray(kind)
			? { name, always, is: isListOf(isObject), nested: (kind as readonly [Shape])[0] }
			: { name, always, is: isObject, nested: kind as Shape };
	});
}

const isListOf = (isOne: (value: unknown) => boolean) => (value: unknown) =>
	Array.isArray(value) && value.every(isOne);

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isNumeric = (value: unknown) =>
	typeof value === 'number' ||
	(typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));
const isTime = (value: unknown) => typeof value === 'string' && value !== '';

const kinds: Readonly<Record<ValueType, (value: unknown) => boolean>> = {
	text: isText,
	textOrInteger: isText,
	number: isNumeric,
	integer: isNumeric,
	boolean: (value) => (typeof value === 'boolean' || isText(value)) && BOOLEANS.has(String(value)),
	date: isTime,
	dateTime: isTime,
	texts: isListOf(isText),
	object: isObject,
	any: () => true,
};
