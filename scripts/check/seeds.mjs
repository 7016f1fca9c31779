// `npm run check seeds`: all tests, simulations and models with all their cases, and random ones with a new seed. SEED
// repeats one; further arguments go to jest.
import { execa } from 'execa';

import { ROOT } from '../lib/paths.mjs';

const { SEED = String(Date.now() % 1_000_000_000) } = process.env;
console.log(`SEED=${SEED}`);
const { failed } = await execa('node', ['scripts/test.mjs', ...process.argv.slice(2)], {
	cwd: ROOT,
	env: { SEED, SIMULATIONS: 'all' },
	stdio: 'inherit',
	reject: false,
});
if (failed) {
	console.log(`To run it again: SEED=${SEED} npm run check seeds`);
	process.exitCode = 1;
}
