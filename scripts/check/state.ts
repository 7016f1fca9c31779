/**
 * `npm run check state`: what the package keeps beyond an execution. All of it is declared with `keptUnder`, `once` or
 * `Cache` (nodes/shared/lifetime.ts); the table of docs/architecture.md lists the declarations, `--write` renews it.
 * Variables of a module, collections that change, closures of factories and static fields beside it are reported.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { shippedSources } from './lean/source';
import { declaredIn, findState, type Declared, type File } from './state/find';

const ROOT = join(__dirname, '../..');
const DOCS = join(ROOT, 'docs/architecture.md');
const TABLE = /(<!-- state: [^>]*-->\n)[\s\S]*?(<!-- end of state -->)/;

const rowOf = ({ name, path, bound, end }: Declared) =>
	`| ${name} | \`${path}\` | ${bound} | ${end} |`;

const tableOf = (declared: readonly Declared[]) =>
	['| what | where | at most | until |', '|---|---|---|---|', ...declared.map(rowOf)].join('\n');

function main(args: readonly string[]): void {
	const files = shippedSources().map(
		({ path }): File => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }),
	);
	const table = tableOf(declaredIn(files));
	const docs = readFileSync(DOCS, 'utf8');
	const renewed = docs.replace(
		TABLE,
		(_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
	);
	console.log(table);
	const problems = findState(files);
	if (args.includes('--write')) writeFileSync(DOCS, renewed);
	else if (renewed !== docs || !docs.includes(table)) {
		problems.push('docs/architecture.md has another table: npm run check state -- --write');
	}
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) process.exitCode = 1;
}

main(process.argv.slice(2));
