// Child processes: run one to its end, or start one that stays and can be stopped.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a command to its end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean}} [options] `show`: let its output
 *   through instead of keeping it
 * @returns {Promise<string>} what it wrote to standard output (empty when shown)
 * @throws with the last lines of its output when it fails
 */
export async function run(command, args, { cwd, env, show = false } = {}) {
	const child = spawn(command, args, {
		cwd,
		env: env ?? process.env,
		stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32' && !/\.exe$/i.test(command),
	});
	let out = '';
	let all = '';
	child.stdout?.on('data', (data) => ((out += data), (all += data)));
	child.stderr?.on('data', (data) => (all += data));
	const code = await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (status, signal) => resolve(status ?? signal));
	});
	if (code === 0) return out;
	const tail = all.trim().split('\n').slice(-25).join('\n');
	throw new Error(`${command} ${args.join(' ')} exited with ${code}${tail && `\n${tail}`}`);
}

/**
 * A process that stays.
 *
 * @typedef {object} Service
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => boolean} running
 * @property {Promise<void>} closed settles when it has ended
 * @property {() => string} tail the last lines of its log
 * @property {() => Promise<void>} stop asks it to end, and after ten seconds ends it
 */

const running = new Set();

/** Ends every service that this process has started. */
export async function stopServices() {
	await Promise.all([...running].map(async (service) => await service.stop()));
}

// Nothing outlives this process, however it ends.
process.once('exit', () => running.forEach(({ child }) => child.kill('SIGKILL')));

/**
 * Starts a process that stays; all it writes goes to the log file.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, log: string}} options
 * @returns {Service}
 */
export function startService(command, args, { cwd, env, log }) {
	mkdirSync(dirname(log), { recursive: true });
	const file = createWriteStream(log);
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	child.stdout.pipe(file, { end: false });
	child.stderr.pipe(file, { end: false });
	let ended = false;
	let service;
	const closed = new Promise((resolve) => {
		const end = () => {
			ended = true;
			running.delete(service);
			file.end(resolve);
		};
		child.on('error', (error) => (file.write(`${error.message}\n`), end()));
		child.on('close', end);
	});
	service = {
		child,
		running: () => !ended,
		closed,
		tail: () => readFileSync(log, 'utf8').trim().split('\n').slice(-25).join('\n'),
		async stop() {
			if (ended) return;
			child.kill('SIGTERM');
			const cancel = new AbortController();
			const late = sleep(10_000, 'late', { signal: cancel.signal }).catch(() => 'cancelled');
			if ((await Promise.race([closed, late])) === 'late') child.kill('SIGKILL');
			cancel.abort();
			await closed;
		},
	};
	running.add(service);
	return service;
}

/**
 * Waits until `ready` returns a truthy value, polling it.
 *
 * @template T
 * @param {Service} service whose end also ends the waiting
 * @param {() => Promise<T> | T} ready a throw counts as "not yet"
 * @param {{what: string, timeoutMs: number, everyMs?: number}} options `what` names it in errors
 * @returns {Promise<T>}
 * @throws with the end of the service's log when it stops or takes too long
 */
export async function waitFor(service, ready, { what, timeoutMs, everyMs = 100 }) {
	const until = Date.now() + timeoutMs;
	for (;;) {
		const result = await Promise.resolve()
			.then(ready)
			.catch(() => undefined);
		if (result) return result;
		if (!service.running()) throw new Error(`${what} ended while starting:\n${service.tail()}`);
		if (Date.now() > until) {
			throw new Error(`${what} was not ready within ${timeoutMs / 1000} s:\n${service.tail()}`);
		}
		await sleep(everyMs);
	}
}

const listens = async (port) =>
	await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const { port: got } = server.address();
			server.close(() => resolve(got));
		});
	});

/**
 * A port on this machine that nobody uses.
 *
 * @param {number} [wanted] taken if it is free
 * @returns {Promise<number>} `wanted`, or else any free one
 */
export async function freePort(wanted = 0) {
	return (await listens(wanted)) ?? (await listens(0));
}

/** Whether a port on this machine is free. */
export const isFree = async (port) => (await listens(port)) !== undefined;
