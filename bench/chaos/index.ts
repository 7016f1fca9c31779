/**
 * Writes through a service at which everything goes wrong at times, interrupts migrations and runs
 * them again, and says what was lost, doubled or wrongly reported.
 *
 *     npm run chaos -- [--items 10000] [--lines 10000] [--interruptions 10] [--seed 1] [--parallel 10]
 *         [--behaviour errors=mixed,writeResponse=specification]    as in sandbox/README.md
 */
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { parseBehaviour } from '../../sandbox/behaviour';
import type { Account } from './account';
import { runChaos } from './chaos';
import { runMigrationChaos } from './migration';

const columns: Array<[string, (account: Account) => string | number]> = [
	['Work', ({ name }) => name],
	['Items', ({ items }) => items],
	['Requests', ({ requests }) => requests],
	['Retries', ({ retries }) => retries],
	['Succeeded', ({ succeeded }) => succeeded],
	['Failed', ({ failed }) => failed],
	['Unavoidable', ({ unavoidable }) => unavoidable],
	['Lost', ({ lost }) => lost],
	['Doubled', ({ doubled }) => doubled],
	['Wrongly reported', ({ wronglyReported }) => wronglyReported],
];

function sum(accounts: Account[]): Account {
	const total = { ...accounts[0] };
	for (const key of Object.keys(total) as Array<keyof Account>) {
		if (key === 'name') total.name = 'all';
		else total[key] = accounts.reduce((before, account) => before + account[key], 0);
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
			throw new Error(`--${name} is a whole number from 1`);
	}
	const given = Object.fromEntries(numbers) as Record<keyof typeof texts, number>;
	const options = { ...given, behaviour };
	if (options.lines % 4 !== 0) throw new Error('--lines is a multiple of 4: so many make an order');
	const startedAt = Date.now();
	const accounts = [await runChaos(options), await runMigrationChaos(options)].flat();
	const all = sum(accounts);
	const table = new Table({
		head: columns.map(([name]) => name),
		style: { head: [], border: [] },
	});
	for (const account of [...accounts, all]) table.push(columns.map(([, read]) => read(account)));
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
	process.stdout.write(`${table.toString()}\nSeed ${options.seed}, ${seconds} s\n`);
	const isClean =
		all.lost === 0 &&
		all.doubled === 0 &&
		all.wronglyReported === 0 &&
		accounts.every(({ failed, unavoidable }) => failed === unavoidable);
	process.exit(isClean ? 0 : 1);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
});
