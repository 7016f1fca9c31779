/**
 * `npm run check golden` shows where the nodes send other requests than the case files say;
 * `npm run check golden -- --update` takes those requests over. Names of files narrow both:
 * `npm run check golden -- --update company order`.
 */
import { writeFileSync } from 'node:fs';

import { format } from 'prettier';

import { engine, loadPackage } from '../../testing/engine';
import { caseFiles, type Request } from './caseFile';
import { differences } from './compare';
import { withRequests } from './rewrite';
import { requestsOf } from './run';
import { startStandIn } from './service';

async function main(names: readonly string[], update: boolean): Promise<void> {
	const all = caseFiles();
	const unknown = names.filter((name) => !all.some((file) => file.name === name));
	if (unknown.length > 0) throw new Error(`No such file: ${unknown.join(', ')}`);
	const files = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
	const n8n = engine(await loadPackage());
	const standIn = await startStandIn();
	const count = { cases: 0, changed: 0, broken: 0 };
	for (const file of files) {
		const replaced = new Map<number, Request[]>();
		for (const [number, each] of file.cases.entries()) {
			count.cases += 1;
			try {
				const requests = await requestsOf(n8n, standIn, file, each);
				const difference = differences(each.requests, requests);
				if (difference === undefined) continue;
				count.changed += 1;
				replaced.set(number, requests);
				console.log(`\n${file.name}.yaml › ${each.title}\n${difference}`);
			} catch (error) {
				count.broken += 1;
				console.log(`\n${file.name}.yaml › ${each.title}\n${(error as Error).message}`);
			}
		}
		if (!update || replaced.size === 0) continue;
		const text = withRequests(file.text, replaced);
		writeFileSync(file.path, await format(text, { ...WRITTEN, filepath: file.path }));
	}
	await standIn.close();
	const { cases, changed, broken } = count;
	const took = update ? 'taken over' : 'not as in the file';
	console.log(`\n${cases} cases: ${changed} ${took}, ${broken} could not be run`);
	if (broken > 0 || (changed > 0 && !update)) process.exitCode = 1;
}

/** How the files are formatted: one request fits in a line. */
const WRITTEN = { useTabs: true, singleQuote: true, printWidth: 180 } as const;

const args = process.argv.slice(2);
main(
	args.filter((each) => !each.startsWith('--')),
	args.includes('--update'),
).catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
