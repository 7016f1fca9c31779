import { changesOfBuild, report } from './files';
import { keysOf } from './outputKeys';

it('the build changes nothing that workflows and credentials rely on', async () => {
	const said = report(await changesOfBuild());
	if (said !== '') throw new Error(said);
});

it('a report names what breaks first, and both commands', () => {
	const said = report([
		{ breaks: false, where: 'a', what: 'a new node' },
		{ breaks: true, where: 'b', what: 'the node is gone' },
	]);
	expect(said).toMatch(
		/^Breaks [^]*b: the node is gone[^]*--accept-breaking\nOnly added[^]*--accept$/,
	);
	expect(report([])).toBe('');
});

it('the keys of a schema come with those inside of objects and lists', () => {
	const inside = { properties: { id: {} } };
	const schema = { properties: { a: {}, b: inside, c: { items: inside }, d: { items: {} } } };
	expect(keysOf(schema)).toEqual(['a', 'b', 'b.id', 'c', 'c[].id', 'd']);
});
