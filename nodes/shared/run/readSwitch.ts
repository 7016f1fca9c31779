import { badInput, succeed, type Result } from '../service';

/**
 * A yes or no of a node's parameters. An expression or a language model may give it as text; what is
 * neither is refused, since "dry run" must not turn into a real one by a slip.
 */
export function readSwitch(given: unknown, parameter: string): Result<boolean> {
	if (typeof given === 'boolean') return succeed(given);
	const text = typeof given === 'string' ? given.trim().toLowerCase() : '';
	if (text === 'true' || text === 'false') return succeed(text === 'true');
	return badInput(
		parameter,
		`The switch ${parameter.split('.').at(-1)} is ${JSON.stringify(given)}`,
		'Give true or false.',
	);
}
