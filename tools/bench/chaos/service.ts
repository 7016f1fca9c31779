import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Behaviour, Fault, RecordedRequest } from '../../../sandbox';

const ROOT = join(__dirname, '../../..');

/** A record as the sandbox keeps it. */
export interface Kept {
	id: string;
	externalId: string | null;
	archived: boolean;
	fields: Record<string, unknown>;
}

/** The sandbox in a process of its own. */
export async function startService() {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', join(ROOT, 'sandbox/cli.ts'), '--port', '0', '--seed', 'none'],
		{ cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	let url = '';
	let token = '';
	for await (const line of createInterface({ input: child.stdout })) {
		url ||= /https?:\S+/.exec(line)?.[0] ?? '';
		token = /Full Access\s+(\S+)/.exec(line)?.[1] ?? '';
		if (token) break;
	}
	if (!token) throw new Error('The sandbox did not start');

	const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const response = await fetch(url + path, {
			method,
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status}`);
		return await response.json();
	};
	const control = async (method: string, path: string, body?: unknown) =>
		await call(method, `/__sandbox/${path}`, body);

	return {
		url,
		token,
		call,
		setFaults: async (seed: number, faults: Fault[]) =>
			await control('POST', 'faults', { seed, faults }),
		setBehaviour: async (behaviour: Behaviour) => await control('POST', 'behaviour', behaviour),
		requests: async () =>
			((await control('GET', 'requests')) as { requests: RecordedRequest[] }).requests,
		forgetRequests: async () => await control('DELETE', 'requests'),
		/** All records of an object, archived ones too. */
		records: async (object: string) => {
			const of = async (archived: boolean) =>
				(await control('GET', `records/${object}?archived=${archived}`)) as { records: Kept[] };
			return [...(await of(false)).records, ...(await of(true)).records];
		},
		stop: async () => {
			child.kill();
			await once(child, 'exit');
		},
	};
}

export type RunningService = Awaited<ReturnType<typeof startService>>;
