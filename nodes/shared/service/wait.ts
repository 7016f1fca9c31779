import { sleep } from 'n8n-workflow';

/** Waits that many milliseconds, or until the signal aborts, whichever comes first. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	if (ms <= 0 || signal?.aborted) return;
	if (!signal) return await sleep(ms);
	const aborted = new AbortController();
	const onAbort = new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => resolve(), { once: true, signal: aborted.signal });
	});
	await Promise.race([sleep(ms), onAbort]);
	aborted.abort();
}
