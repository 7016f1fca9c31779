import axios, { type AxiosInstance } from 'axios';
import { startSandbox, type Sandbox } from '../../sandbox/index';
import type { SandboxOptions } from '../../sandbox/options';

export interface Running {
	sandbox: Sandbox;
	/** Speaks with the Full Access token; no status is an exception. */
	api: AxiosInstance;
	/** The same with another bearer token, or with none. */
	as(token?: string): AxiosInstance;
}

/** A sandbox of its own, with clients for it. */
export async function run(options: SandboxOptions = {}): Promise<Running> {
	const sandbox = await startSandbox(options);
	const as = (token?: string) =>
		axios.create({
			baseURL: sandbox.url,
			headers: token ? { Authorization: `Bearer ${token}` } : {},
			validateStatus: () => true,
			maxRedirects: 0,
			proxy: false,
		});
	return { sandbox, api: as(sandbox.tokens.fullAccess), as };
}

/** The same for the tests of a file. */
export function useRunning(options?: SandboxOptions): Running {
	let running: Running;
	beforeAll(async () => {
		running = await run(options);
	});
	afterAll(async () => await running.sandbox.close());
	return {
		get sandbox() {
			return running.sandbox;
		},
		get api() {
			return running.api;
		},
		as: (token) => running.as(token),
	};
}
