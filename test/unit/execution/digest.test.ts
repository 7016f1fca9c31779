import { digestOf } from '../../../nodes/shared/execution/digest';

const ofAnotherProcess = (text: string) => {
	let digest: unknown;
	jest.isolateModules(() => {
		const other = jest.requireActual<{ digestOf: typeof digestOf }>(
			'../../../nodes/shared/execution/digest',
		);
		digest = other.digestOf(text);
	});
	return digest;
};

it('a text has the same digest again, and another one in another process', () => {
	expect(digestOf('SO-1')).toEqual(digestOf('SO-1'));
	expect(digestOf('SO-1')).not.toEqual(digestOf('SO-2'));
	expect(ofAnotherProcess('SO-1')).not.toEqual(digestOf('SO-1'));
});
