import type { IDataObject } from 'n8n-workflow';

import { badInput } from '../http';
import { show } from '../schema/limits';

/**
 * A boolean parameter of a node. An expression or a language model may give it as text; anything else
 * is refused, since a mistyped Dry Run must not become a real one.
 *
 * @param label what the editor calls it
 */
export function readBoolean(
	given: unknown,
	parameter: string,
	label = parameter.split('.').at(-1),
): boolean {
	if (typeof given === 'boolean') return given;
	const text = typeof given === 'string' ? given.trim().toLowerCase() : '';
	if (text === 'true' || text === 'false') return text === 'true';
	const isEmpty = given === undefined || given === null || text === '';
	throw badInput(
		parameter,
		`${label} ${isEmpty ? 'has no value' : `is ${show(given)}`}`,
		'Enter true or false.',
	);
}

/**
 * A boolean among the options of a node. One that was not added is false; one that is there needs a
 * value, so that an expression without a result is not taken for false.
 */
export const readBooleanOption = (options: IDataObject, name: string, label: string): boolean => {
	if (name in options) return readBoolean(options[name], `options.${name}`, label);
	return false;
};
