/** The ways in which n8n keeps files, for the engine of the tests. */
import type { Readable } from 'node:stream';

import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

import { container, prepareEnvironment } from './engine/environment';
import { s3Manager } from './s3';
import { hasFeature } from './since';

/**
 * `filesystem` is the default of a single n8n, `default` keeps files in the items, and `database`, the
 * default of queue mode, takes and gives them as a whole; here a map stands for the database. `s3` takes them as a
 * whole and gives them as streams.
 */
export type BinaryMode = 'filesystem' | 'default' | 'database' | 's3';

/** The ones that this n8n-core can be tested in. */
export const BINARY_MODES: readonly BinaryMode[] = [
	'filesystem',
	'default',
	'database',
	...(hasFeature('blobStorage') ? (['s3'] as const) : []),
];

interface Switchable {
	mode: string;
	setManager(mode: string, manager: unknown): void;
}

/** Makes n8n keep files in this way from now on. Files that it has are still found. */
export async function setBinaryMode(mode: BinaryMode): Promise<void> {
	await prepareEnvironment();
	const service = container.get(BinaryDataService) as unknown as Switchable;
	if (mode === 'database') service.setManager(mode, mapManager());
	if (mode === 's3') service.setManager(mode, await s3Manager());
	service.mode = mode === 'filesystem' ? 'filesystem-v2' : mode;
}

/** A file as a node before would have given it. */
export async function storeFile(
	content: Buffer | Readable,
	fileName: string,
): Promise<IBinaryData> {
	await prepareEnvironment();
	const location = { type: 'execution' as const, workflowId: 'before', executionId: '1' };
	return await container
		.get(BinaryDataService)
		.store(location, content, { data: '', mimeType: 'text/csv', fileName });
}

/** Keeps whole files, as the manager for the database does. */
function mapManager() {
	const files = new Map<string, Buffer>();
	const read = (id: string) => files.get(id) as Buffer;
	return {
		async store(_: unknown, content: Buffer | AsyncIterable<Buffer>) {
			const chunks: Buffer[] = [];
			if (Buffer.isBuffer(content)) chunks.push(content);
			else for await (const chunk of content) chunks.push(chunk);
			const id = `file-${files.size}`;
			files.set(id, Buffer.concat(chunks));
			return { fileId: id, fileSize: read(id).length };
		},
		getAsBuffer: async (id: string) => read(id),
		async getAsStream(id: string) {
			const { Readable } = await import('node:stream');
			return Readable.from([read(id)], { objectMode: false });
		},
		getMetadata: async (id: string) => ({ fileSize: read(id).length }),
		async copyByFileId(_: unknown, id: string) {
			files.set(`${id}-copy`, read(id));
			return `${id}-copy`;
		},
	};
}
