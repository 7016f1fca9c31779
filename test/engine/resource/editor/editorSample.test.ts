/** A sample of `npm run check editor`: every method of the editor, at services that behave in many ways. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

it('no method ends in a raw error, hangs, is empty without a word, or shows the token', async () => {
	const root = join(__dirname, '../../../..');
	// Its clock is the one of the process, which other tests need.
	const given = ['--import', 'tsx', 'test/editor/index.ts', '--share', '0.02'];
	const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: root });
	expect(stdout).toContain('Failures: 0.');
}, 120_000);
