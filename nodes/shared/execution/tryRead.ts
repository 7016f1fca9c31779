import { fail, type Result } from '../http/result';
import { unexpected } from './nodeErrors';

/**
 * Reads parameters of one item. An expression that cannot be resolved is a failure of what was read,
 * so that it does not end the run of all other items.
 */
export function tryRead<T>(read: () => Result<T>): Result<T> {
	try {
		return read();
	} catch (error) {
		return fail(unexpected(error as Error));
	}
}
