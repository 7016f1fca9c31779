import { show } from '../schema/show';
import { findUnsendableAlone } from '../schema/unsendable';
import { badInput, succeed, type Result } from '../http';

/**
 * A text of a node's parameters, without space around it. What is blank, null or missing is ''.
 *
 * @param label what the editor calls it
 */
export function readText(given: unknown, parameter: string, label: string): Result<string> {
	const unsendable = findUnsendableAlone(given);
	if (unsendable)
		return badInput(parameter, `${label} is ${unsendable}`, 'Correct the expression.');
	const text = typeof given === 'number' ? String(given) : (given ?? '');
	if (typeof text === 'string') return succeed(text.trim());
	return badInput(parameter, `${label} is ${show(given)}`, 'Enter it as text.');
}
