import { readReference } from '../../../nodes/shared/resource/actions/requests';

const read = (given: unknown) => readReference('id', given, 'recordId', 'Company');
const messageOf = (given: unknown) => {
	const result = read(given);
	return result.ok ? undefined : result.failure.message;
};

describe('the ID of a record', () => {
	it('has at most 2,000 characters, because servers close the connection at longer addresses', () => {
		expect(messageOf('9'.repeat(1_000_000))).toBe('The ID of the company has 1,000,000 characters');
		expect(messageOf('9'.repeat(2001))).toBe('The ID of the company has 2,001 characters');
		expect(read(` ${'9'.repeat(2000)} `)).toEqual({
			ok: true,
			value: { by: 'id', value: '9'.repeat(2000) },
		});
	});

	it('holds no half of a character, which no address can hold', () => {
		expect(messageOf('a\ud83d')).toBe('The ID of the company holds half a character: "a\\ud83d"');
		expect(read('a😀').ok).toBe(true);
	});

	it('is shown in a short message when it is none', () => {
		expect(messageOf('\n'.repeat(1_000_000))).toHaveLength(86);
		expect(messageOf(Buffer.alloc(1_000_000))).toBe('The ID of the company is "…"');
		expect(messageOf({ id: { id: 7 } })).toBe('The ID of the company is {"id":{"id":7}}');
	});
});
