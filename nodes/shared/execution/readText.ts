import { show, findUnsendableAlone } from '../schema/limits';
import { badInput } from '../http';

/**
 * A text of a node's parameters, without space around it. What is blank, null or missing is ''.
 *
 * @param label what the editor calls it
 */
export function readText(given: unknown, parameter: string, label: string): string {
	const unsendable = findUnsendableAlone(given);
	if (unsendable) throw badInput(parameter, `${label} is ${unsendable}`, 'Correct the expression.');
	const text = typeof given === 'number' ? String(given) : (given ?? '');
	if (typeof text === 'string') return text.trim();
	throw badInput(parameter, `${label} is ${show(given)}`, 'Enter it as text.');
}
