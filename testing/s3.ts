/** n8n's storage in S3, with its own client, and a service on this machine in the place of S3. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { LoggerProxy } from 'n8n-workflow';

import { container } from './engine/environment';

const BUCKET = 'files';

interface StoredObject {
	readonly content: Buffer;
	readonly headers: Record<string, string>;
}

/** Keeps objects as S3 does: PUT, GET and HEAD under the address of the bucket. */
async function startBucket() {
	const objects = new Map<string, StoredObject>();
	const respond = async (request: IncomingMessage, response: ServerResponse) => {
		// The client has no end, and its connections would keep the process alive.
		response.setHeader('connection', 'close');
		const key = decodeURIComponent((request.url ?? '').split('?')[0]).slice(`/${BUCKET}/`.length);
		if (request.method === 'PUT') {
			const headers = Object.entries(request.headers).filter(
				([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'),
			) as Array<[string, string]>;
			objects.set(key, { content: await buffer(request), headers: Object.fromEntries(headers) });
			response.end();
			return;
		}
		const found = objects.get(key);
		if (!found) {
			response.writeHead(404, { 'content-type': 'application/xml' });
			response.end('<Error><Code>NoSuchKey</Code></Error>');
			return;
		}
		response.writeHead(200, { ...found.headers, 'content-length': found.content.length });
		response.end(request.method === 'HEAD' ? undefined : found.content);
	};
	const server = createServer((request, response) => void respond(request, response));
	// It ends with the process, which has no moment at which the last file has been read.
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening).unref());
	return { host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

type Constructor = new (...args: object[]) => object;

/** What n8n uses to keep files in S3. */
export async function s3Manager(): Promise<object> {
	const core = require.resolve('n8n-core');
	const requireFromCore = createRequire(core) as (name: string) => Record<string, Constructor>;
	const { BinaryDataBlobManager, ErrorReporter } = requireFromCore(core);
	const { S3ByteStore } = requireFromCore('@n8n/blob-storage');
	const { ObjectStoreService } = requireFromCore('@n8n/blob-storage/object-store');
	const settings = {
		...(await startBucket()),
		protocol: 'http',
		forcePathStyle: true,
		maxAttempts: 1,
		bucket: { name: BUCKET, region: 'eu-central-1' },
		credentials: { accessKey: 'key', accessSecret: 'secret', authAutoDetect: false },
	};
	const service = new ObjectStoreService(LoggerProxy, settings);
	return new BinaryDataBlobManager(
		new S3ByteStore(service),
		container.get(ErrorReporter as new () => object),
	);
}
