import { looseKeyOf, matchKeyOf, searchTextOf } from '../../../nodes/shared/resource/actions/find';

describe('the form in which websites, emails and names are compared', () => {
	it.each([
		['https://www.Acme.example/', 'acme.example'],
		['acme.example', 'acme.example'],
		['HTTP://Acme.example?utm=A#top', 'acme.example?utm=A#top'],
		['https://acme.example//Shop/', 'acme.example//Shop'],
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
		['name', { name: ' Acme  Inc. \u200b' }, 'Acme  Inc.'],
		['name', { name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
		['name', { name: 'Ada Lovelace', last_name: 'Lovelace' }, 'Ada Lovelace'],
		['name', { last_name: 'Lovelace' }, 'Lovelace'],
		['name', { name: 'Cafe\u0301' }, 'Caf\u00e9'],
		['name', { name: null }, ''],
		['email', {}, ''],
	])('%s of %j › %s', (field, values, key) => {
		expect(matchKeyOf(field, values)).toBe(key);
	});

	it('has a name searched by its last name, or by its longest word', () => {
		expect(searchTextOf('name', { name: 'Ada', last_name: 'Lovelace' })).toBe('Lovelace');
		expect(searchTextOf('name', { name: 'Ada Lovelace' })).toBe('Lovelace');
	});

	it('has names searched without case and inner spaces, and nothing else', () => {
		expect(looseKeyOf('name', { name: ' ADA \u00a0 Lovelace' })).toBe('ada lovelace');
		expect(looseKeyOf('url', { url: 'acme.example/Shop' })).toBe('acme.example/Shop');
	});
});
