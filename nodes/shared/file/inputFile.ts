import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { badInput, noteStream } from '../http';
import { show } from '../schema/limits';

/** A file among the binary data of an item. */
export interface InputFile {
	/** As n8n shows it; its field where it has no name. */
	readonly name: string;
	/** Reads it from its beginning, every time. Throws what n8n throws when the file is gone. */
	readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** Small enough to be worked on at a stretch. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Opens a file of an item.
 *
 * @param field where it stands among the binary data, or the binary data themselves
 * @throws Failure that names the fields there are, when there is no such file
 */
export function openInputFile(
	context: IExecuteFunctions,
	item: number,
	field: string | IBinaryData,
): InputFile {
	let binary: IBinaryData;
	try {
		binary = context.helpers.assertBinaryData(item, field as string);
	} catch {
		throw noFile(context, item, field);
	}
	const { id, data, fileName } = binary;
	const name = fileName ?? (typeof field === 'string' ? field : 'file');
	if (!id) {
		const content = Buffer.from(data, 'base64');
		return { name, chunks: () => partsOf(content) };
	}
	return {
		name,
		async *chunks() {
			const stream = await context.helpers.getBinaryStream(id, CHUNK_BYTES);
			noteStream(stream);
			yield* stream as AsyncIterable<Uint8Array>;
		},
	};
}

async function* partsOf(content: Buffer) {
	for (let at = 0; at < content.length; at += CHUNK_BYTES) {
		yield content.subarray(at, at + CHUNK_BYTES);
	}
}

function noFile(context: IExecuteFunctions, item: number, field: unknown) {
	const fields = Object.keys(context.getInputData()[item]?.binary ?? {});
	const found =
		fields.length === 0
			? 'The item has no binary data: read the file with a node such as Read/Write Files from Disk or HTTP Request first.'
			: `The item has ${fields.map((name) => show(name)).join(', ')}. Enter one of them.`;
	return badInput(
		'binaryPropertyName',
		`There is no file in the input data field ${show(field)}`,
		found,
	);
}
