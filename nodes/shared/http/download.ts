import { UserError } from 'n8n-workflow';

import { parseJson } from '../schema/jsonText';
import { isObject } from '../schema/values';
import { chunksOf, fileContentOf, readBody, type BodyOptions, type StreamedBody } from './body';
import { readErrorBody } from './noResponse';
import { Failure, settleNow, type FailureKind } from './failure';
import { notStored } from './failures';
import { done, findRefusal, isHtml, isSuccess, unknown, type Verdict } from './judge';
import type { Headers, SendResult, ServiceRequest, ServiceResponse, WantedFile } from './request';
import type { Session } from './session';

const MAX_REDIRECTS = 5;
/** Bytes by which a file is judged before it is stored. */
const START_BYTES = 64 * 1024;

type FileRequest = ServiceRequest & { readonly file: WantedFile };

/**
 * Fetches a file once, and stores it. The token goes to the origin of the base URL only; links and redirects that
 * lead elsewhere are followed without it. Stops as soon as the file proves too large.
 *
 * @throws Failure where no retry gets the file, and as `chunksOf`
 */
export async function fetchFile(
	session: Session,
	request: FileRequest,
	limits: BodyOptions,
): Promise<SendResult> {
	let link = belowBase(request.path, session.baseUrl);
	let base = `${session.baseUrl}/`;
	/** Whether all servers so far were the service itself: another one must not choose what is read with the token. */
	let own = true;
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
		if (!URL.canParse(link, base)) throw refused('The link to the file is not a valid URL');
		const url = new URL(link, base);
		if (url.protocol !== 'https:' && url.protocol !== 'http:') {
			throw refused(`The link to the file is not http or https but ${url.protocol.slice(0, -1)}`);
		}
		own &&= session.isOwn(url.href);
		const options = {
			url: url.href,
			method: 'GET' as const,
			// Of a compressed body n8n's HTTP helper cannot see whether it was cut.
			headers: { Accept: '*/*', 'Accept-Encoding': 'identity' },
			encoding: 'stream' as const,
			timeout: limits.timeoutMs,
		};
		const sent = await (own ? session.request(options) : session.requestElsewhere(options));
		if (sent.kind !== 'response') return sent;

		const { response } = sent;
		const { location } = response.headers;
		if (!REDIRECTS.has(response.status) || typeof location !== 'string') {
			return isSuccess(response.status)
				? await store(response, request, url.href, limits)
				: await readRefusal(response, request, own, limits);
		}
		(response.body as StreamedBody).destroy();
		link = location;
		base = url.href;
	}
	throw refused(`The link to the file redirects more than ${MAX_REDIRECTS} times`);
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
	response: ServiceResponse,
	request: FileRequest,
	url: string,
	options: BodyOptions,
): Promise<SendResult> {
	const { status, headers } = response;
	const body = response.body as StreamedBody;
	const { maxBytes, keep, rows } = request.file;
	const type = fileTypeOf(headers);
	let bytes = 0;
	/** Why the file was not received to its end. n8n may hide what a stream throws. */
	let problem: unknown;
	async function* received() {
		try {
			if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
			for await (const chunk of chunksOf(body, options, 'chunk')) {
				bytes += chunk.length;
				if (bytes > maxBytes) throw tooLarge(maxBytes);
				yield chunk;
			}
		} catch (error) {
			problem = error;
		}
		// So that it is not stored as if it had been.
		if (problem !== undefined) throw new UserError('The file was not received to its end');
	}
	try {
		const chunks = received();
		const start: Buffer[] = [];
		let isWhole = false;
		while (!isWhole && bytes < START_BYTES) {
			const { done = false, value } = await chunks.next();
			if (value) start.push(value);
			isWhole = done;
		}
		const text = Buffer.concat(start).toString();
		// A redirect may lead to a page with any name.
		const named = `${fileNameOf(headers, new URL(request.path, url).href)} ${type ?? ''}`;
		const verdict = judgeFile({ status, text, isWhole, named, rows });
		if (verdict.kind !== 'done') {
			const kind = verdict.kind === 'rejected' ? 'refused' : 'unexpectedResponse';
			throw noFile(request, { status, headers, body: parseJson(text) }, kind, verdict.evidence);
		}
		const whole = async function* () {
			yield* start;
			yield* chunks;
		};
		const content = await fileContentOf(whole());
		const kept = await keep(content, fileNameOf(headers, url), type);
		return { kind: 'response', response: { status, headers, body: kept } };
	} catch (error) {
		if (problem !== undefined) throw problem;
		throw error instanceof Failure ? error : notStored((error as Error).message);
	} finally {
		body.destroy();
	}
}

/** What a response to a request for a file is judged by. */
interface FileStart {
	readonly status: number;
	/** Its first characters. */
	readonly text: string;
	/** Nothing comes after them. */
	readonly isWhole: boolean;
	/** Name and type of the file, with a space between them. */
	readonly named: string;
	/** Rows that the file has by what is known of it; 0 where nothing is. */
	readonly rows: number;
}

