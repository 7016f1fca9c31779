import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { minimumReleaseAge, packageRules } from '../../../.github/renovate.json';

interface Service {
	image: string;
	environment?: Record<string, string>;
	healthcheck?: { test: string[] };
	secrets?: string[];
	ports?: string[];
	volumes?: string[];
}

const ROOT = join(__dirname, '../../..');
const text = readFileSync(join(ROOT, 'tools/deploy/docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as {
	services: Record<string, Service>;
	secrets: Record<string, { file: string }>;
};
const services = Object.entries(compose.services);

describe('the compose file', () => {
	it('has a main, workers, PostgreSQL and Redis', () =>
		expect(Object.keys(compose.services).sort()).toEqual(['main', 'postgres', 'redis', 'worker']));

	it.each(services)('gives %s an exact version, or a digest', (_, { image }) => {
		expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+\d+\.\d+)?$|@sha256:[0-9a-f]{64}$/);
	});

	it.each(services)('checks the health of %s', (_, { healthcheck }) => {
		expect(healthcheck?.test.length).toBeGreaterThan(1);
	});

	it.each(services)(
		'has no secret in the environment of %s',
		(_, { environment = {}, secrets = [] }) => {
			for (const [name, value] of Object.entries(environment)) {
				if (!/PASSWORD|KEY|SECRET|TOKEN/.test(name)) continue;
				expect(name).toMatch(/_FILE$/);
				const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
				expect(secrets).toContain(secret);
				expect(Object.keys(compose.secrets)).toContain(secret);
			}
		},
	);

	it('takes package and secrets from where its first lines put them, which git does not see', () => {
		const mounted = services
			.flatMap(([, { volumes = [] }]) => volumes)
			.filter((one) => /^\./.test(one));
		const given = [...mounted, ...Object.values(compose.secrets).map(({ file }) => file)];
		expect(given).toHaveLength(4);
		for (const path of given) expect(join('tools/deploy', path)).toMatch(/^\.local\/deploy\//);
	});

	it.each(['main', 'worker'])('sets for %s what docs/queue-mode.md asks for', (name) => {
		const page = readFileSync(join(ROOT, 'docs/queue-mode.md'), 'utf8');
		const names = page.match(/(?<=`)(N8N|QUEUE)_[A-Z0-9_]+(?=`)/g);
		expect(names).toHaveLength(7);
		const { environment = {} } = compose.services[name];
		expect(Object.keys(environment)).toEqual(expect.arrayContaining(names ?? []));
		expect(Number(environment.QUEUE_WORKER_LOCK_DURATION)).toBeGreaterThanOrEqual(30_000);
	});

	it('opens the editor to this machine only', () => {
		const ports = services.flatMap(([, service]) => service.ports ?? []);
		expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
	});

	it('has its digests pinned by Renovate', () =>
		expect(packageRules).toContainEqual({ matchManagers: ['docker-compose'], pinDigests: true }));
});

it('Renovate moves what is a week old, and n8n a day after its release', () => {
	const ofN8n = packageRules.find(({ groupName }) => groupName === 'n8n');
	expect([minimumReleaseAge, ofN8n?.minimumReleaseAge]).toEqual(['7 days', '1 day']);
});
