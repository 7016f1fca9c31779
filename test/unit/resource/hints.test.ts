import { ExecutionHints } from '../../../nodes/shared/resource/actions/hints';
import type { Resource } from '../../../nodes/shared/resource/definition/resource';

const hints = () => new ExecutionHints({ label: 'Company', plural: 'Companies' } as Resource);
const sentencesOf = ({ lines }: ExecutionHints) => Object.values(lines).flat() as string[];
const keys = (count: number) => Array.from({ length: count }, (_, key) => `k${key}`);

it.each<[number, string[]]>([
	[0, []],
	[2, ['k0, k1 → ignored.']],
	[10, ['k0, k1, k2, k3, k4, k5, k6, k7, k8, k9 → ignored.']],
	[300, [`${keys(300).join(', ')} → ignored.`]],
	[302, [`${keys(300).join(', ')} and 2 more → ignored.`]],
])('unknown fields are named once for all items, 300 at most: %d', (count, sentences) => {
	const given = hints();
	given.ignored(keys(count));
	given.ignored(keys(Math.min(count, 1)));
	expect(sentencesOf(given)).toEqual(sentences);
});

it('of notes about one thing the first is shown', () => {
	const given = hints();
	for (const note of ['One.', 'Two.']) given.note([note], 'a field');
	given.note(['Two.', 'Two.']);
	expect(sentencesOf(given)).toEqual(['One.', 'Two.']);
});

describe('lists', () => {
	const listed = (matching: number | undefined, more: object = {}) => {
		const given = hints();
		const list = { rows: [], count: 5, matching, ...more };
		given.listed(list as unknown as Parameters<ExecutionHints['listed']>[0]);
		return sentencesOf(given);
	};

	const ALL = 'Turn on Return All to get all.';
	const LATE =
		'companies were found when the list was read again, and come behind the others in the file.';
	it.each<[string, () => string[], string[]]>([
		['that are complete need no hint', () => listed(5), []],
		[
			'of a known length say how much is shown',
			() => listed(1100),
			[`5 of 1,100 companies shown. ${ALL}`],
		],
		[
			'of an unknown one say that there may be more',
			() => listed(undefined),
			[`5 companies shown; there may be more. ${ALL}`],
		],
		['may raise a doubt', () => listed(5, { doubt: 'Odd.' }), ['Odd.']],
		['say what came late', () => listed(5, { late: 2 }), [`2 ${LATE}`]],
	])('%s', (_, sentences, expected) => {
		expect(sentences()).toEqual(expected);
	});
});
