import type { IDataObject } from 'n8n-workflow';

import { badInput, succeed, type Result } from '../http';

/**
 * A yes or no of a node's parameters. An expression or a language model may give it as text; what is
 * neither is refused, since "dry run" must not turn into a real one by a slip.
 *
 * @param label what the editor calls it
 */
export function readBoolean(
	given: unknown,
	parameter: string,
	label = parameter.split('.').at(-1),
): Result<boolean> {
	if (typeof given === 'boolean') return succeed(given);
	const text = typeof given === 'string' ? given.trim().toLowerCase() : '';
	if (text === 'true' || text === 'false') return succeed(text === 'true');
	const isEmpty = given === undefined || given === null || text === '';
	return badInput(
		parameter,
		`The switch ${label} ${isEmpty ? 'has no value' : `is ${JSON.stringify(given)}`}`,
		'Give true or false.',
	);
}

/**
 * A yes or no among the options of a node. One that nobody added is false; one that is there needs a
 * value, so that an expression that gives none is not taken for a no.
 */
export const readSwitchOption = (
	options: IDataObject,
	name: string,
	label: string,
): Result<boolean> =>
	name in options ? readBoolean(options[name], `options.${name}`, label) : succeed(false);
