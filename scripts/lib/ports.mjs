// Free ports, for programs that are told theirs.
import getPort, { portNumbers } from 'get-port';

/** Linux gives connections ports from 32768 on: one of these could take the port before the program listens. */
const LAST = 32_767;
/** Processes that start programs at the same time begin to look in different places. */
const FIRST = 10_000 + 64 * (process.pid % 340);

/** @returns {Promise<number>} a port on which nobody listens */
export const freePort = async () => await getPort({ port: portNumbers(FIRST, LAST) });
