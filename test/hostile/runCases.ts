/** Runs cases in processes of their own, so that one that takes all the memory takes only its process. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Cases of one process: its memory is that of the largest. */
const CASES_OF_A_PROCESS = 80;

/** With a heap of this size a case shows what it needs, rather than what is left to collect on a large machine. */
const OPTIONS = ['--expose-gc', '--max-old-space-size=768', '--import', 'tsx'];

export const script = (name: string) => [...OPTIONS, join(__dirname, name)];

interface Run<C> {
	/** The script that tries them, in this order, and prints each result as a line of JSON. */
	readonly name: string;
	readonly url: string;
	readonly cases: readonly C[];
	/** With no result for so long, a case counts as one that does not settle. */
	readonly silenceMs: number;
	/** When to give up; what is not tried then is in no result. */
	readonly until: number;
	onResults(done: number): void;
	onUnsettled(one: C, why: string): void;
}

/** The results of all cases; one that ended its process is told, and those after it are tried in the next. */
export async function runCases<C extends object, R extends C>(run: Run<C>): Promise<R[]> {
	const results: R[] = [];
	let done = 0;
	while (done < run.cases.length && Date.now() < run.until) {
		const some = run.cases.slice(done, done + CASES_OF_A_PROCESS);
		const { got, why } = await runProcess<C, R>(run, some);
		results.push(...got);
		done += got.length;
		if (got.length < some.length && Date.now() < run.until) {
			run.onUnsettled(some[got.length], why);
			done += 1;
		}
		run.onResults(done);
	}
	return results;
}

async function runProcess<C, R>({ name, url, silenceMs, until }: Run<C>, cases: readonly C[]) {
	const child = spawn(process.execPath, [...script(name), url, JSON.stringify(cases)], {
		stdio: ['ignore', 'pipe', 'pipe'],
		// With it, n8n-core loads node classes with plain `require`, as jest has it.
		env: { ...process.env, NODE_ENV: 'test' },
	});
	let why = '';
	const end = (reason: string) => {
		why = reason;
		child.kill('SIGKILL');
	};
	let errors = '';
	child.stderr.on('data', (text: Buffer) => (errors = `${errors}${text}`.slice(-2000)));
	const late = () => end(`nothing for ${silenceMs / 1000} s`);
	let silence = setTimeout(late, silenceMs);
	const whole = setTimeout(() => end('out of time'), Math.max(0, until - Date.now()));
	const got: R[] = [];
	for await (const line of createInterface({ input: child.stdout })) {
		if (!line.startsWith('{"')) continue;
		got.push(JSON.parse(line) as R);
		clearTimeout(silence);
		silence = setTimeout(late, silenceMs);
	}
	clearTimeout(silence);
	clearTimeout(whole);
	return { got, why: why || errors || 'its process ended' };
}
