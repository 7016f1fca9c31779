/**
 * `npm run bench life`: what a process keeps of each execution, poll and look-up, and of each time that n8n loads the
 * package anew. Exits non-zero when an execution leaves a kilobyte or more.
 *
 *     npm run bench life -- [--only <part of a kind>] [--count 1000]
 *
 * V8 compiles what runs often to machine code, and keeps that, with what it has noted for it. In the first thousands of
 * executions this is 0.4 to 2.8 KB for each, and in two snapshots of the heap, 500 executions apart, all of the growth but
 * 60 bytes for each. So it runs with V8's compilers off: what remains is what n8n and the package keep.
 */
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { openKinds } from './kinds';
import { usedBytes } from './memory';
import { measureReloads } from './reload';

const MAX_BYTES = 1024;
const WARM_UP = 200;

async function main() {
	const { values } = parseArgs({
		options: { only: { type: 'string', default: '' }, count: { type: 'string', default: '1000' } },
	});
	const count = Number(values.count);
	const { works, clear } = await openKinds();
	const table = new Table({
		head: ['', `bytes for each of ${count}`],
		colAligns: ['left', 'right'],
		style: { head: [], border: [], compact: true },
	});
	const over: string[] = [];
	for (const [name, work] of Object.entries(works)) {
		if (!name.includes(values.only)) continue;
		const run = async (times: number) => {
			for (let time = 0; time < times; time += 1) await work();
			clear();
		};
		// What n8n and the package load and cache for the first ones.
		await run(WARM_UP);
		const before = await usedBytes();
		await run(count);
		const bytes = ((await usedBytes()) - before) / count;
		table.push([name, bytes.toFixed(0)]);
		console.error(`${name}: ${bytes.toFixed(0)}`);
		if (bytes >= MAX_BYTES) over.push(name);
	}
	console.log(table.toString());
	const reload = await measureReloads();
	const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
	console.log(
		`Each time the package is loaded anew, the process keeps ${kilobytes(reload.process)}; without what n8n-core keeps in \`children\` ${kilobytes(reload.withoutChildren)}.`,
	);
	for (const name of over) console.error(`${name}: more than ${MAX_BYTES} bytes`);
	process.exit(over.length > 0 ? 1 : 0);
}

main().catch((error: Error) => {
	console.error(error.stack);
	process.exit(1);
});
