import { cancelSignal, type ServiceContext } from './context';
import { fileNameOf, fileTypeOf } from './fileName';
import type { ServiceRequest } from './request';
import { fail } from './result';
import {
	sendWithoutCredential,
	sendWithCredential,
	explain,
	type SendResult,
	type Session,
} from './transport';
import { wait } from './wait';

/** A file as it was fetched from a link that the service gave. */
export interface FetchedFile {
	readonly content: Buffer;
	readonly name: string;
	/** Undefined where the response gives no useful type. */
	readonly type?: string;
}

const MAX_REDIRECTS = 5;
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Fetches a file once. The token goes to the origin of the base URL only; links and redirects that
 * lead elsewhere are followed without it. Stops as soon as the file proves too large. Never throws.
 */
export async function fetchFile(
	context: ServiceContext,
	session: Session,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<SendResult> {
	const maxBytes = request.file?.maxBytes ?? 0;
	let link = request.path;
	let base = `${session.baseUrl}/`;
	/** Whether all servers so far were the service itself: another one must not choose what is read with the token. */
	let own = true;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
		if (!URL.canParse(link, base)) return refuse('The link to the file is not a valid URL');
		const url = new URL(link, base);
		if (url.protocol !== 'https:' && url.protocol !== 'http:') {
			return refuse(`The link to the file is not http or https but ${url.protocol.slice(0, -1)}`);
		}
		own &&= url.origin === new URL(session.baseUrl).origin;
		const options = {
			url: url.href,
			method: 'GET' as const,
			headers: { Accept: '*/*' },
			encoding: 'stream' as const,
			timeout: timeoutMs,
		};
		const sent = await (own
			? sendWithCredential(context, session, options)
			: sendWithoutCredential(context, options));
		if (sent.kind !== 'response') return sent;

		const { status, headers } = sent.response;
		const body = sent.response.body as Incoming;
		const { location } = headers;
		if (REDIRECTS.has(status) && typeof location === 'string') {
			body.destroy();
			link = location;
			base = url.href;
			continue;
		}
		if (status < 200 || status >= 300) return await refused(sent.response, body, own, timeoutMs);

		const read = await readAll(body, maxBytes, timeoutMs, Number(headers['content-length']));
		if (cancelSignal(context)?.aborted)
			return { kind: 'noResponse', reached: 'maybe', reason: 'the execution was cancelled' };
		if (read === 'tooLarge') {
			return stopped({
				kind: 'tooLarge',
				message: `The file is larger than ${maxBytes / 1_000_000} MB`,
				remedy: 'Raise Max File Size in the options.',
			});
		}
		if (!Buffer.isBuffer(read)) return read;
		const file: FetchedFile = {
			content: read,
			name: fileNameOf(headers, url.href),
			type: fileTypeOf(headers),
		};
		return { kind: 'response', response: { status, headers, body: file } };
	}
	return refuse(`The link to the file redirects more than ${MAX_REDIRECTS} times`);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A body that is being received. */
interface Incoming extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

/** @param announced bytes by Content-Length; NaN where it is not given */
async function readAll(
	body: Incoming,
	maxBytes: number,
	timeoutMs: number,
	announced: number,
): Promise<Buffer | 'tooLarge' | SendResult> {
	if (announced > maxBytes) {
		body.destroy();
		return 'tooLarge';
	}
	const chunks: Uint8Array[] = [];
	const progress = { bytes: 0, done: false };
	const stall = stalled(progress, timeoutMs);
	const parts = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			// n8n's stream cannot be aborted from outside while it waits for data, so it is abandoned then.
			const part = await Promise.race([parts.next(), stall]);
			if (!part) return { kind: 'noResponse', reached: 'maybe', reason: 'the request timed out' };
			if (part.done) return Buffer.concat(chunks);
			progress.bytes += part.value.length;
			if (progress.bytes > maxBytes) return 'tooLarge';
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

/** A response that is not a file, with its body read as an error body. */
async function refused(
	response: { status: number; headers: Readonly<Record<string, unknown>> },
	body: Incoming,
	own: boolean,
	timeoutMs: number,
): Promise<SendResult> {
	const { status, headers } = response;
	if (!own && status >= 400 && status < 500 && status !== 429 && status !== 408) {
		body.destroy();
		return stopped({
			kind: status === 404 || status === 410 ? 'notFound' : 'refused',
			message: `File download failed (HTTP ${status})`,
			remedy:
				'The link may have expired. Run the node again: it reads the transfer again to get a current link.',
			status,
		});
	}
	const read = await readAll(body, MAX_ERROR_BYTES, timeoutMs, NaN);
	const text = Buffer.isBuffer(read) ? read.toString() : '';
	return { kind: 'response', response: { status, headers, body: fromJson(text) } };
}

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const stopped = (failure: Parameters<typeof fail>[0]): SendResult => ({ kind: 'stopped', failure });

const refuse = (message: string): SendResult =>
	stopped({
		kind: 'unexpectedResponse',
		message,
		remedy: 'The file was not downloaded. Contact the operator of the service.',
	});
