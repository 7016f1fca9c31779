import { isStreamed, readBody } from './body';
import type { ServiceOptions } from './client';
import { fetchFile } from './download';
import { Failure } from './failure';
import { explain } from './noResponse';
import { isSuccess, type SendResult, type ServiceRequest } from './request';
import { receiveRows } from './rows';
import type { Session } from './session';

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
	return async function sendOnce({ file, rows, ...request }) {
		try {
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
			const { status, body: given, headers } = sent.response;
			const [, charset] = /charset="?([\w-]{1,40})/i.exec(String(headers['content-type'])) ?? [];
			const body =
				rows && isSuccess(status) && isStreamed(given)
					? await receiveRows(given, rows, options)
					: await readBody(given, { ...options, charset });
			return { ...sent, response: { ...sent.response, body } };
		} catch (error) {
			return error instanceof Failure ? { kind: 'stopped', failure: error } : explain(error);
		}
	};
}
