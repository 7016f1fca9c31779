// Child processes that stay until they are stopped, each with a log file.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { execa } from 'execa';
import pWaitFor from 'p-wait-for';

/** How long a service may take to end before it is killed. */
const STOP_TIMEOUT_MS = 10_000;

/** Lines of a log that an error quotes. */
const TAIL_LINES = 25;

/**
 * A process that stays. It is ended when this process ends.
 *
 * @typedef {object} Service
 * @property {() => boolean} running
 * @property {Promise<void>} closed settles when it has ended and its log is complete
 * @property {() => string} tail the last lines of its log
 * @property {() => Promise<void>} stop asks it to end, and kills it after ten seconds
 * @property {() => Promise<void>} kill ends it at once, as a power cut does
 */

/** @type {Set<Service>} */
const services = new Set();

/** Stops every service that this process has started. */
export async function stopServices() {
	await Promise.all([...services].map(async (service) => await service.stop()));
}

/**
 * Starts a process that stays; all it writes, and how it failed, goes to the log file.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, log: string}} options `env`: its whole environment
 * @returns {Service}
 */
export function startService(command, args, { cwd, env = process.env, log }) {
	mkdirSync(dirname(log), { recursive: true });
	// execa empties it later: until then, an earlier log would look like this one.
	writeFileSync(log, '');
	const child = execa(command, args, {
		cwd,
		env,
		extendEnv: false,
		stdin: 'ignore',
		stdout: { file: log },
		stderr: { file: log },
		buffer: false,
		reject: false,
		forceKillAfterDelay: STOP_TIMEOUT_MS,
	});
	let running = true;
	const closed = child.then(({ failed, shortMessage }) => {
		if (failed) appendFileSync(log, `${shortMessage}\n`);
		running = false;
		services.delete(service);
	});
	const end = async (signal) => {
		if (running) child.kill(signal);
		await closed;
	};
	const service = {
		running: () => running,
		closed,
		tail: () => readFileSync(log, 'utf8').trim().split('\n').slice(-TAIL_LINES).join('\n'),
		stop: async () => await end('SIGTERM'),
		kill: async () => await end('SIGKILL'),
	};
	services.add(service);
	return service;
}

/**
 * Waits until `ready` returns a truthy value, polling it.
 *
 * @template T
 * @param {Service} service whose end also ends the waiting
 * @param {() => Promise<T> | T} ready a throw counts as "not yet"
 * @param {{what: string, timeoutMs: number}} options `what` names the service in errors
 * @returns {Promise<T>}
 * @throws with the end of the service's log when it stops or takes too long
 */
export async function waitFor(service, ready, { what, timeoutMs }) {
	const check = async () => {
		const result = await ready();
		return result ? pWaitFor.resolveWith(result) : false;
	};
	return await pWaitFor(
		async () => {
			if (!service.running()) throw new Error(`${what} ended while starting:\n${service.tail()}`);
			return await check().catch(() => false);
		},
		{
			interval: 100,
			timeout: {
				milliseconds: timeoutMs,
				fallback() {
					throw new Error(`${what} was not ready within ${timeoutMs / 1000} s:\n${service.tail()}`);
				},
			},
		},
	);
}
