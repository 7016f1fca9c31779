import { fail, type Failure, type Result } from '../http/result';
import { unexpected } from './nodeErrors';
import { holdsExpression } from './parameterReader';

/**
 * Reads parameters of one item. An expression that cannot be resolved is a failure of what was read,
 * so that it does not end the run of all other items.
 */
export function tryRead<T>(read: () => Result<T>): Result<T> {
	try {
		return read();
	} catch (error) {
		return fail(unreadable(error as Error));
	}
}

/** n8n hands on whatever the expression threw, with the parameter as it is written as the cause. */
function unreadable(error: Error): Failure {
	const failure = unexpected(error);
	if (failure.kind === 'input' || !holdsExpression(error.cause)) return failure;
	return {
		kind: 'input',
		message: `An expression failed: ${error.message}`,
		remedy: 'Correct the expression, or the data that it reads.',
	};
}
