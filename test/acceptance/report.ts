import Table from 'cli-table3';

import type { FactFound } from './facts';
import type { Outcome } from './run';

/** All facts of a run, each once; one that was disproved anywhere is disproved. */
export function factsOf(outcomes: readonly Outcome[]): FactFound[] {
	const facts = new Map<string, FactFound>();
	for (const fact of outcomes.flatMap((outcome) => outcome.facts)) {
		if (facts.get(fact.fact)?.verdict !== 'disproved') facts.set(fact.fact, fact);
	}
	return [...facts.values()];
}

const SIGN = { passed: '✓', failed: '✗', skipped: '–' } as const;

/** One row for each check: in how many objects it passed, failed, was skipped. */
export function tableOf(outcomes: readonly Outcome[]): string {
	const table = new Table({
		head: ['Check', 'What is so', 'Passed', 'Failed', 'Skipped'],
		colAligns: ['left', 'left', 'right', 'right', 'right'],
		colWidths: [15, 72],
		wordWrap: true,
		style: { head: [], border: [], compact: true },
	});
	for (const check of new Set(outcomes.map((outcome) => outcome.check))) {
		const mine = outcomes.filter((outcome) => outcome.check === check);
		const count = (result: Outcome['result']) =>
			mine.filter((outcome) => outcome.result === result).length;
		table.push([check, mine[0].title, count('passed'), count('failed'), count('skipped')]);
	}
	return table.toString();
}

/** One line for a check of an object. */
export const lineOf = ({ result, id, text }: Outcome) => `  ${SIGN[result]} ${id}: ${text}`;

/** How many facts of each provenance were proven, and every one that was disproved. */
export function factsText(facts: readonly FactFound[]): string {
	const counts = (['specified', 'observed', 'assumed'] as const).map((provenance) => {
		const mine = facts.filter((fact) => fact.provenance === provenance);
		const wrong = mine.filter(({ verdict }) => verdict === 'disproved').length;
		return `${provenance}: ${mine.length - wrong} proven, ${wrong} disproved`;
	});
	const disproved = facts
		.filter(({ verdict }) => verdict === 'disproved')
		.map(({ fact, provenance, why }) => `  ✗ (${provenance}) ${fact}: ${why}`);
	return [`Facts of the contract. ${counts.join('; ')}`, ...disproved].join('\n');
}

/** The run for machines: no token, no record. */
export const jsonOf = (service: string, outcomes: readonly Outcome[]) => ({
	service,
	outcomes,
	facts: factsOf(outcomes),
});
