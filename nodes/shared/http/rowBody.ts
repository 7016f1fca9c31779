import { chunksOf, type StreamedBody } from './bodyChunks';
import { JsonRows } from './jsonRows';
import { UnreadBody, type BodyOptions, type ReadBody } from './responseBody';
import { settle, type Failure } from './failure';

/** Takes the rows of a list as they come, so that nobody has to hold all of them. */
export interface RowReceiver {
	/** The rows begin anew: what came before is of an attempt that failed. */
	restart(): Promise<void>;
	/** Takes the next rows; the next ones come when it is done. A failure ends the request. */
	take(rows: unknown[]): Promise<void>;
}

/**
 * Receives a body and hands the rows of its list on. A list may be of any size; a row, and what stands
 * beside the list, may not. The time limit is for each chunk.
 *
 * @returns the body with an empty list in the place of its rows, read as `readBody` does; or why the
 * receiver wants no more. Never throws
 */
export async function receiveRows(
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
