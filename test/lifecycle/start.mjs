// `npm start` in a copy of the project: whatever ends it ends the sandbox and n8n with it.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';

import { execa } from 'execa';

import { freePort } from '../../scripts/lib/ports.mjs';
import { temporaryFolder } from '../e2e/lib/stand.mjs';
import { until } from '../e2e/lib/until.mjs';
import { copyProject } from './dev.mjs';

const byNode = (args) => [process.execPath, args];
/** Killed, it is a terminal that was closed. */
const inTerminal = (args) => [
	'script',
	['-qec', [process.execPath, ...args].join(' '), '/dev/null'],
];

export function startTests() {
	describe('npm start ends all that it has started', () => {
		const folder = temporaryFolder('start');
		copyProject(folder);
		let family = [];
		const left = async () => (await processes()).filter(({ pid }) => family.includes(pid));
		after(async () => {
			for (const { pid } of await left()) process.kill(pid, 'SIGKILL');
		});

		for (const [how, signal, commandOf] of [
			['on Ctrl-C', 'SIGINT', byNode],
			['on SIGTERM', 'SIGTERM', byNode],
			['on SIGHUP', 'SIGHUP', byNode],
			['when its terminal is closed', 'SIGKILL', inTerminal],
		]) {
			test(how, async () => {
				const [editor, sandbox] = [await freePort(), await freePort()];
				const ports = ['--port', String(editor), '--sandbox-port', String(sandbox)];
				const [command, args] = commandOf(['scripts/start.mjs', ...ports]);
				const options = { cwd: folder, stdin: 'ignore', reject: false, all: true };
				const child = execa(command, args, options);
				let text = '';
				child.all.on('data', (part) => (text += part));
				await until('the start', () => text.includes('Ctrl-C stops both'), { seconds: 600 });
				family = await familyOf(child.pid);
				assert.ok((await fetch(`http://127.0.0.1:${editor}/healthz/readiness`)).ok);
				child.kill(signal);
				// What is left after that was forgotten.
				await until('the end', async () => (await left()).length === 0, { seconds: 30 });
				for (const port of [editor, sandbox])
					await assert.rejects(fetch(`http://127.0.0.1:${port}`));
			});
		}
	});
}

/** All processes but those that have ended and wait to be asked how. */
async function processes() {
	const { stdout } = await execa('ps', ['-eo', 'pid=,ppid=,stat=']);
	const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
	const running = rows.filter(([, , state]) => !state.startsWith('Z'));
	return running.map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** A process and all that it has started, directly or not. */
async function familyOf(first) {
	const all = await processes();
	const family = [first];
	for (const one of family)
		family.push(...all.filter(({ parent }) => parent === one).map(({ pid }) => pid));
	return family;
}
