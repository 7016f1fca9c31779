import {
	findNodes,
	freshPhrases,
	panelEntries,
	searchPhrases,
} from '../../../scripts/lib/nodePanel';
import { resources } from '../../../scripts/lib/definitions';

const entries = panelEntries();
const placeOf = ({ phrase, expected }: { phrase: string; expected: string }) =>
	findNodes(phrase, entries).indexOf(expected);

/** What people type for an operation, before the name of the record. */
const verbs = {
	create: ['create', 'add'],
	delete: ['delete', 'archive'],
	find: ['find'],
	findOrCreate: ['find or create'],
	get: ['get', 'find'],
	getAll: ['list', 'search'],
	update: ['update', 'edit'],
	getChanges: [],
	sync: ['sync'],
	upsert: ['upsert'],
};

describe('the search of the node panel', () => {
	it.each(searchPhrases)('finds $expected for "$phrase" within three', (each) => {
		expect(entries.map(({ name }) => name)).toContain(each.expected);
		expect([0, 1, 2]).toContain(placeOf(each));
	});

	it('finds the expected node first for nine phrases in ten', () => {
		const others = searchPhrases.filter((each) => placeOf(each) !== 0);
		expect(searchPhrases.length).toBeGreaterThan(150);
		expect(others.length).toBeLessThanOrEqual(searchPhrases.length / 10);
	});

	it('finds the expected node within three for nine in ten phrases that no name was made for', () => {
		const missed = freshPhrases.filter((each) => ![0, 1, 2].includes(placeOf(each)));
		expect(freshPhrases.length).toBeGreaterThanOrEqual(40);
		expect(missed.length).toBeLessThanOrEqual(freshPhrases.length / 10);
	});

	it('takes at most 12 further names for each node', () => {
		const many = entries.filter(({ properties }) => properties.codex.alias.length > 12);
		expect(many.map(({ name }) => name)).toEqual([]);
	});

	it('finds a record node first for each of its operations with its name', () => {
		const phrases = resources.flatMap(({ name, label, plural, operations }) =>
			operations.flatMap((operation) =>
				verbs[operation].map((verb) => ({
					phrase: `${verb} ${operation === 'getAll' ? plural : label}`.toLowerCase(),
					expected: `workspaceRecords${name.charAt(0).toUpperCase()}${name.slice(1)}`,
				})),
			),
		);
		expect(phrases.filter((each) => placeOf(each) !== 0)).toEqual([]);
	});

	it('lists a trigger with the node of the same name, as n8n does', () => {
		const names = entries.map(({ name }) => name);
		expect(names).toContain('workspaceRecordsTransfer');
		expect(names).not.toContain('workspaceRecordsTransferTrigger');
	});
});
