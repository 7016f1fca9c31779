import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { wait } from './wait';

/** A body that is being received, and unpacked where it was compressed. */
export interface StreamedBody extends AsyncIterable<Buffer> {
	on(event: 'data', listener: (chunk: Buffer) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	on(event: 'error', listener: (error: unknown) => void): unknown;
	destroy(): void;
}

/** Why a body was left before its end. */
export type Interruption = 'timedOut' | 'cancelled';

/** Whether n8n gave the body as a stream, and not as what it has read of it. */
export const isStreamed = (body: unknown): body is StreamedBody =>
	typeof body === 'object' &&
	body !== null &&
	Symbol.asyncIterator in body &&
	typeof (body as Partial<StreamedBody>).destroy === 'function';

/**
 * The chunks of a body, for bodies whose whole may take long: it is left when it stands still for the
 * time limit, or when the execution is cancelled. It is destroyed when the caller leaves, too.
 *
 * @returns why it was left before its end; undefined at its end
 * @throws what the connection throws
 */
export async function* chunksOf(
	body: StreamedBody,
	timeoutMs: number,
	signal?: AbortSignal,
): AsyncGenerator<Buffer, Interruption | undefined, void> {
	const progress: Progress = { chunks: 0, done: false };
	void watch(progress, timeoutMs, signal);
	const parts = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			// n8n's stream cannot be aborted from outside while it waits for data, so it is abandoned then. A
			// race with one promise for all chunks would keep every one of them.
			const part = await new Promise<IteratorResult<Buffer> | Interruption>((resolve, reject) => {
				progress.interrupt = resolve;
				parts.next().then(resolve, reject);
			});
			if (typeof part !== 'object') return part;
			if (part.done) return undefined;
			// Whoever uses the chunk may take long: that is not the time of the body.
			progress.interrupt = undefined;
			yield part.value;
			progress.chunks += 1;
		}
	} finally {
		progress.done = true;
		body.destroy();
	}
}

interface Progress {
	/** Chunks that were used. */
	chunks: number;
	done: boolean;
	/** Ends the wait for the next chunk; undefined while nobody waits. */
	interrupt?: (reason: Interruption) => void;
}

/** n8n's time limit ends with the first byte. Interrupts a body that then stands still for as long. */
async function watch(progress: Progress, timeoutMs: number, signal?: AbortSignal): Promise<void> {
	const step = Math.min(timeoutMs, 1000);
	for (let idle = 0, chunks = 0; !progress.done; idle += step) {
		await wait(step, signal);
		if (progress.chunks !== chunks || !progress.interrupt) idle = -step;
		chunks = progress.chunks;
		if (signal?.aborted) progress.interrupt?.('cancelled');
		else if (idle + step >= timeoutMs) progress.interrupt?.('timedOut');
		// An aborted wait takes no time, and the chunk that is being used may take long.
		if (signal?.aborted) await sleep(ABORTED_STEP_MS);
	}
}

/** Time within which an aborted body is left when its chunk has been used. */
const ABORTED_STEP_MS = 200;

/** What n8n stores as a file: bytes, or a stream of them. */
export type FileContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

interface ReadableClass {
	from(chunks: AsyncIterable<Buffer>): FileContent;
}

/** Node's Readable, once n8n has given a stream: nodes may not import it. */
let Readable: ReadableClass | undefined;

/** Remembers the class of a stream that n8n gave, for those that `fileContentOf` makes. */
export function noteStream(stream: object): void {
	if (Readable) return;
	// A response is of a class that extends Readable; one that was unpacked, of one that extends Duplex.
	for (
		let type = stream.constructor as unknown;
		typeof type === 'function' && 'from' in type;
		type = Object.getPrototypeOf(type)
	) {
		Readable = type as unknown as ReadableClass;
	}
}

/**
 * Chunks as what n8n stores. It is a stream; before n8n has given any stream, all of the chunks.
 *
 * @throws what the chunks throw
 */
export async function fileContentOf(chunks: AsyncIterable<Buffer>): Promise<FileContent> {
	if (Readable) return Readable.from(chunks);
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}
