import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A repository of its own, so that the test also runs where the project was not cloned. */
const repository = mkdtempSync(join(tmpdir(), 'workspace-records-ignored-'));
const git = (...args: string[]) =>
	spawnSync('git', ['-c', 'core.excludesFile=', ...args], { cwd: repository }).status;

beforeAll(() => {
	expect(git('init', '--quiet')).toBe(0);
	copyFileSync(join(__dirname, '../../../.gitignore'), join(repository, '.gitignore'));
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

it.each([
	'tools/deploy/.env',
	'.env',
	'tools/deploy/.env.local',
	'.local/host',
	'dist/x.js',
	'a.tgz',
])('%s does not get into git', (path) => expect(git('check-ignore', '--quiet', path)).toBe(0));

it.each([
	'tools/deploy/.env.example',
	'tools/deploy/docker-compose.yml',
	'nodes/Company/WorkspaceRecordsCompany.node.ts',
])('%s gets into git', (path) => expect(git('check-ignore', '--quiet', path)).toBe(1));
