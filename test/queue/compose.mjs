// The settings of tools/deploy/docker-compose.yml, so that the test runs what a person deploys.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { ROOT } from '../../scripts/lib/paths.mjs';

const FILE = join(ROOT, 'tools/deploy', 'docker-compose.yml');

/** A value that the file takes from the environment, or from a secret of the container. */
const VARIABLE = /^\$\{(\w+)/;
const SECRET = /^\/run\/secrets\//;

/**
 * @param {Record<string, string>} values addresses, names and secrets, which differ
 *   between deployments
 * @returns {{main: Record<string, string>, worker: Record<string, string>, workers: number,
 *   concurrency: number}} the environments of n8n's processes, and how many workers there are
 * @throws when a variable or a secret of the file has no value in `values`
 */
export function composeSettings(values) {
	const { main, worker } = parse(readFileSync(FILE, 'utf8'), { merge: true }).services;
	const environment = (service) => {
		const env = { ...service.environment, ...values };
		// `NAME_FILE` is `NAME` from a file; here it comes from `values`.
		for (const [name, value] of Object.entries(env)) {
			const plain = name.replace(/_FILE$/, '');
			if (SECRET.test(value) && plain in values) delete env[name];
		}
		const unset = Object.entries(env).filter(
			([, value]) => VARIABLE.test(value) || SECRET.test(value),
		);
		if (unset.length) throw new Error(`${FILE}: no value for ${unset.map(([name]) => name)}`);
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