/** A file is whole, has bytes where rows are expected, and is a page or a JSON object only where it is named as one. */
export function judgeFile({ status, text: start, isWhole, named, rows }: FileStart): Verdict {
	const text = start.trim();
	if (status !== 200 && status !== 203) return unknown(`HTTP ${status}`);
	if (isWhole && text === '') {
		return rows > 0
			? unknown(`no bytes, although the transfer counts ${rows} rows`)
			: done('no bytes');
	}
	const isPage =
		isHtml(text) || (text.startsWith('<') && named.slice(named.indexOf(' ')).includes('html'));
	if (isPage && !NAMED_PAGE.test(named)) return { kind: 'foreign', evidence: 'a page' };
	const json = isWhole ? parseJson(text) : undefined;
	if (!isObject(json)) return done('a file');
	const isNamed = NAMED_JSON.test(named);
	const refusal = findRefusal(json, { kind: 'facts' });
	if (refusal && (refusal.evidence.startsWith('ok:') || !isNamed)) return refusal;
	return isNamed ? done('a file') : unknown('a JSON object instead of it');
}

/** Programs save spreadsheets as pages, too, and name them as Excel does. */
const NAMED_PAGE = /\.(x?html?|mhtml?) |\.xls (?!.*html)/i;
const NAMED_JSON = /\.json |ndjson|jsonl/i;

/** A response that is not a success, with its body read as an error body. */
async function readRefusal(
	response: ServiceResponse,
	request: FileRequest,
	own: boolean,
	options: BodyOptions,
): Promise<SendResult> {
	const { status } = response;
	const body = await readBody(response.body, options).catch(() => '');
	const read = { ...response, body };
	const isVerdict = status >= 400 && status < 500 && status !== 429 && status !== 408;
	const isGone = status === 404 || status === 410;
	if (isVerdict && (!own || isGone || hasExpired(request, read))) {
		throw noFile(request, read, isGone ? 'notFound' : 'refused', `HTTP ${status}`);
	}
	return { kind: 'response', response: read };
}

/** Parameters of links that are valid for some time (AWS, Google, Azure, and common ones). */
const SIGNED =
	/[?&](x-amz-|x-goog-)?(signature|sig|expires|expiry|expires_at|exp|se|token|policy)=/i;

/** Whether a response says that the link is too old, as stores of files do, or refuses one that is valid for some time. */
const hasExpired = ({ path }: FileRequest, { status, body }: ServiceResponse): boolean =>
	// With 401 it may be the token that has expired.
	(status !== 401 && readErrorBody(body).message?.toLowerCase().includes('expir') === true) ||
	((status === 401 || status === 403) && SIGNED.test(path));

/** What came is not the file. */
function noFile(
	request: FileRequest,
	response: ServiceResponse,
	kind: FailureKind,
	evidence: string,
): Failure {
	const { message = '', ctxId } = readErrorBody(response.body);
	const words = message.trim().split('\n', 1)[0].trim();
	const what = hasExpired(request, response)
		? 'The link to the file has expired'
		: `Could not ${request.purpose}: no file came`;
	return new Failure({
		kind,
		message: `${what} (${evidence})${words ? `: ${words}` : ''}`,
		remedy:
			'Run the node again: it reads the transfer again to get a current link. If it stays so, the service has no such file.',
		status: response.status,
		serviceMessage: words || undefined,
		ctxId,
	});
}

const tooLarge = (maxBytes: number) =>
	new Failure({
		kind: 'tooLarge',
		message: `The file is larger than ${maxBytes / 1_000_000} MB`,
		remedy: 'Raise Max File Size in the options.',
	});

const refused = (message: string) =>
	new Failure({
		kind: 'unexpectedResponse',
		message,
		remedy: 'The file was not downloaded. Contact the operator of the service.',
	});

const MAX_NAME_LENGTH = 200;

/**
 * The name of a file that was fetched: from Content-Disposition (RFC 6266), else the last segment of
 * its address, else `file`. Never with a folder in it.
 */
export function fileNameOf(headers: Headers, url: string): string {
	const { pathname } = new URL(url);
	const last = pathname.slice(pathname.lastIndexOf('/') + 1);
	const candidates = [namedBy(String(headers['content-disposition'])), decoded(last)];
	return candidates.map(safe).find((name) => name !== '') ?? 'file';
}

/** The type of a file that was fetched; undefined where the response gives no useful type. */
export function fileTypeOf(headers: Headers): string | undefined {
	const [type] = /^[\w.+-]+\/[\w.+-]+(?=\s*(;|$))/.exec(String(headers['content-type'])) ?? [];
	return type && !/\/octet-stream$/i.test(type) ? type.toLowerCase() : undefined;
}

/** The file name of a Content-Disposition (RFC 6266): `filename*` in UTF-8, else `filename`, with quotes or without. */
function namedBy(disposition: string): string {
	const extended = /(?:^|;)\s*filename\*\s*=\s*"?utf-8'[^']*'([^;"]*)/i.exec(disposition)?.[1];
	const [, quoted, plain = ''] =
		/(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/i.exec(disposition) ?? [];
	return decoded(extended ?? quoted?.replace(/\\(.)/g, '$1') ?? plain);
}

/** Without percent-encoding; what is none stays as it is. */
function decoded(text: string): string {
	const read = settleNow(() => decodeURIComponent(text));
	return read.ok ? read.value : text;
}

/** Control characters, those that turn the direction of a text, ends of lines, and halves of characters. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** What comes after the last slash of either kind, without unsafe characters; '' for `.` and `..`. */
function safe(name: string): string {
	const base = name
		.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
		.replace(UNSAFE, '')
		.trim();
	return /^\.{0,2}$/.test(base) ? '' : base.slice(-MAX_NAME_LENGTH);
}
