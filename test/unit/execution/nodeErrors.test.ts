import { unexpected } from '../../../nodes/shared/execution/nodeErrors';

describe('an error that was thrown on an item', () => {
	it('is one of the input where n8n ran out of stack on a value', () => {
		const overflow = (): number => 1 + overflow();
		let thrown: unknown;
		try {
			overflow();
		} catch (error) {
			thrown = error;
		}
		expect(unexpected(thrown as Error)).toMatchObject({
			kind: 'input',
			message: expect.stringMatching(/^A value for this item has too many levels/) as string,
		});
	});

	it('is a mistake of this package otherwise', () => {
		expect(unexpected(new RangeError('Invalid array length')).kind).toBe('defect');
	});
});
