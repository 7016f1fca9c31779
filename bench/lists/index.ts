/**
 * Reads every kind of list from a sandbox that gives its lists in many ways. Prints a table, and exits non-zero when
 * a row is lost or comes twice.
 *
 *     npm run bench lists -- [--rows 1000]
 */
import { parseArgs } from 'node:util';

import { startSandbox } from '../../sandbox';
import { engine, loadPackage } from '../../testing/engine';
import {
	fillLists,
	isRight,
	LIST_KINDS,
	LIST_MODES,
	readInMode,
	type ListOutcome,
} from '../../testing/listModes';
import { print } from '../report';

const cell = (outcome: ListOutcome) => {
	const { lost, twice, requests, least } = outcome;
	const isSaid = lost > 0 && isRight(outcome);
	return `${isSaid ? 'says so' : lost} · ${twice} · ${requests}/${least}`;
};

async function main() {
	const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000' } } });
	const sandbox = await startSandbox({ seed: 'none' });
	const n8n = engine(await loadPackage());
	await fillLists(sandbox, Number(values.rows));
	print(`| | ${LIST_KINDS.map(({ name }) => name).join(' | ')} |`);
	print(`|---|${LIST_KINDS.map(() => '---|').join('')}`);
	let wrong = 0;
	for (const mode of LIST_MODES) {
		const outcomes: ListOutcome[] = [];
		for (const kind of LIST_KINDS) outcomes.push(await readInMode({ n8n, sandbox }, mode, kind));
		print(`| ${mode.name} | ${outcomes.map(cell).join(' | ')} |`);
		wrong += outcomes.filter((outcome) => !isRight(outcome)).length;
	}
	await sandbox.close();
	process.exit(wrong === 0 ? 0 : 1);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
