// The settings of deploy/docker-compose.yml, so that the test runs what a person deploys.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { ROOT } from '../../scripts/lib/paths.mjs';

const FILE = join(ROOT, 'deploy', 'docker-compose.yml');

/** Where the file takes a value from the person's environment. */
const FROM_OUTSIDE = /^\$\{(\w+)/;

/**
 * @param {Record<string, string>} own values for what differs from place to place: addresses, names
 *   and secrets
 * @returns {{main: Record<string, string>, worker: Record<string, string>, workers: number,
 *   concurrency: number}} the environments of n8n's processes, and how many workers there are
 * @throws when the file leaves something open that `own` does not say
 */
export function composeSettings(own) {
	const { main, worker } = parse(readFileSync(FILE, 'utf8'), { merge: true }).services;
	const environment = (service) => {
		const env = { ...service.environment, ...own };
		const open = Object.entries(env).filter(([, value]) => FROM_OUTSIDE.test(value));
		if (open.length) throw new Error(`${FILE} leaves open: ${open.map(([name]) => name)}`);
		return env;
	};
	const [, concurrency] = /^worker --concurrency=(\d+)$/.exec(worker.command) ?? [];
	if (!concurrency) throw new Error(`${FILE} starts no worker: ${worker.command}`);
	return {
		main: environment(main),
		worker: environment(worker),
		workers: worker.deploy.replicas,
		concurrency: Number(concurrency),
	};
}
