import { UserError } from 'n8n-workflow';

import { parseJson } from '../schema/jsonText';
import { chunksOf, type Interruption, type StreamedBody } from './bodyChunks';
import { cancelSignal, type ServiceContext } from './context';
import { readErrorBody } from './errorBody';
import { fileNameOf, fileTypeOf } from './fileName';
import { notStored } from './failures';
import { judgeFile } from './judgeFile';
import { fileContentOf } from './readable';
import type { ServiceRequest, ServiceResponse, WantedFile } from './request';
import { readBody, type BodyOptions } from './responseBody';
import { Failure, type FailureFacts, type FailureKind } from './failure';
import {
	sendWithoutCredential,
	sendWithCredential,
	explain,
	type SendResult,
	type Session,
} from './transport';

const MAX_REDIRECTS = 5;
/** So much is read of a file before it is stored. */
const START_BYTES = 64 * 1024;

type FileRequest = ServiceRequest & { readonly file: WantedFile };

/**
 * Fetches a file once, and stores it. The token goes to the origin of the base URL only; links and redirects that
 * lead elsewhere are followed without it. Stops as soon as the file proves too large. Never throws.
 */
export async function fetchFile(
	context: ServiceContext,
	session: Session,
	request: FileRequest,
	timeoutMs: number,
): Promise<SendResult> {
	const limits = { timeoutMs, signal: cancelSignal(context) };
	let link = belowBase(request.path, session.baseUrl);
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
			// Of a compressed body n8n's HTTP helper cannot tell whether it was cut.
			headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
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
		return status < 200 || status >= 300
			? await refused(sent.response, body, request, own, limits)
			: await store(sent.response, body, request, url.href, limits);
	}
	return refuse(`The link to the file redirects more than ${MAX_REDIRECTS} times`);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A path below the base URL, as all others of the service; one that begins with the path of the base URL is whole. */
function belowBase(link: string, baseUrl: string): string {
	const { pathname } = new URL(baseUrl);
	const isPath = /^\/(?!\/)/.test(link) && pathname !== '/' && !link.startsWith(`${pathname}/`);
	return isPath ? baseUrl + link : link;
}

/** Hands a file on to be stored while it is being received, once its start was judged to be one of a file. */
async function store(
	{ status, headers }: ServiceResponse,
	body: StreamedBody,
	request: FileRequest,
	url: string,
	options: BodyOptions,
): Promise<SendResult> {
	const { maxBytes, keep, rows } = request.file;
	let problem: SendResult | undefined;
	const type = fileTypeOf(headers);
	try {
		if (Number(headers['content-length']) > maxBytes) return tooLarge(maxBytes);
		const stop = (why: SendResult) => {
			problem = why;
			return new UserError('The file was not received to its end');
		};
		const chunks = limited(body, maxBytes, options, stop);
		const { start, isWhole } = await startOf(chunks);
		const text = Buffer.concat(start).toString();
		// A redirect may lead to a page with any name.
		const named = `${fileNameOf(headers, new URL(request.path, url).href)} ${type ?? ''}`;
		const verdict = judgeFile({ status, text, isWhole, named, rows });
		if (verdict.kind !== 'done') {
			const kind = verdict.kind === 'rejected' ? 'refused' : 'unexpectedResponse';
			return noFile(request, { status, headers, body: parseJson(text) }, kind, verdict.evidence);
		}
		const isCut = (bytes: number, lines: number, end: string) =>
			!isWhole &&
			Number(headers['content-length']) !== bytes &&
			!isEnded(end) &&
			!BINARY.test(text.slice(0, -4)) &&
			lines !== rows;
		const content = await fileContentOf(whole(start, chunks, isCut, stop));
		const kept = await keep(content, fileNameOf(headers, url), type);
		return { kind: 'response', response: { status, headers, body: kept } };
	} catch (error) {
		return problem ?? { kind: 'stopped', failure: notStored((error as Error).message) };
	} finally {
		body.destroy();
	}
}

/** Whether the last line of a text has ended, or its last list, object or element. */
const isEnded = (text: string) => /[\r\n\]}>]/.test(text.slice(text.trimEnd().length - 1));
const BINARY = /[\0\ufffd]/;

/** The first chunks of a file, START_BYTES or more unless it is shorter. */
async function startOf(chunks: AsyncIterator<Buffer, unknown>) {
	const start: Buffer[] = [];
	for (let bytes = 0; bytes < START_BYTES; ) {
		const { done, value } = await chunks.next();
		// Whoever leaves a body before its end says why.
		if (done) return { start, isWhole: value === undefined };
		start.push(value);
		bytes += value.length;
	}
	return { start, isWhole: false };
}

