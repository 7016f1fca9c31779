import type { INode } from 'n8n-workflow';

import { asNodeError, orNodeError } from '../../../nodes/shared/execution/nodeErrors';
import { Failure, failureOf, secretsOf, type FailureKind } from '../../../nodes/shared/http';

describe('an error that was thrown on an item', () => {
	it('is one of the input where n8n ran out of stack on a value', () => {
		const overflow = (): number => 1 + overflow();
		let thrown: unknown;
		try {
			overflow();
		} catch (error) {
			thrown = error;
		}
		const message = expect.stringMatching(/^A value for this item has too many levels/) as string;
		expect(failureOf(thrown)).toMatchObject({ kind: 'input', message });
	});

	it('is a mistake of this package otherwise', () => {
		expect(failureOf(new RangeError('Invalid array length')).kind).toBe('defect');
		const cause = {
			get cause(): never {
				throw new Error('not to be read');
			},
		};
		expect(failureOf(Object.assign(new Error('oops'), { cause })).kind).toBe('defect');
	});
});

it('what a poll or look-up fails with shows no secret of its context, wherever it was thrown', async () => {
	const context = { getNode: () => ({}) as INode };
	secretsOf(context).hold('the credential', ['the-token']);
	const thrown = new Failure({ kind: 'refused', message: 'not the-token', remedy: 'the-token' });
	const shown = await orNodeError(context, Promise.reject(thrown)).catch((error: Error) => error);
	expect(shown).toMatchObject({ message: 'not …', description: '…' });
});

it.each<[FailureKind, object | undefined]>([
	['rateLimited', { cause: 'rate-limited', retryAfterMs: 7000 }],
	['unavailable', { cause: 'temporarily-unavailable', retryAfterMs: 7000 }],
	['unauthorized', { cause: 'credential-invalid' }],
	['forbidden', { cause: 'configuration-invalid' }],
	['notFound', { cause: 'configuration-invalid' }],
	['defect', { cause: 'node-defect' }],
	['refused', undefined],
])('n8n is told why a node failed, in its own names: %s', (kind, expected) => {
	const failure = new Failure({ kind, message: 'No', remedy: 'Wait.', retryAfterMs: 7000 });
	const node = { name: 'Company', type: 'company', typeVersion: 1 } as INode;
	expect((asNodeError(node, failure) as { failure?: object }).failure).toEqual(expected);
});
