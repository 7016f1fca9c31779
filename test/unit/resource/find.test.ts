import { matchKeyOf, matchKeysOf, searchTextOf } from '../../../nodes/shared/resource/actions/find';

describe('the form in which websites, emails and names are compared', () => {
	it.each([
		['https://www.Acme.example/', 'acme.example'],
		['acme.example', 'acme.example'],
		['HTTP://acme.example?utm=1#top', 'acme.example'],
		['https://acme.example//shop/', 'acme.example/shop'],
		['//acme.example', 'acme.example'],
		['www.acme.example', 'acme.example'],
		['https://', ''],
		['', ''],
	])('website %s › %s', (url, key) => {
		expect(matchKeyOf('url', { url })).toBe(key);
		expect(key).toContain(searchTextOf('url', { url }));
	});

	it.each([
		['email', { email: ' Ada@Acme.Example ' }, 'ada@acme.example'],
		['name', { name: ' Acme \u00a0 Inc. ' }, 'acme inc.'],
		['name', { name: 'Ada', last_name: 'Lovelace' }, 'ada lovelace'],
		['name', { name: 'Cafe\u0301' }, 'caf\u00e9'],
		['name', { name: null }, ''],
		['email', {}, ''],
	])('%s of %j › %s', (field, values, key) => {
		expect(matchKeyOf(field, values)).toBe(key);
	});

	it('has a name searched by its last name, or by its longest word', () => {
		expect(searchTextOf('name', { name: 'Ada', last_name: 'Lovelace' })).toBe('Lovelace');
		expect(searchTextOf('name', { name: 'Ada Lovelace' })).toBe('Lovelace');
	});

	it('takes a name in one part or in two', () => {
		expect(matchKeysOf('name', { name: 'Ada Lovelace' })).toContain('ada lovelace');
		expect(matchKeysOf('name', { name: 'Ada', last_name: 'Lovelace' })).toContain('ada lovelace');
		expect(matchKeysOf('name', { name: 'Ada Lovelace', last_name: 'Lovelace' })).toContain(
			'ada lovelace',
		);
		expect(matchKeysOf('email', { email: null })).toEqual([]);
	});
});
