import Table from 'cli-table3';

import type { Figures } from './benchmark';

export const print = (text: string) => process.stdout.write(`${text}\n`);

const table = (head: string[]) => new Table({ head, style: { head: [], border: [] } });

/** One row per candidate. */
export function printFigures(title: string, figures: Record<string, Figures>, unit: string) {
	const rows = table([title, unit, 'seconds', 'CPU ms per item', 'peak MB']);
	for (const [name, one] of Object.entries(figures)) {
		rows.push([
			name,
			one.perSecond.toFixed(0),
			one.seconds.toFixed(2),
			one.cpuMsPerItem.toFixed(3),
			one.peakMegabytes.toFixed(0),
		]);
	}
	print(rows.toString());
}

/** One row per fact, with its target where it has one. */
export function printFacts(
	title: string,
	facts: Array<[name: string, is: string, target?: string]>,
) {
	const rows = table([title, 'median', 'target']);
	for (const [name, is, target = ''] of facts) rows.push([name, is, target]);
	print(rows.toString());
}

/** How many times as fast as something else. */
export interface Goal {
	readonly than: string;
	readonly atLeast: number;
	readonly reached: number;
}

export function printGoals(goals: readonly Goal[]) {
	const rows = table(['This package, as a multiple of', 'reached', 'target', '']);
	for (const { than, atLeast, reached } of goals) {
		const word = reached >= atLeast ? 'reached' : 'not reached';
		rows.push([than, reached.toFixed(2), `≥ ${atLeast}`, word]);
	}
	print(rows.toString());
}
