import { Failure } from '../../nodes/shared/http';

/** With all that its failure says as plain data: of errors, `toEqual` compares the message alone. */
export const plain = <T extends object>(given: T): object =>
	'failure' in given && given.failure instanceof Failure
		? { ...given, failure: { ...given.failure, message: given.failure.message } }
		: given;
