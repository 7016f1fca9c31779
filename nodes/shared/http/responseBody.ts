import { sleep } from 'n8n-workflow';

import { countJson, parseJson, startCount } from '../schema/jsonText';
import { MAX_KEYS, MAX_LEVELS, TOO_MANY_KEYS } from '../schema/limits';
import { isStreamed, type Interruption, type StreamedBody } from './streams';

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

/** A body; or why it was not received to its end: an interruption, or what the connection threw. */
export type ReadBody = { readonly body: unknown } | { readonly broken: unknown };

export interface BodyOptions {
	/** Milliseconds that receiving the body may take. */
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
}

/**
 * Receives a body and reads it as JSON, as n8n's helper would: what is no JSON stays a text. A body that
 * breaks a limit is not received to its end, and gives an `UnreadBody`. Never throws.
 *
 * @param given a stream; anything else is a body that has been read already
 */
export async function readBody(given: unknown, options: BodyOptions): Promise<ReadBody> {
	if (!isStreamed(given)) return { body: given };
	const received = await receive(given, options);
	if (!Array.isArray(received)) return received;
	return { body: await readText(takeText(received)) };
}

/** Reads a text as JSON within the limits of a response; what is no JSON stays a text. Never throws. */
export async function readText(text: string): Promise<unknown> {
	const problem = await findProblem(text);
	if (problem !== undefined) return new UnreadBody(problem);
	const body = parseJson(text);
	// JSON is read in one go, so that whoever uses it begins with the next turn.
	if (text.length > SLICE_CHARACTERS) await sleep(0);
	return body;
}

/** Joins the chunks and releases them: the text is as large again, and looked through for some time. */
function takeText(chunks: Uint8Array[]): string {
	const text = Buffer.concat(chunks).toString();
	chunks.length = 0;
	return text.startsWith('\ufeff') ? text.slice(1) : text;
}

async function receive(body: StreamedBody, { timeoutMs, signal }: BodyOptions) {
	return await new Promise<Uint8Array[] | ReadBody>((resolve) => {
		const chunks: Uint8Array[] = [];
		let bytes = 0;
		const finish = (result: Uint8Array[] | ReadBody) => {
			const at = watched.indexOf(watch);
			if (at >= 0) watched.splice(at, 1);
			resolve(result);
		};
		const stop = (result: ReadBody) => {
			finish(result);
			body.destroy();
		};
		const watch = {
			until: Date.now() + timeoutMs,
			signal,
			stop: (broken: Interruption) => stop({ broken }),
		};
		watched.push(watch);
		body.on('data', (chunk) => {
			bytes += chunk.length;
			if (bytes <= RESPONSE_LIMITS.bytes) chunks.push(chunk);
			else stop({ body: new UnreadBody(`more than ${RESPONSE_LIMITS.bytes / 1024 / 1024} MB`) });
		});
		body.on('end', () => finish(chunks));
		body.on('error', (broken) => finish({ broken }));
		// After the others it has no effect.
		body.on('close', () => finish({ broken: CLOSED }));
		void watchAll();
	});
}

const CLOSED = { code: 'ECONNRESET' };

interface Watch {
	readonly until: number;
	readonly signal?: AbortSignal;
	stop(broken: Interruption): void;
}

/**
 * Bodies that are being received. One clock for all: a timer for each would outlive its response. No Set, which
 * would keep them longer (docs/decisions.md, Files).
 */
const watched: Watch[] = [];
let isWatching = false;
const LOOK_EVERY_MS = 200;

async function watchAll() {
	if (isWatching) return;
	isWatching = true;
	while (watched.length > 0) {
		await sleep(LOOK_EVERY_MS);
		const now = Date.now();
		for (const watch of [...watched]) {
			if (watch.signal?.aborted) watch.stop('cancelled');
			else if (now > watch.until) watch.stop('timedOut');
		}
	}
	isWatching = false;
}

/** Characters looked through before yielding. */
const SLICE_CHARACTERS = 500_000;

/** To complete "it has". */
const TOO_MANY_VALUES = `more than ${RESPONSE_LIMITS.values / 1_000_000} million values`;

/** Whether a text is JSON that is too deep or has too many values or keys, before it takes memory. */
async function findProblem(text: string): Promise<string | undefined> {
	// A level takes two characters, so that most responses need not be looked through.
	if (text.length <= 2 * RESPONSE_LIMITS.levels) return undefined;
	const first = text.trimStart()[0];
	if (first !== '[' && first !== '{') return undefined;
	const { levels, values, keys } = RESPONSE_LIMITS;
	const count = startCount();
	while (count.at < text.length) {
		if (count.at > 0) await sleep(0);
		countJson(text, count, count.at + SLICE_CHARACTERS, levels);
		if (count.levels > levels) return `more than ${levels} levels`;
		if (count.mostKeys > keys) return TOO_MANY_KEYS;
	}
	return count.values > values ? TOO_MANY_VALUES : undefined;
}
