import type { ServiceOptions } from './client';
import { fetchFile } from './download';
import { JsonRows } from './jsonRows';
import { explain } from './noResponse';
import { isSuccess, type SendResult, type RowReceiver, type ServiceRequest } from './request';
import { readBody, UnreadBody, type BodyOptions, type ReadBody } from './responseBody';
import { settle, type Failure } from './failure';
import type { Session } from './session';
import { chunksOf, isStreamed, type StreamedBody } from './streams';

/**
 * Sends requests of a session, each once, and reads the responses; files are stored.
 *
 * @returns a function that never throws
 */
export function createTransport(
	session: Session,
	{ timeoutMs, language = 'en' }: Pick<ServiceOptions, 'timeoutMs' | 'language'>,
): (request: ServiceRequest) => Promise<SendResult> {
	const options = { timeoutMs, signal: session.signal };
	return async function sendOnce({ file, ...request }) {
		if (file) return await fetchFile(session, { ...request, file }, options);
		const sent = await session.request({
			method: request.method,
			url: session.baseUrl + request.path,
			qs: request.query,
			headers: {
				// One fixed language, so that localised words do not depend on the caller.
				'Accept-Language': language,
				...(request.body && { 'Content-Type': 'application/json' }),
			},
			// n8n keeps what it gets for long: an object with all that is in it (docs/decisions.md, Files).
			body: request.body && Buffer.from(JSON.stringify(request.body)),
			json: true,
			// n8n would receive a response of any size, for any time.
			encoding: 'stream',
			timeout: timeoutMs,
		});
		if (sent.kind !== 'response') return sent;
		const { status, body } = sent.response;
		const read =
			request.rows && isSuccess(status) && isStreamed(body)
				? await receiveRows(body, request.rows, options)
				: await readBody(body, options);
		if ('stopped' in read) return { kind: 'stopped', failure: read.stopped };
		if ('broken' in read) return explain(read.broken);
		return { ...sent, response: { ...sent.response, body: read.body } };
	};
}

/**
 * Receives a body and hands the rows of its list on. A list may be of any size; a row, and what stands
 * beside the list, may not. The time limit is for each chunk.
 *
 * @returns the body with an empty list in the place of its rows, read as `readBody` does; or why the
 * receiver wants no more. Never throws
 */
async function receiveRows(
	body: StreamedBody,
	receiver: RowReceiver,
	{ timeoutMs, signal }: BodyOptions,
): Promise<ReadBody | { readonly stopped: Failure }> {
	await receiver.restart();
	const rows = new JsonRows();
	const chunks = chunksOf(body, timeoutMs, signal);
	try {
		for (;;) {
			const chunk = await chunks.next();
			if (chunk.done) {
				if (chunk.value) return { broken: chunk.value };
				const end = rows.end();
				return { body: end === 'notJson' ? rows.restText : end.body };
			}
			const found = rows.take(chunk.value);
			if (found === 'notJson') return { body: rows.restText };
			if (!Array.isArray(found)) return { body: new UnreadBody(found.tooMuch) };
			const taken = found.length > 0 ? await settle(receiver.take(found)) : undefined;
			if (taken && !taken.ok) return { stopped: taken.failure };
		}
	} catch (broken) {
		return { broken };
	} finally {
		await chunks.return(undefined);
	}
}
