import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n stores as a file: bytes, or a stream of them. */
export type FileContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

interface ReadableClass {
	from(chunks: AsyncIterable<Buffer>): FileContent;
}

/** Node's Readable, once n8n has given a stream: nodes may not import it. */
let Readable: ReadableClass | undefined;

/** Remembers the class of a stream that n8n gave, for those that `fileContentOf` makes. */
export function noteStream(stream: object): void {
	if (Readable) return;
	// A response is of a class that extends Readable; one that was unpacked, of one that extends Duplex.
	for (
		let type = stream.constructor as unknown;
		typeof type === 'function' && 'from' in type;
		type = Object.getPrototypeOf(type)
	) {
		Readable = type as unknown as ReadableClass;
	}
}

/**
 * Chunks as what n8n stores. It is a stream; before n8n has given any stream, all of the chunks.
 *
 * @throws what the chunks throw
 */
export async function fileContentOf(chunks: AsyncIterable<Buffer>): Promise<FileContent> {
	if (Readable) return Readable.from(chunks);
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}
