import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { monotonicNow, once } from '../lifetime';
import { JsonScan, parseJson } from '../schema/jsonText';
import { MAX_KEYS, MAX_LEVELS } from '../schema/limits';

/** A body that is being received, and unpacked where it was compressed. */
export type StreamedBody = NodeJS.ReadableStream & { destroy(): void };

/** Whether n8n gave the body as a stream, and not as what it has read of it. */
export const isStreamed = (body: unknown): body is StreamedBody =>
	typeof body === 'object' &&
	body !== null &&
	Symbol.asyncIterator in body &&
	typeof (body as Partial<StreamedBody>).destroy === 'function';

/** How a body is received. */
export interface BodyOptions {
	/** Milliseconds that receiving it may take. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
}

/**
 * The chunks of a body; the next one is received when the caller asks for it. A body that the caller leaves
 * before its end is destroyed.
 *
 * @param per what the time limit is for: the whole body, or each chunk, without the time in which the caller uses it
 * @throws what the connection throws; an object with one of Node.js's codes when the time is over, the execution
 * is cancelled, or the connection was closed
 */
export async function* chunksOf(
	body: StreamedBody,
	{ timeoutMs, signal }: BodyOptions,
	per: 'whole' | 'chunk',
): AsyncGenerator<Buffer, void, void> {
	let received: Buffer | undefined;
	let end: { readonly broken?: unknown } | undefined;
	let wake = () => {};
	const finish = (how: { readonly broken?: unknown }) => {
		const { bodies } = watching();
		if (!end) bodies.splice(bodies.indexOf(watch), 1);
		end ??= how;
		wake();
	};
	const watch: Watch = {
		until: monotonicNow() + timeoutMs,
		signal,
		stop: (code) => finish({ broken: { code } }),
	};
	watching().bodies.push(watch);
	void watchAll();
	body.on('data', (chunk: Buffer) => {
		received = chunk;
		body.pause();
		wake();
	});
	body.on('end', () => finish({}));
	// It stays: an error may come after the body was left.
	body.on('error', (broken) => finish({ broken }));
	// After the others it has no effect.
	body.on('close', () => finish({ broken: { code: 'ECONNRESET' } }));
	try {
		for (;;) {
			// n8n's stream cannot be aborted from outside while it waits for data, so it is abandoned then. A race
			// with one promise for all chunks would keep every one of them.
			if (!received && !end) await new Promise<void>((resolve) => (wake = resolve));
			if (received) {
				const chunk = received;
				received = undefined;
				if (per === 'chunk') watch.until = Infinity;
				yield chunk;
				if (per === 'chunk') watch.until = monotonicNow() + timeoutMs;
				body.resume();
			} else if (end && 'broken' in end) throw end.broken;
			else return;
		}
	} finally {
		finish({});
		body.destroy();
	}
}

interface Watch {
	/** By the monotonic clock. */
	until: number;
	readonly signal?: AbortSignal;
	readonly stop: (code: string) => void;
}

/**
 * Bodies that are being received. One clock for all: a timer for each would outlive its response. No Set, which
 * would keep them longer (docs/decisions.md, Files).
 */
const watching = once('Bodies that are being received', () => ({
	bodies: [] as Watch[],
	isWatching: false,
	/** Node's Readable, once n8n has given a stream: nodes may not import it. */
	Readable: undefined as ReadableClass | undefined,
}));
const LOOK_EVERY_MS = 200;

async function watchAll() {
	const state = watching();
	if (state.isWatching) return;
	state.isWatching = true;
	while (state.bodies.length > 0) {
		await sleep(LOOK_EVERY_MS);
		const now = monotonicNow();
		for (const { until, signal, stop } of [...state.bodies]) {
			if (signal?.aborted) stop('ERR_CANCELED');
			else if (now > until) stop('ETIMEDOUT');
		}
	}
	state.isWatching = false;
}

/**
 * What a response may have. n8n's HTTP helper knows no such limit, and n8n is one process for many
 * people: a response without end, or a small one that unpacks to a huge one, would take its memory.
 */
export const RESPONSE_LIMITS = {
	/** Unpacked. Lists without pages come in one response: this is room for 200,000 records. */
	bytes: 64 * 1024 * 1024,
	/** Each takes memory: 64 MB of empty lists would take 1 GB. */
	values: 5_000_000,
	levels: MAX_LEVELS,
	keys: MAX_KEYS,
};

/** Why a body was not read. The response itself came, so that the request may have had an effect. */
export class UnreadBody {
	constructor(
		/** To complete "Unexpected response …:". */
		readonly reason: string,
	) {}
}

/**
 * Receives a body and reads it as JSON, as n8n's helper would: what is no JSON stays a text. A body that
 * breaks a limit is not received to its end, and gives an `UnreadBody`.
 *
 * @param given a stream; anything else is a body that has been read already
 * @throws as `chunksOf`
 */
export async function readBody(given: unknown, options: BodyOptions): Promise<unknown> {
	if (!isStreamed(given)) return given;
	const { bytes: maxBytes, values: maxValues } = RESPONSE_LIMITS;
	const chunks: Buffer[] = [];
	const scan = new JsonScan();
	let bytes = 0;
	for await (const chunk of chunksOf(given, options, 'whole')) {
		bytes += chunk.length;
		if (bytes > maxBytes) return new UnreadBody(`more than ${maxBytes / 1024 / 1024} MB`);
		// Before it takes memory.
		scan.next(chunk);
		if (scan.excess !== undefined) return new UnreadBody(scan.excess);
		if (scan.values > maxValues)
			return new UnreadBody(`more than ${maxValues / 1_000_000} million values`);
		chunks.push(chunk);
	}
	const text = takeText(chunks);
	const body = parseJson(text);
	// JSON is read in one go, so that whoever uses it begins with the next turn.
	if (text.length > SLICE_CHARACTERS) await sleep(0);
	return body;
}

/** What is parsed without yielding. */
const SLICE_CHARACTERS = 500_000;

/** Joins the chunks and releases them: the text is as large again. */
function takeText(chunks: Buffer[]): string {
	const bytes = Buffer.concat(chunks);
	chunks.length = 0;
	const text = bytes.toString();
	return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** What n8n stores as a file: bytes, or a stream of them. */
export type FileContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

interface ReadableClass {
	from(chunks: AsyncIterable<Buffer>): FileContent;
}

/** Remembers the class of a stream that n8n gave, for those that `fileContentOf` makes. */
export function noteStream(stream: object): void {
	if (watching().Readable) return;
	// A response is of a class that extends Readable; one that was unpacked, of one that extends Duplex.
	for (
		let type = stream.constructor as unknown;
		typeof type === 'function' && 'from' in type;
		type = Object.getPrototypeOf(type)
	) {
		watching().Readable = type as unknown as ReadableClass;
	}
}

/**
 * Chunks as what n8n stores. It is a stream; before n8n has given any stream, all of the chunks.
 *
 * @throws what the chunks throw
 */
export async function fileContentOf(chunks: AsyncIterable<Buffer>): Promise<FileContent> {
	const { Readable } = watching();
	if (Readable) return Readable.from(chunks);
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}
