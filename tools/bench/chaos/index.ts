/**
 * Writes to a service at which every kind of fault occurs at times, interrupts migrations and runs
 * them again, and reports what was lost, duplicated or wrongly reported.
 *
 *     npm run bench chaos -- [--items 10000] [--lines 10000] [--interruptions 10] [--seed 1] [--parallel 10]
 *         [--behaviour errors=mixed,writeResponse=specification]    as in sandbox/README.md
 */
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { parseBehaviour } from '../../../sandbox/behaviour';
import { isClean, type AuditResult } from './auditResult';
import { runChaos } from './chaos';
import { runMigrationChaos } from './migration';

const columns: Array<[string, (result: AuditResult) => string | number]> = [
	['Work', ({ name }) => name],
	['Items', ({ items }) => items],
	['Requests', ({ requests }) => requests],
	['Retries', ({ retries }) => retries],
	['Succeeded', ({ succeeded }) => succeeded],
	['Failed', ({ failed }) => failed],
	['Unavoidable', ({ unavoidable }) => unavoidable],
	['Only had to wait', ({ onlyHadToWait }) => onlyHadToWait],
	['Lost', ({ lost }) => lost],
	['Duplicated', ({ duplicated }) => duplicated],
	['Wrongly reported', ({ wronglyReported }) => wronglyReported],
];

function sum(results: AuditResult[]): AuditResult {
	const total = { ...results[0] };
	for (const key of Object.keys(total) as Array<keyof AuditResult>) {
		if (key === 'name') total.name = 'all';
		else total[key] = results.reduce((before, result) => before + result[key], 0);
	}
	return total;
}

async function main() {
	const { values } = parseArgs({
		options: {
			items: { type: 'string', default: '10000' },
			lines: { type: 'string', default: '10000' },
			interruptions: { type: 'string', default: '10' },
			seed: { type: 'string', default: '1' },
			parallel: { type: 'string', default: '10' },
			behaviour: { type: 'string', default: '' },
		},
	});
	const { behaviour: behaviourText, ...texts } = values;
	const behaviour = parseBehaviour(behaviourText);
	const numbers = Object.entries(texts).map(([name, value]) => [name, Number(value)] as const);
	for (const [name, number] of numbers) {
		if (!Number.isInteger(number) || number < 1)
			throw new Error(`--${name} must be a whole number of at least 1`);
	}
	const given = Object.fromEntries(numbers) as Record<keyof typeof texts, number>;
	const options = { ...given, behaviour };
	if (options.lines % 4 !== 0)
		throw new Error('--lines must be a multiple of 4, the number of lines in an order');
	const startedAt = Date.now();
	const results = [
		await runChaos(options),
		await runMigrationChaos(options),
		await runMigrationChaos({ ...options, poisoned: true }),
		await runMigrationChaos({ ...options, fromFile: true }),
	].flat();
	const all = sum(results);
	const table = new Table({
		head: columns.map(([name]) => name),
		style: { head: [], border: [] },
	});
	for (const result of [...results, all]) table.push(columns.map(([, read]) => read(result)));
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
	process.stdout.write(`${table.toString()}\nSeed ${options.seed}, ${seconds} s\n`);
	process.exit(results.every(isClean) ? 0 : 1);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
});
