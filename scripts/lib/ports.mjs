// Free ports, for programs that are told theirs.
import getPort, { portNumbers } from 'get-port';

/** Linux gives connections ports from 32768 on: one of these could take the port before the program listens. */
const LAST = 32_767;
/** Processes that start programs at the same time begin to look in different places. */
let next = 10_000 + 64 * (process.pid % 340);

/** @returns {Promise<number>} a port on which nobody listens, and that was not given before: a program may come back to its own */
export async function freePort() {
	const port = await getPort({ port: portNumbers(next, LAST) });
	next = Math.max(next, port + 1);
	return port;
}
