/**
 * `npm run check tables`: what the package makes of the tables of test/data/tables, without any setting and with the
 * one that the answer names. It reports figures and fails nothing.
 *
 *     npm run check tables                          all of them
 *     npm run check tables -- --only shopify        those whose set and name contain this, such as first/
 */
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { engine, loadPackage } from '../../testing/engine';
import { startCustomService } from '../../testing/services/customService';
import { judge, type Verdict } from './judge';
import { readTables, SETS, type Table as OneTable } from './oracle';
import { modesOf, runnerOf, type Mode } from './run';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** A table in a mode: what came of it without any setting, and with one. */
interface Judged {
	readonly table: OneTable;
	readonly mode: Mode;
	readonly unset: Verdict;
	readonly set: Verdict;
}

async function judgeAll(tables: readonly OneTable[]): Promise<Judged[]> {
	const service = await startCustomService();
	try {
		const run = runnerOf(engine(await loadPackage()), service);
		const all: Judged[] = [];
		for (const table of tables) {
			for (const mode of modesOf(table)) {
				const unset = judge(table.oracle, await run(table, mode, false));
				const set = judge(table.oracle, await run(table, mode, true));
				all.push({ table, mode, unset, set });
			}
		}
		return all;
	} finally {
		await service.close();
	}
}

const countOf = (verdicts: readonly Verdict[], result: string) =>
	verdicts.flatMap(({ fields }) => fields).filter((field) => field.result === result).length;

const sumOf = (verdicts: readonly Verdict[], of: (verdict: Verdict) => number) =>
	verdicts.reduce((sum, verdict) => sum + of(verdict), 0);

const share = (part: number, whole: number) =>
	whole === 0 ? '–' : `${part} (${Math.round((100 * part) / whole)} %)`;

/** Whether a table is right in every mode in which it was read; with a setting, where it needs one. */
const isRight = (judged: readonly Judged[], table: OneTable, isSet: boolean) =>
	judged
		.filter((one) => one.table === table)
		.every(({ unset, set }) => unset.isRight || (isSet && set.isRight));

function sumsOf(judged: readonly Judged[], isSet: boolean): string[] {
	const tables = [...new Set(judged.map(({ table }) => table))];
	const verdicts = judged.map(({ unset, set }) => (isSet && !unset.isRight ? set : unset));
	const [right, wrong, missed] = ['right', 'wrong', 'missed'].map((one) => countOf(verdicts, one));
	const columns = right + wrong + missed;
	return [
		share(tables.filter((table) => isRight(judged, table, isSet)).length, tables.length),
		share(right, columns),
		share(wrong, columns),
		share(missed, columns),
		String(sumOf(verdicts, ({ silent }) => silent)),
		share(
			sumOf(verdicts, ({ accounted }) => accounted),
			sumOf(verdicts, ({ rows }) => rows),
		),
	];
}

const isOfOrders = ({ table }: Judged) => table.oracle.of === 'orders';

const isOfRecords = ({ table }: Judged) =>
	['company', 'contact', 'deal', 'item'].includes(table.oracle.of);

const KINDS = [
	{ name: 'orders, as rows', fits: (one: Judged) => isOfOrders(one) && one.mode === 'automatic' },
	{ name: 'orders, as file', fits: (one: Judged) => one.mode === 'file' },
	{ name: 'records', fits: isOfRecords },
	{ name: 'orders and records', fits: (one: Judged) => isOfOrders(one) || isOfRecords(one) },
	{ name: 'documents and stocks', fits: (one: Judged) => !isOfOrders(one) && !isOfRecords(one) },
	{ name: 'all', fits: () => true },
];

function printSums(judged: readonly Judged[]): void {
	const head = ['', 'setting', 'files', 'columns right', 'wrong', 'missed', 'silent', 'rows'];
	const table = new Table({ head, style: { head: [], border: [] } });
	for (const set of SETS) {
		for (const { name, fits } of KINDS) {
			const some = judged.filter((one) => one.table.set === set && fits(one));
			if (some.length === 0) continue;
			const files = new Set(some.map((one) => one.table)).size;
			table.push(
				[`${set}: ${name} (${files})`, 'none', ...sumsOf(some, false)],
				['', 'at most one', ...sumsOf(some, true)],
			);
		}
	}
	print(table.toString());
	print(
		'files: right as a whole. silent: values of the first, middle and last record that went out',
	);
	print('differently without a failure, and records that must not go out. rows: accounted for.');
}

const wordFor = ({ unset, set }: Judged) =>
	unset.isRight ? 'right' : set.isRight ? 'right with one setting' : 'not right';

function printTables(judged: readonly Judged[]): void {
	for (const one of judged) {
		print(`${one.table.name}, ${one.mode}: ${wordFor(one)}`);
		if (one.unset.isRight) continue;
		for (const problem of one.unset.problems) print(`    ${problem}`);
		if (one.set.isRight || one.set.problems.length === 0) continue;
		print('  with the setting:');
		for (const problem of one.set.problems) print(`    ${problem}`);
	}
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
	const { only } = values;
	const tables = readTables().filter(({ set, name }) => `${set}/${name}`.includes(only));
	const judged = await judgeAll(tables);
	printTables(judged);
	printSums(judged);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
