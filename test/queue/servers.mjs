// PostgreSQL and Redis for one test: a database and key prefixes of its own, removed afterwards.
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { HOST } from '../../scripts/lib/paths.mjs';

/** The clients that n8n itself uses. */
const requireFromHost = createRequire(join(HOST, 'package.json'));

const DATABASE_URL = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

/** How to get the servers, for a person who has none. */
export const SETUP_HINT = `This test needs a PostgreSQL in which it may create a database, and a Redis. Start both, for example
  docker run -d --rm -p 127.0.0.1:5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:17-alpine
  docker run -d --rm -p 127.0.0.1:6379:6379 redis:7-alpine
or name yours: DATABASE_URL=postgres://user:password@host:5432/postgres REDIS_URL=redis://host:6379`;

// Host and port of a server, without user and password.
const hostOf = (url) => new URL(url).host;

async function withPostgres(work) {
	const { Client } = requireFromHost('pg');
	const client = new Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 3000 });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

async function withRedis(work) {
	const { Redis } = requireFromHost('ioredis');
	const client = new Redis(REDIS_URL, {
		lazyConnect: true,
		connectTimeout: 3000,
		retryStrategy: null,
	});
	client.on('error', () => {});
	try {
		await client.connect();
		return await work(client);
	} finally {
		client.disconnect();
	}
}

/** Which of the two cannot be reached, as text; undefined when both can. */
export async function missingServers() {
	const missing = [];
	await withPostgres(async () => {}).catch(({ message, code }) =>
		missing.push(`no PostgreSQL at ${hostOf(DATABASE_URL)} (${message || code})`),
	);
	await withRedis(async () => {}).catch(({ message, code }) =>
		missing.push(`no Redis at ${hostOf(REDIS_URL)} (${message || code})`),
	);
	return missing.length ? missing.join(', ') : undefined;
}

/**
 * Makes a database of its own.
 *
 * @returns {Promise<{env: Record<string, string>, drop: () => Promise<void>}>} `env`: n8n's settings
 *   for both servers; `drop`: removes the database and all keys
 */
export async function openServers() {
	const name = `workspace_records_queue_${randomBytes(4).toString('hex')}`;
	await withPostgres(async (client) => await client.query(`CREATE DATABASE ${name}`));
	const postgres = new URL(DATABASE_URL);
	const redis = new URL(REDIS_URL);
	return {
		env: {
			DB_POSTGRESDB_HOST: postgres.hostname,
			DB_POSTGRESDB_PORT: postgres.port || '5432',
			DB_POSTGRESDB_DATABASE: name,
			DB_POSTGRESDB_USER: decodeURIComponent(postgres.username),
			DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.password),
			QUEUE_BULL_REDIS_HOST: redis.hostname,
			QUEUE_BULL_REDIS_PORT: redis.port || '6379',
			QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.username),
			QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
			QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
			QUEUE_BULL_PREFIX: name,
			N8N_REDIS_KEY_PREFIX: name,
		},
		async drop() {
			await withPostgres(
				async (client) => await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
			);
			await withRedis(async (client) => {
				for await (const keys of client.scanStream({ match: `*${name}*`, count: 1000 })) {
					if (keys.length) await client.del(keys);
				}
			});
		},
	};
}
