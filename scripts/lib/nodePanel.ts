import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { packageNodes } from './definitions';

const root = join(__dirname, '../..');

/** What n8n's node panel searches of a node. */
interface PanelEntry {
	readonly name: string;
	readonly properties: {
		readonly displayName: string;
		readonly codex: { readonly alias: readonly string[] };
	};
}

/** The nodes of the package as the panel lists them: a trigger is part of the node of the same name. */
export function panelEntries(): PanelEntry[] {
	const all = packageNodes().map(({ file, type: { description } }) => ({
		name: description.name,
		properties: {
			displayName: description.displayName,
			codex: JSON.parse(
				readFileSync(join(root, file.replace(/\.ts$/, '.json')), 'utf8'),
			) as PanelEntry['properties']['codex'],
		},
	}));
	const names = all.map(({ name }) => name);
	return all.filter(({ name }) => {
		const app = name.replace(/Trigger$/, '');
		return app === name || !names.includes(app);
	});
}

/**
 * The nodes of the package that a phrase finds, best first, by n8n's own ranking. Like the panel, it
 * looks for "deal" when "deal trigger" is typed.
 */
export function findNodes(phrase: string, entries: readonly PanelEntry[]): string[] {
	const typed = phrase.toLowerCase().replace(/ trigger$/, '');
	return sublimeSearch(typed, entries as unknown as object[]).map(
		({ item }) => (item as PanelEntry).name,
	);
}

/** Phrases that people type, and the node that they look for. */
const phrasesIn = (file: string) =>
	Object.entries(
		JSON.parse(readFileSync(join(root, 'test/data/search', file), 'utf8')) as Record<
			string,
			string
		>,
	).map(([phrase, node]) => ({
		phrase,
		expected: `workspaceRecords${node.charAt(0).toUpperCase()}${node.slice(1)}`,
	}));

/** Those that the names for the search were made for. */
export const searchPhrases = phrasesIn('phrases.json');
/** Those that were written before these names. */
export const freshPhrases = phrasesIn('fresh.json');
