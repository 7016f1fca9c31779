/** n8n brings zod 3 or 4, and another package may bring one of its own: all schemas mean the same in each. */
type Outside = typeof import('../../../nodes/shared/schema/outside');
type Search = typeof import('../../../nodes/shared/resource/actions/lists/search');
type Reducer = typeof import('../../../nodes/TransferTrigger/reducer');

const SOURCE = '../../../nodes/shared/';
describe.each(['zod/v3', 'zod/v4', 'zod-oldest', 'zod-newest'])('with %s', (zod) => {
	let outside: Outside;
	let search: Search;
	let reducer: Reducer;
	beforeAll(() => {
		jest.resetModules();
		jest.doMock('zod', () => jest.requireActual<object>(zod));
		outside = require(`${SOURCE}schema/outside`) as Outside;
		search = require(`${SOURCE}resource/actions/lists/search`) as Search;
		reducer = require('../../../nodes/TransferTrigger/reducer') as Reducer;
	});
	afterAll(() => jest.dontMock('zod'));

	const stored = {
		...{
			since: -8.64e15,
			from: 1,
			fresh: 1,
			high: 1,
			recent: { a: 'b' },
			known: '',
			listed: ['x'],
		},
		origin: { baseUrl: 'http://x', credential: 'c', workspace: 'w' },
		compared: { watched: ['name'], ignored: [] },
		object: 'meter',
	};
	it.each<[object, string[]]>([
		[{}, []],
		[{ lag: 3, tooMany: 5 }, []],
		[{ from: null, known: 7 }, ['from', 'known']],
		[{ recent: 'a', compared: { watched: [1], ignored: [] } }, ['recent', 'compared']],
		[{ origin: undefined }, ['origin']],
	])('the state of a search, with %j', (more, expected) => {
		expect(outside.misfits(search.storedSearch, { ...stored, ...more })).toEqual(expected);
	});

	const reads = { key: 'k', since: 1 };
	it.each<[unknown, string[]]>([
		[{ a: {}, constructor: { record: { id: 'a' }, reads, early: true } }, []],
		[{ a: { ended: 'finished', facts: 'f', since: 1, counts: {}, doubt: reads } }, []],
		[{ a: { failing: { failures: 1, notBefore: 2, reported: false } } }, []],
		[{ a: { failing: {} } }, ['transfers']],
		[{ a: 'running' }, ['transfers']],
		[[], ['transfers']],
	])('the state of transfers, with %j', (transfers, expected) => {
		const state = { baseUrl: 'http://x', transfers };
		expect(outside.misfits(reducer.storedTransfers, state)).toEqual(expected);
	});

	it('a value that is no object at all is named as a whole, and never shown', () =>
		expect(outside.misfits(search.storedSearch, 'secret')).toEqual(['all']));

	it.each<[unknown, boolean]>([
		['a', true],
		[7, true],
		[null, true],
		[undefined, true],
		[{}, false],
		[[], false],
		[true, false],
	])('an ID: %j', (id, expected) => {
		expect(outside.fits(outside.idOrNone, id)).toBe(expected);
	});
});
