import type { INodeExecutionData } from 'n8n-workflow';

import type { Steps } from '../../../execution';
import type { Resource } from '../../definition/resource';
import type { Leaf } from '../compare';
import type { Plan, TargetRow } from './plan';

/** What Sync says below its output. */

interface Nouns {
	readonly singular: string;
	readonly plural: string;
}

const count = (number: number) => number.toLocaleString('en');

const labelsOf = (leaves: readonly Leaf[]) =>
	leaves.map(({ name, field }) => field?.label ?? name).join(', ');

/** Sentences on how the records were read. */
export const summaryOf = {
	lookUps: ({ plural }: Nouns, keyLabel: string, all: number) =>
		`The list of ${plural} does not show the ${keyLabel}: ${count(all)} were looked up one by one.`,
	reads: ({ plural }: Nouns, all: number) =>
		`The list of ${plural} does not show all fields: ${count(all)} ${plural} were read one by one.`,
	notShown: ({ plural }: Nouns, unseen: readonly Leaf[], empty: readonly Leaf[]) => [
		...(unseen.length > 0
			? [
					`Not compared, because neither the list nor Get shows it: ${labelsOf(unseen)}. A value there is sent only where something else differs.`,
				]
			: []),
		...(empty.length > 0
			? [
					`No record shows a value of ${labelsOf(empty)}, so that it counts as empty in all ${plural}. If the service hides it, it is written in every run.`,
				]
			: []),
	],
	rewritten: (leaves: readonly Leaf[]) =>
		`Not written again, because the last run wrote it and the service shows what it showed before: ${labelsOf(leaves)}.`,
	filtered: ({ plural }: Nouns) => `Only the ${plural} of the filters were read.`,
};

/** Reasons that are named. */
const MAX_REASONS = 3;

const ORDER = ['created', 'updated', 'unchanged', 'archived', 'skipped', 'ambiguous', 'rejected'];

/** How many rows and records came to which outcome, and the first reasons. */
export function* describeSync(
	{ plural }: Resource,
	{ blocked, withheld }: Plan<TargetRow>,
	items: readonly INodeExecutionData[],
	{ isDry }: { readonly isDry: boolean },
): Steps<string[]> {
	const counts = new Map<unknown, number>();
	const reasons = new Map<unknown, Set<string>>();
	for (const { json } of items) {
		yield;
		const { outcome = 'failed', _error: error, reason, error: failed } = json;
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
		const why = error ?? failed ?? reason;
		const known = reasons.get(outcome) ?? new Set();
		if (typeof why === 'string' && known.size < MAX_REASONS) known.add(why);
		reasons.set(outcome, known);
	}
	const all = [...ORDER, 'failed'].filter((outcome) => counts.has(outcome));
	const parts = all.map((outcome) => `${count(counts.get(outcome)!)} ${outcome}`);
	const first = all.flatMap((outcome) => [...(reasons.get(outcome) ?? [])]).slice(0, MAX_REASONS);
	return [
		`${plural}${isDry ? ' (dry run, nothing was written)' : ''}: ${parts.join(', ')}.`,
		...[blocked, withheld].flatMap((why) => (why === undefined ? [] : [`${why}.`])),
		...first
			.filter((why) => why !== blocked && why !== withheld)
			.map((why) => `First reasons: ${why}`),
	];
}
