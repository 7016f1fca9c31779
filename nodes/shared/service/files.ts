import { cancelSignal, type ServiceContext } from './context';
import { fileNameOf, fileTypeOf } from './fileName';
import type { ServiceRequest } from './request';
import { fail } from './result';
import { anonymous, authorized, explain, type Sent, type Session } from './transport';
import { wait } from './wait';

/** A file as it was fetched from a link that the service gave. */
export interface FetchedFile {
	readonly content: Buffer;
	readonly name: string;
	/** Undefined where the answer says nothing of use. */
	readonly type?: string;
}

const MOST_REDIRECTS = 5;
const MOST_BYTES_OF_AN_ERROR = 64 * 1024;

/**
 * Fetches a file once. The token goes to the origin of the base URL only; links and redirects that
 * lead elsewhere are followed without it. Stops as soon as the file proves too large. Never throws.
 */
export async function fetchFile(
	context: ServiceContext,
	session: Session,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<Sent> {
	const mostBytes = request.file?.mostBytes ?? 0;
	let link = request.path;
	let base = `${session.baseUrl}/`;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
		if (!URL.canParse(link, base)) return refuse('The link to the file is not a valid address');
		const url = new URL(link, base);
		if (url.protocol !== 'https:' && url.protocol !== 'http:') {
			return refuse(`The link to the file is not http or https but ${url.protocol.slice(0, -1)}`);
		}
		const own = url.origin === new URL(session.baseUrl).origin;
		const options = {
			url: url.href,
			method: 'GET' as const,
			headers: { Accept: '*/*' },
			encoding: 'stream' as const,
			timeout: timeoutMs,
		};
		const sent = await (own ? authorized(context, session, options) : anonymous(context, options));
		if (sent.kind !== 'answer') return sent;

		const { status, headers } = sent.answer;
		const body = sent.answer.body as Incoming;
		const { location } = headers;
		if (REDIRECTS.has(status) && typeof location === 'string') {
			body.destroy();
			link = location;
			base = url.href;
			continue;
		}
		if (status < 200 || status >= 300) return await refused(sent.answer, body, own, timeoutMs);

		const read = await readAll(body, mostBytes, timeoutMs, Number(headers['content-length']));
		if (cancelSignal(context)?.aborted)
			return { kind: 'noAnswer', reached: 'maybe', because: 'the execution was cancelled' };
		if (read === 'tooLarge') {
			return stopped({
				kind: 'tooLarge',
				message: `The file is larger than ${mostBytes / 1_000_000} MB`,
				remedy: 'Raise Max File Size in the options.',
			});
		}
		if (!Buffer.isBuffer(read)) return read;
		const file: FetchedFile = {
			content: read,
			name: fileNameOf(headers, url.href),
			type: fileTypeOf(headers),
		};
		return { kind: 'answer', answer: { status, headers, body: file } };
	}
	return refuse(`The link to the file redirects more than ${MOST_REDIRECTS} times`);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A body under way. */
interface Incoming extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/** @param announced bytes by Content-Length; NaN where it is not given */
async function readAll(
	body: Incoming,
	mostBytes: number,
	timeoutMs: number,
	announced: number,
): Promise<Buffer | 'tooLarge' | Sent> {
	if (announced > mostBytes) {
		body.destroy();
		return 'tooLarge';
	}
	const chunks: Uint8Array[] = [];
	const progress = { bytes: 0, done: false };
	const stall = stalled(progress, timeoutMs);
	const parts = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			// What n8n gives cannot be ended from outside while it waits for data, so it is left alone then.
			const part = await Promise.race([parts.next(), stall]);
			if (!part) return { kind: 'noAnswer', reached: 'maybe', because: 'no answer came in time' };
			if (part.done) return Buffer.concat(chunks);
			progress.bytes += part.value.length;
			if (progress.bytes > mostBytes) return 'tooLarge';
			chunks.push(part.value);
		}
	} catch (error) {
		return explain(error);
	} finally {
		progress.done = true;
		body.destroy();
	}
}

/** n8n's time limit ends with the first byte. Resolves when a body then stands still for as long. */
async function stalled(
	progress: { readonly bytes: number; readonly done: boolean },
	timeoutMs: number,
): Promise<undefined> {
	const step = Math.min(timeoutMs, 1000);
	let bytes = 0;
	for (let idle = 0; !progress.done && idle < timeoutMs; idle += step) {
		await wait(step);
		if (progress.bytes !== bytes) idle = -step;
		bytes = progress.bytes;
	}
}

/** An answer that is no file, with the words of its body read. */
async function refused(
	answer: { status: number; headers: Readonly<Record<string, unknown>> },
	body: Incoming,
	own: boolean,
	timeoutMs: number,
): Promise<Sent> {
	const { status, headers } = answer;
	if (!own && status >= 400 && status < 500 && status !== 429 && status !== 408) {
		body.destroy();
		return stopped({
			kind: status === 404 || status === 410 ? 'notFound' : 'refused',
			message: `The server of the file did not give it (HTTP ${status})`,
			remedy: 'The link may have expired. Run it again: the transfer is read anew, with its link.',
			status,
		});
	}
	const read = await readAll(body, MOST_BYTES_OF_AN_ERROR, timeoutMs, NaN);
	const text = Buffer.isBuffer(read) ? read.toString() : '';
	return { kind: 'answer', answer: { status, headers, body: fromJson(text) } };
}

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const stopped = (failure: Parameters<typeof fail>[0]): Sent => ({ kind: 'stopped', failure });

const refuse = (message: string): Sent =>
	stopped({
		kind: 'badAnswer',
		message,
		remedy: 'It is not fetched. Ask the operator of the service about it.',
	});
