import type { INodeProperties } from 'n8n-workflow';

import { badInput } from '../http';
import { show } from '../schema/limits';
import { ambiguity, readNumber } from '../schema/values';

/**
 * Reads the value of a number parameter and holds it against the parameter's own bounds, which the
 * editor enforces on what is typed and nobody on what an expression gives.
 *
 * @param path where it is in the node: `options.timeout`
 */
export function readNumberParameter(
	given: unknown,
	{ displayName, typeOptions = {} }: INodeProperties,
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
