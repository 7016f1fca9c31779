// `npm run dev` in a copy of the project: what is saved is seen in n8n and runs there.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { execa } from 'execa';

import { N8nClient, failuresOf } from '../../scripts/lib/n8n-client.mjs';
import { HOST, ROOT } from '../../scripts/lib/paths.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startService, waitFor } from '../../scripts/lib/services.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { temporaryFolder } from '../e2e/lib/stand.mjs';
import { until } from '../e2e/lib/until.mjs';
import { ours, rowOf, START } from '../e2e/lib/workflows.mjs';

const COMPANY = 'n8n-nodes-workspace-records.workspaceRecordsCompany';

export function devTests() {
	describe('npm run dev', () => {
		const folder = temporaryFolder('dev');

		const path = (file) => join(folder, file);
		const read = (file) => readFileSync(path(file), 'utf8');
		const log = path('.local/dev.log');
		let dev;
		let client;
		let sandboxUrl;
		let credential;

		/** Saves a file with one text in place of another, and later as it was. */
		async function edited(file, from, to, work) {
			const original = read(file);
			assert.ok(original.includes(from), `${file} has "${from}"`);
			writeFileSync(path(file), original.replace(from, to));
			try {
				return await work();
			} finally {
				writeFileSync(path(file), original);
			}
		}
		/** Waits for something and notes how long that was. */
		async function within(t, what, isSo) {
			const since = Date.now();
			await until(what, isSo, { interval: 50 });
			t.diagnostic(`${what} after ${Date.now() - since} ms`);
		}
		const isShown = async (text) => JSON.stringify(await client.nodeType(COMPANY)).includes(text);

		before(async () => {
			copyProject(folder);
			const [editor, sandbox] = [await freePort(), await freePort()];
			sandboxUrl = `http://127.0.0.1:${sandbox}`;
			const ports = ['--port', String(editor), '--sandbox-port', String(sandbox)];
			dev = startService(process.execPath, ['scripts/dev.mjs', ...ports], { cwd: folder, log });
			const isUp = () => readFileSync(log, 'utf8').includes('Ctrl-C stops both');
			await waitFor(dev, isUp, { what: 'npm run dev', timeoutMs: 300_000 });
			client = new N8nClient(`http://127.0.0.1:${editor}`);
			await client.signIn(JSON.parse(read('.local/sign-in.json')));
			credential = await client.credential(CREDENTIAL);
		});
		after(async () => await dev?.stop());

		test('the editor gets a changed text of the node itself', async (t) => {
			const [file, text] = [
				'nodes/Company/WorkspaceRecordsCompany.node.ts',
				'Workspace Records Company',
			];
			await edited(file, text, 'Edited in company.ts', async () => {
				await within(t, 'shown', async () => await isShown('Edited in company.ts'));
			});
			await within(t, 'as before', async () => await isShown(text));
		});

		test('and one of a file that all nodes share', async (t) => {
			const file = 'nodes/shared/description.ts';
			const text = 'Of numbers given as text';
			await edited(file, text, 'Edited in a shared file', async () => {
				await within(t, 'shown', async () => await isShown('Edited in a shared file'));
			});
		});

		test('an execution runs changed code that was loaded before', async (t) => {
			const list = { resource: 'company', operation: 'getAll', limit: 1 };
			const node = ours('List', 'workspaceRecordsCompany', list, credential);
			const { id } = await client.importWorkflow(rowOf('List', [node]), [credential]);
			const failures = async () => failuresOf(await client.runWorkflow(id, START)).join();
			assert.equal(await failures(), '');
			const file = 'nodes/shared/resource/actions/operations.ts';
			const start = read(file).match(/export async function runOperation\([^{]*\{\n/)[0];
			await edited(
				file,
				start,
				`${start}throw new Error('Edited in operations.ts');\n`,
				async () => {
					const isRun = async () => (await failures()).includes('Edited in operations.ts');
					await within(t, 'run', isRun);
				},
			);
			await within(t, 'as before', async () => (await failures()) === '');
		});

		test('a file with wrong syntax is named and changes nothing', async (t) => {
			const file = 'nodes/Company/WorkspaceRecordsCompany.node.ts';
			const built = read('dist/nodes/Company/WorkspaceRecordsCompany.node.js');
			await edited(file, 'defineResource({', 'defineResource(({', async () => {
				await within(t, 'named', () =>
					/SyntaxError.*WorkspaceRecordsCompany/.test(readFileSync(log, 'utf8')),
				);
			});
			assert.equal(read('dist/nodes/Company/WorkspaceRecordsCompany.node.js'), built);
			assert.ok(dev.running());
		});

		test('a wrong type is shown and runs all the same', async (t) => {
			const file = 'nodes/Company/WorkspaceRecordsCompany.node.ts';
			const start = 'export const company';
			const wrong = "export const wrong: number = 'text';";
			await edited(file, start, `${wrong}\n${start}`, async () => {
				await within(t, 'built', () =>
					read('dist/nodes/Company/WorkspaceRecordsCompany.node.js').includes('wrong'),
				);
				await within(t, 'shown', () =>
					/WorkspaceRecordsCompany\.node\.ts.*error TS2322/.test(readFileSync(log, 'utf8')),
				);
			});
		});

		test('the sandbox starts again at its address when its files change', async (t) => {
			const title = async () => {
				const response = await fetch(`${sandboxUrl}/docs/json`);
				return (await response.json()).info.title;
			};
			const hasTitle = async (text) => (await title().catch(() => '')) === text;
			const present = 'title: Workspace Records\n';
			await edited('sandbox/openapi.yaml', present, 'title: Edited\n', async () => {
				await within(t, 'started', async () => await hasTitle('Edited (sandbox)'));
			});
			await within(t, 'as before', async () => await hasTitle('Workspace Records (sandbox)'));
			assert.equal((await client.testCredential(credential.id)).status, 'OK');
		});

		test('the end takes everything along', async () => {
			await dev.stop();
			const isGone = (url) =>
				fetch(url).then(
					() => false,
					() => true,
				);
			assert.deepEqual(await Promise.all([isGone(client.url), isGone(sandboxUrl)]), [true, true]);
			const { stdout } = await execa('ps', ['-eo', 'args']);
			const left = stdout.split('\n').filter((line) => line.includes(folder));
			assert.deepEqual(left, []);
		});
	});
}

/** The project's files, with the modules that are installed here. */
export function copyProject(folder) {
	const left = ['.git', '.local', 'coverage', 'dist', 'node_modules'];
	const filter = (path) => !left.includes(relative(ROOT, path));
	cpSync(ROOT, folder, { recursive: true, filter });
	mkdirSync(join(folder, '.local', 'host'), { recursive: true });
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	symlinkSync(join(HOST, 'node_modules'), join(folder, '.local', 'host', 'node_modules'));
}
