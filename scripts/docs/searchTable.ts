import { findNodes, panelEntries, searchPhrases } from '../lib/nodePanel';
import { paragraphs, table } from './markdown';

/** At which place each phrase finds its node, a row per node. */
export function searchTable(): string {
	const entries = panelEntries();
	const found = searchPhrases.map(({ phrase, expected }) => {
		const place = findNodes(phrase, entries).indexOf(expected);
		return { phrase, expected, place };
	});
	const phrasesAt = (name: string, isThere: (place: number) => boolean) =>
		found
			.filter(({ expected, place }) => expected === name && isThere(place))
			.map(({ phrase }) => phrase)
			.join(', ');
	const first = found.filter(({ place }) => place === 0).length;
	return paragraphs(
		`${found.length} phrases: the expected node is first for ${first}, and within the first three for ${found.filter(({ place }) => place >= 0 && place < 3).length}.`,
		table(
			['node', 'first for', 'second or third for'],
			entries.map(({ name, properties }) => [
				properties.displayName.replace('Workspace Records ', ''),
				phrasesAt(name, (place) => place === 0),
				phrasesAt(name, (place) => place > 0),
			]),
		),
	);
}
