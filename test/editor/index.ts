/**
 * Calls all methods of all nodes that the editor calls, with what a person types and scrolls, at a service that behaves
 * in every way of behaviours.ts. Exits non-zero for an error that is none of n8n's, a call of more than 25 seconds, an
 * empty list without a word, and a secret in what is shown.
 *
 *     npm run check editor                  all of it
 *     npm run check editor -- --share 0.1   a tenth
 */
import { parseArgs } from 'node:util';

import { tryAll } from './tryAll';

async function main() {
	const { values } = parseArgs({ options: { share: { type: 'string', default: '1' } } });
	const startedAt = Date.now();
	const { failures, slowestMs, ...counts } = await tryAll(Number(values.share));
	const seconds = Math.round((Date.now() - startedAt) / 1000);
	for (const failure of failures.slice(0, 100)) process.stdout.write(`  ✗ ${failure}\n`);
	process.stdout.write(
		`${counts.methods} methods, ${counts.behaviours} behaviours, ${counts.calls} calls in ${seconds} s. ` +
			`The slowest took ${(slowestMs / 1000).toFixed(1)} s of the service's time, most requests ${counts.mostRequests}. Failures: ${failures.length}.\n`,
	);
	process.exit(failures.length > 0 ? 1 : 0);
}

void main();
