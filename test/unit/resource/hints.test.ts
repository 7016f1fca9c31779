import type { Resource } from '../../../nodes/shared/resource/definition/resource';
import { ExecutionHints } from '../../../nodes/shared/resource/actions/hints';

const hints = () => new ExecutionHints({ label: 'Company', plural: 'Companies' } as Resource);
const keys = (count: number) => Array.from({ length: count }, (_, key) => `k${key}`);

it.each<[number, string[]]>([
	[0, []],
	[2, ['Ignored unknown fields: k0, k1.']],
	[10, ['Ignored unknown fields: k0, k1, k2, k3, k4, k5, k6, k7, k8, k9.']],
	[12, ['Ignored unknown fields: k0, k1, k2, k3, k4, k5, k6, k7, k8, k9 and 2 more.']],
])('unknown fields are named once for all items, ten at most: %d', (count, sentences) => {
	const given = hints();
	given.ignored(keys(count));
	given.ignored(keys(Math.min(count, 1)));
	expect(given.sentences).toEqual(sentences);
});

it('fields that cannot be compared are named', () => {
	const given = hints();
	given.unseen(['Website', 'Phone']);
	expect(given.sentences).toEqual([
		'Only If Different: Get shows no value of Website, Phone to compare with, so each counts as different and the company was written.',
	]);
});
