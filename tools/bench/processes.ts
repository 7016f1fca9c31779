import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
/** Copies of before have it at their root. */
const isHere = (root: string) => existsSync(join(root, 'tools/bench'));

/** A TypeScript loader in the process would slow every require down, so that plain scripts go without. */
const script = (name: string, root = ROOT) => [
	'--expose-gc',
	...(name.endsWith('.ts') ? ['--import', 'tsx'] : []),
	join(root, isHere(root) ? 'tools/bench' : 'bench', name),
];

/**
 * Runs one measurement in a fresh process; its last line of output is the result.
 *
 * @param root the copy of the project that is measured
 */
export async function measure<T>(name: string, args: string[] = [], root = ROOT): Promise<T> {
	const { stdout } = await promisify(execFile)(process.execPath, [...script(name, root), ...args], {
		cwd: root,
		// With it, n8n-core loads node classes with plain `require`, as jest has it.
		env: { ...process.env, NODE_ENV: 'test' },
		maxBuffer: 1e7,
	});
	return JSON.parse(stdout.trim().split('\n').pop() ?? '') as T;
}

/** Starts the server; gives its address and a way to stop it. */
export const startServer = async (latencyMs: number, rows: number) =>
	await startServerScript('server.ts', [latencyMs, rows]);

/** Starts a server that prints its address. */
export async function startServerScript(name: string, args: number[]) {
	const child = spawn(process.execPath, [...script(name), ...args.map(String)], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const url of createInterface({ input: child.stdout })) {
		return { url, stop: () => void child.kill() };
	}
	throw new Error('The server did not start');
}

/** Bytes of the package as people install it. */
export function packedSize(): { size: number; unpackedSize: number; entryCount: number } {
	const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [packed] = JSON.parse(String(json)) as [ReturnType<typeof packedSize>];
	return packed;
}

export function median(numbers: number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
