/**
 * What a running n8n prepares before it executes anything, without its database: settings,
 * encryption, binary storage, log. All of it lives in n8n-core's container, which the test files of one
 * process share: each begins with an empty one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BinaryDataService, Cipher, EncryptionKeyProxy, InstanceSettings } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';

export interface LogLine {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata?: unknown;
}

type Constructor<T> = new (...args: never[]) => T;
interface Container {
	get<T>(type: Constructor<T>): T;
	set<T>(type: Constructor<T>, instance: T): void;
	reset(): void;
}

// n8n-core brings its own copies of these packages, and only the copy it uses itself will do.
const requireFromCore = createRequire(require.resolve('n8n-core'));
export const { Container: container } = requireFromCore('@n8n/di') as { Container: Container };
const { Logger } = requireFromCore('@n8n/backend-common') as { Logger: Constructor<object> };

let log: LogLine[] = [];

/** Everything n8n and the nodes logged since the last call, debug level included. */
export function takeLog(): LogLine[] {
	const lines = log;
	log = [];
	return lines;
}

const recordingLogger = (() => {
	const record = (level: LogLine['level']) => (message: string, metadata?: unknown) => {
		log.push({ level, message, metadata });
	};
	const logger = {
		error: record('error'),
		warn: record('warn'),
		info: record('info'),
		debug: record('debug'),
		scoped: () => logger,
	};
	return logger;
})();

let folder: string | undefined;

/** A new folder that is gone when the test file, or the process, is done. */
export function temporaryFolder(prefix: string): string {
	folder ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	return mkdtempSync(join(folder, prefix));
}

const removeFolder = () => {
	if (folder) rmSync(folder, { recursive: true, force: true });
};
if (typeof afterAll === 'function') afterAll(removeFolder);
else process.once('exit', removeFolder);

let ready: Promise<void> | undefined;

/** Prepares n8n-core's container. The first call does the work, later ones wait for it. */
export async function prepareEnvironment(): Promise<void> {
	return await (ready ??= prepare());
}

async function prepare(): Promise<void> {
	for (const name of Object.keys(process.env)) {
		// Settings of an n8n on this machine must not reach the tests, nor may requests leave it.
		if (/^N8N_/.test(name) || /^(https?|all)_proxy$/i.test(name)) delete process.env[name];
	}
	process.env.N8N_USER_FOLDER = temporaryFolder('user-');

	container.reset();
	container.set(Logger, recordingLogger);
	LoggerProxy.init(recordingLogger);

	await container.get(BinaryDataService).init();
	// Keys of their own for the data came with n8n 2.20; before, the instance's key encrypts it.
	if (EncryptionKeyProxy) provideKeys();
}

function provideKeys(): void {
	const { encryptionKey } = container.get(InstanceSettings);
	const key = {
		id: 'instance-key',
		value: container.get(Cipher).encryptDEKWithInstanceKey(encryptionKey),
		algorithm: 'aes-256-cbc' as const,
		format: 'no-prefix' as const,
	};
	container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getLegacyKey: async () => key,
		getKeyById: async () => null,
	});
}
