import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

interface Service {
	image: string;
	environment?: Record<string, string>;
	healthcheck?: { test: string[] };
	secrets?: string[];
	ports?: string[];
}

const ROOT = join(__dirname, '../../..');
const compose = parse(readFileSync(join(ROOT, 'tools/deploy/docker-compose.yml'), 'utf8'), {
	merge: true,
}) as { services: Record<string, Service>; secrets: Record<string, { file: string }> };
const services = Object.entries(compose.services);

describe('the compose file', () => {
	it('has a main, workers, PostgreSQL and Redis', () => {
		expect(Object.keys(compose.services).sort()).toEqual(['main', 'postgres', 'redis', 'worker']);
	});

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

	it('keeps secrets where git does not see them', () => {
		for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\.\/\.local\//);
	});

	it.each(['main', 'worker'])('sets for %s what docs/queue-mode.md asks for', (name) => {
		const page = readFileSync(join(ROOT, 'docs/queue-mode.md'), 'utf8');
		const names = [...page.matchAll(/`((?:N8N|QUEUE)_[A-Z0-9_]+)`/g)].map(
			([, variable]) => variable,
		);
		expect(names).toHaveLength(7);
		const { environment = {} } = compose.services[name];
		const lock = environment.QUEUE_WORKER_LOCK_DURATION;
		for (const variable of names)
			expect([variable, environment[variable]]).toEqual([variable, expect.any(String)]);
		expect(Number(lock)).toBeGreaterThanOrEqual(30_000);
	});

	it('opens the editor to this machine only', () => {
		const ports = services.flatMap(([, service]) => service.ports ?? []);
		expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
	});

	it('has its digests pinned by Renovate', () => {
		expect(existsSync(join(ROOT, '.github/renovate.json'))).toBe(true);
		const text = readFileSync(join(ROOT, '.github/renovate.json'), 'utf8');
		const { packageRules } = JSON.parse(text) as { packageRules: unknown[] };
		expect(packageRules).toContainEqual({ matchManagers: ['docker-compose'], pinDigests: true });
	});
});
