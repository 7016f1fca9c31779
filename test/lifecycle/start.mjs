// `npm start` in a copy of the project: whatever ends it ends the sandbox and n8n with it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { execa } from 'execa';
import getPort from 'get-port';
import pWaitFor from 'p-wait-for';

import { copyProject } from './dev.mjs';

/** How long a start may take on a busy machine, and then the end, after which what is left was forgotten. */
const START_MS = 300_000;
const END_MS = 30_000;

export function startTests() {
	describe('npm start', () => {
		const folder = mkdtempSync(join(tmpdir(), 'workspace-records-start-'));
		const log = join(folder, 'start.log');
		let started = [];

		before(() => copyProject(folder));
		after(async () => {
			for (const pid of await leftOf(started)) process.kill(pid, 'SIGKILL');
			rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		});

		/** Starts it, sends the signal to the process that runs the command and to no other, and looks for what is left. */
		async function endsAll(signal, commandOf = (args) => [process.execPath, args]) {
			const ports = [await getPort(), await getPort()];
			const [port, sandboxPort] = ports.map(String);
			const args = ['scripts/start.mjs', '--port', port, '--sandbox-port', sandboxPort];
			writeFileSync(log, '');
			const output = { stdin: 'ignore', stdout: { file: log }, stderr: { file: log } };
			const child = execa(...commandOf(args), { cwd: folder, ...output, reject: false });
			const isUp = () => readFileSync(log, 'utf8').includes('Ctrl-C stops both');
			await pWaitFor(isUp, { interval: 200, timeout: START_MS });
			started = await familyOf(child.pid);
			assert.ok(started.length >= 3, 'the command, the sandbox and n8n run');
			assert.ok((await fetch(`http://127.0.0.1:${port}/healthz/readiness`)).ok);

			child.kill(signal);
			const isOver = async () => (await leftOf(started)).length === 0;
			await pWaitFor(isOver, { interval: 200, timeout: END_MS });
			for (const each of ports) await assert.rejects(fetch(`http://127.0.0.1:${each}`));
		}

		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
			test(`ends all on ${signal}`, async () => await endsAll(signal));
		}

		test('ends all when its terminal is closed', async () => {
			const inTerminal = (args) => {
				const command = [process.execPath, ...args].join(' ');
				return ['script', ['-qefc', command, '/dev/null']];
			};
			await endsAll('SIGKILL', inTerminal);
		});
	});
}

/** All processes that run, without those that have ended and wait to be asked how. */
async function processes() {
	const { stdout } = await execa('ps', ['-eo', 'pid=,ppid=,stat=']);
	return stdout
		.split('\n')
		.map((line) => line.trim().split(/\s+/))
		.filter(([, , state]) => !state.startsWith('Z'))
		.map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** A process and all that it has started, directly or not. */
async function familyOf(first) {
	const all = await processes();
	const family = [first];
	for (const one of family) {
		family.push(...all.filter(({ parent }) => parent === one).map(({ pid }) => pid));
	}
	return family;
}

const leftOf = async (family) =>
	(await processes()).filter(({ pid }) => family.includes(pid)).map(({ pid }) => pid);
