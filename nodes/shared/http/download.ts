import { UserError, type IBinaryData } from 'n8n-workflow';

import { chunksOf, type Interruption, type StreamedBody } from './bodyChunks';
import { cancelSignal, type ServiceContext } from './context';
import { fileNameOf, fileTypeOf } from './fileName';
import { fileContentOf } from './readable';
import type { ServiceRequest, WantedFile } from './request';
import type { BodyOptions } from './responseBody';
import { fail } from './result';
import {
	sendWithoutCredential,
	sendWithCredential,
	explain,
	type SendResult,
	type Session,
} from './transport';

const MAX_REDIRECTS = 5;
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Fetches a file once, and stores it. The token goes to the origin of the base URL only; links and redirects that
 * lead elsewhere are followed without it. Stops as soon as the file proves too large. Never throws.
 */
export async function fetchFile(
	context: ServiceContext,
	session: Session,
	request: ServiceRequest & { readonly file: WantedFile },
	timeoutMs: number,
): Promise<SendResult> {
	const limits = { timeoutMs, signal: cancelSignal(context) };
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
		const body = sent.response.body as StreamedBody;
		const { location } = headers;
		if (REDIRECTS.has(status) && typeof location === 'string') {
			body.destroy();
			link = location;
			base = url.href;
			continue;
		}
		if (status < 200 || status >= 300) return await refused(sent.response, body, own, limits);

		const file = { name: fileNameOf(headers, url.href), type: fileTypeOf(headers) };
		const announced = Number(headers['content-length']);
		const result = await store(body, file, request.file, limits, announced);
		return 'stored' in result
			? { kind: 'response', response: { status, headers, body: result.stored } }
			: result;
	}
	return refuse(`The link to the file redirects more than ${MAX_REDIRECTS} times`);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Hands a file on to be stored while it is being received.
 *
 * @param announced bytes by Content-Length; NaN where it is not given
 * @returns what it was stored as, or why it was not
 */
async function store(
	body: StreamedBody,
	file: { readonly name: string; readonly type?: string },
	{ maxBytes, keep }: WantedFile,
	options: BodyOptions,
	announced: number,
): Promise<{ readonly stored: IBinaryData } | SendResult> {
	const limited = new LimitedFile(body, maxBytes, options);
	if (announced > maxBytes) {
		body.destroy();
		return tooLarge(maxBytes);
	}
	try {
		const content = await fileContentOf(limited.chunks());
		return { stored: await keep(content, file.name, file.type) };
	} catch (error) {
		return limited.problem ?? notStored((error as Error).message);
	} finally {
		body.destroy();
	}
}

/** A file as it is being received, up to its limit. */
class LimitedFile {
	/** Why it was not received to its end. */
	problem?: SendResult;

	constructor(
		private readonly body: StreamedBody,
		private readonly maxBytes: number,
		private readonly options: BodyOptions,
	) {}

	/** @throws when it could not be received to its end, so that it is not stored as if it had been */
	async *chunks(): AsyncGenerator<Buffer, void, void> {
		const { timeoutMs, signal } = this.options;
		const chunks = chunksOf(this.body, timeoutMs, signal);
		for (let bytes = 0; ; ) {
			const chunk = await chunks.next().catch(this.noteBroken);
			if (chunk?.done && chunk.value) this.problem = INTERRUPTED[chunk.value];
			bytes += chunk?.value?.length ?? 0;
			if (bytes > this.maxBytes) this.problem = tooLarge(this.maxBytes);
			if (this.problem) throw new UserError('The file was not received to its end');
			if (!chunk || chunk.done) return;
			yield chunk.value;
		}
	}

	private readonly noteBroken = (error: unknown) => {
		this.problem = explain(error);
		return undefined;
	};
}

const INTERRUPTED: Readonly<Record<Interruption, SendResult>> = {
	timedOut: { kind: 'noResponse', reached: 'maybe', reason: 'the request timed out' },
	cancelled: { kind: 'noResponse', reached: 'maybe', reason: 'the execution was cancelled' },
};

/** A response that is not a file, with its body read as an error body. */
async function refused(
	response: { status: number; headers: Readonly<Record<string, unknown>> },
	body: StreamedBody,
	own: boolean,
	{ timeoutMs, signal }: BodyOptions,
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
	const text = await readText(body, timeoutMs, signal);
	return { kind: 'response', response: { status, headers, body: fromJson(text) } };
}

/** An error body; empty where it cannot be received, or is too large to be one. */
async function readText(body: StreamedBody, timeoutMs: number, signal?: AbortSignal) {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of chunksOf(body, timeoutMs, signal)) {
			bytes += chunk.length;
			if (bytes > MAX_ERROR_BYTES) return '';
			chunks.push(chunk);
		}
	} catch {
		return '';
	}
	return Buffer.concat(chunks).toString();
}

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const tooLarge = (maxBytes: number): SendResult =>
	stopped({
		kind: 'tooLarge',
		message: `The file is larger than ${maxBytes / 1_000_000} MB`,
		remedy: 'Raise Max File Size in the options.',
	});

const notStored = (reason: string): SendResult =>
	stopped({
		kind: 'unavailable',
		message: `n8n could not store the file: ${reason}`,
		remedy: 'Check the binary data storage of n8n: its mode, its free space and its limits.',
	});

const stopped = (failure: Parameters<typeof fail>[0]): SendResult => ({ kind: 'stopped', failure });

const refuse = (message: string): SendResult =>
	stopped({
		kind: 'unexpectedResponse',
		message,
		remedy: 'The file was not downloaded. Contact the operator of the service.',
	});
