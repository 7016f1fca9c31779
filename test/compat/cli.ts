/**
 * `npm run check compat` says what the build changes of what workflows and credentials rely on;
 * `npm run check compat -- --accept` takes additions over, `--accept-breaking` everything.
 */
import { format } from 'prettier';

import { changesOfBuild, report, writeSnapshots } from './files';
import { readPackage } from './snapshot';

async function main(args: readonly string[]): Promise<void> {
	const changes = await changesOfBuild();
	const breaks = changes.some((change) => change.breaks);
	const isAccepted = args.includes('--accept-breaking') || (args.includes('--accept') && !breaks);
	console.log(report(changes) || 'Everything is as in test/compat');
	if (changes.length === 0) return;
	if (!isAccepted) {
		process.exitCode = 1;
		return;
	}
	await writeSnapshots(
		await readPackage(),
		async (json) => await format(json, { parser: 'json', printWidth: 100, useTabs: true }),
	);
	console.log(`Taken over: ${changes.length} changes`);
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
