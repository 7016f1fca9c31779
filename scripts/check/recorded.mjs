// `npm run check recorded`: what differs from all recorded outputs: requests, what saved workflows rely on, state, and the
// reference of the nodes. `-- --accept` takes over what is no break, `-- --accept-breaking` everything.
import { execa } from 'execa';

import { ROOT } from '../lib/paths.mjs';

const [how] = process.argv.slice(2);
const isAccepted = ['--accept', '--accept-breaking'].includes(how);
if (how && !isAccepted) throw new Error(`--accept or --accept-breaking, given ${how}`);
const REFERENCE = ['docs/nodes', 'scripts/docs/examples/recorded.json'];

/** The commands, and what lets them take over what they find. */
const RECORDED = [
	['tsx test/golden/cli.ts', '--update'],
	['tsx test/compat/cli.ts', how],
	['tsx scripts/check/state.ts', '--write'],
	// It writes either way; git shows what is new.
	['tsx scripts/docs.ts'],
	[`git diff --stat ${isAccepted ? '' : '--exit-code '}-- ${REFERENCE.join(' ')}`],
];

for (const [command, accept] of RECORDED) {
	const [file, ...args] = command.split(' ');
	const options = { cwd: ROOT, preferLocal: true, stdio: 'inherit', reject: false };
	console.log(`\n${command}`);
	const { failed } = await execa(
		file,
		[...args, ...(isAccepted && accept ? [accept] : [])],
		options,
	);
	if (failed) process.exitCode = 1;
}