/**
 * A file that began with these chunks. Of a body that was compressed, or that ends with the connection, nothing else
 * than its last line says whether it is whole.
 *
 * @param isCut whether a file of so many bytes and line breaks is not whole, by its last characters
 * @throws then
 */
async function* whole(
	start: readonly Buffer[],
	rest: AsyncIterable<Buffer>,
	isCut: (bytes: number, lines: number, end: string) => boolean,
	stop: (problem: SendResult) => Error,
) {
	let [bytes, lines, end] = [0, 0, ''];
	for (const part of [start, rest]) {
		for await (const chunk of part) {
			bytes += chunk.length;
			for (let at = -1; (at = chunk.indexOf('\n', at + 1)) !== -1; ) lines += 1;
			end = chunk.subarray(-9).toString();
			yield chunk;
		}
	}
	if (isCut(bytes, lines, end)) throw stop(CUT);
}

/**
 * A file as it is being received, up to its limit.
 *
 * @param stop learns why it was not received to its end
 * @throws then, so that it is not stored as if it had been
 */
async function* limited(
	body: StreamedBody,
	maxBytes: number,
	{ timeoutMs, signal }: BodyOptions,
	stop: (problem: SendResult) => Error,
): AsyncGenerator<Buffer, void, void> {
	const chunks = chunksOf(body, timeoutMs, signal);
	for (let bytes = 0; ; ) {
		const chunk = await chunks.next().catch((error) => {
			throw stop(explain(error));
		});
		if (chunk.done && chunk.value) throw stop(INTERRUPTED[chunk.value]);
		if (chunk.done) return;
		bytes += chunk.value.length;
		if (bytes > maxBytes) throw stop(tooLarge(maxBytes));
		yield chunk.value;
	}
}

const CUT: SendResult = {
	kind: 'noResponse',
	reached: 'maybe',
	reason: 'the file ends in the middle of a line, so that it is not complete',
};

const INTERRUPTED: Readonly<Record<Interruption, SendResult>> = {
	timedOut: { kind: 'noResponse', reached: 'maybe', reason: 'the request timed out' },
	cancelled: { kind: 'noResponse', reached: 'maybe', reason: 'the execution was cancelled' },
};

/** A response that is not a success, with its body read as an error body. */
async function refused(
	response: ServiceResponse,
	body: StreamedBody,
	request: FileRequest,
	own: boolean,
	options: BodyOptions,
): Promise<SendResult> {
	const { status } = response;
	const read = { ...response, body: '', ...(await readBody(body, options)) };
	const isVerdict = status >= 400 && status < 500 && status !== 429 && status !== 408;
	const isGone = status === 404 || status === 410;
	return isVerdict && (!own || isGone || hasExpired(request, read))
		? noFile(request, read, isGone ? 'notFound' : 'refused', `HTTP ${status}`)
		: { kind: 'response', response: read };
}

/** Parameters of links that are valid for some time (AWS, Google, Azure, and common ones). */
const SIGNED =
	/[?&](x-amz-|x-goog-)?(signature|sig|expires|expiry|expires_at|exp|se|token|policy)=/i;

/** Whether a response says that the link is too old, or refuses a link that is valid for some time. */
const hasExpired = ({ path }: FileRequest, { status, body }: ServiceResponse): boolean =>
	// With 401 it may be the token that has expired.
	(status !== 401 && /expir/i.test(readErrorBody(body).message ?? '')) ||
	((status === 401 || status === 403) && SIGNED.test(path));

/** What came is not the file. */
function noFile(
	request: FileRequest,
	response: ServiceResponse,
	kind: FailureKind,
	evidence: string,
): SendResult {
	const { message = '', ctxId } = readErrorBody(response.body);
	const [words] = message.trim().split(/[\r\n]/);
	const what = hasExpired(request, response)
		? 'The link to the file has expired'
		: `Could not ${request.purpose}: no file came`;
	return stopped({
		kind,
		message: `${what} (${evidence})${words ? `: ${words}` : ''}`,
		remedy:
			'Run the node again: it reads the transfer again to get a current link. If it stays so, the service has no such file.',
		status: response.status,
		serviceMessage: words || undefined,
		ctxId,
	});
}

const tooLarge = (maxBytes: number): SendResult =>
	stopped({
		kind: 'tooLarge',
		message: `The file is larger than ${maxBytes / 1_000_000} MB`,
		remedy: 'Raise Max File Size in the options.',
	});

const stopped = (facts: FailureFacts): SendResult => ({
	kind: 'stopped',
	failure: new Failure(facts),
});

const refuse = (message: string): SendResult =>
	stopped({
		kind: 'unexpectedResponse',
		message,
		remedy: 'The file was not downloaded. Contact the operator of the service.',
	});
