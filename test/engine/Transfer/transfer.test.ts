import { setTimeout as delay } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import type { TransferPlan } from '../../../sandbox';
import { refreshData } from '../../../testing/credential';
import { takeLog } from '../../../testing/engine';
import { byId } from '../../../testing/parameters';
import { jsonOf, type RunNodeOptions } from '../../../testing/runNode';
import { startFileServer } from '../../../testing/services/fileServer';
import { useEngine, useSandbox, useService } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const sandbox = useSandbox({ transferClock: 'simulated', seed: 'none' });
const { n8n, runNode } = useEngine(sandbox);

const SECOND = 1000;
const plan: TransferPlan = { total: 10, queuedSeconds: 10, runningSeconds: 100 };
const start = (more: TransferPlan = {}) => sandbox.startTransfer({ ...plan, ...more }).id;
const startEnded = (more: TransferPlan = {}) => {
	const id = start(more);
	sandbox.advance(200 * SECOND);
	return id;
};

/** Runs one operation on the transfers with these IDs. */
const run = async (
	operation: string,
	ids: string[],
	parameters: INodeParameters = {},
	options: RunNodeOptions = {},
) =>
	await runNode(
		'transfer',
		operation,
		{ ...byId('={{ $json.id }}'), ...parameters },
		{ items: ids.map((id) => ({ id })), ...options },
	);

const errorOutput: RunNodeOptions = { onError: 'continueErrorOutput' };

describe('get', () => {
	itSince('errorDetails')(
		'outputs the record of each item, and failures on the error output',
		async () => {
			start({ id: 'a/b', name: 'Items' });
			const { items, failed } = await run('get', ['a/b', 'gone', ''], {}, errorOutput);
			const json = expect.objectContaining({ id: 'a/b', name: 'Items', status: 'queued' });
			expect(items).toEqual([expect.objectContaining({ json, pairedItem: { item: 0 } })]);
			expect(jsonOf(failed)).toMatchObject([
				{ details: { kind: 'notFound', status: 404, item: 1 } },
				{ details: { kind: 'input', parameter: 'recordId', item: 2 } },
			]);
		},
	);

	test('outputs the simplified, the raw or the selected fields', async () => {
		const id = startEnded();
		const keysFor = async (parameters: INodeParameters) =>
			Object.keys((await run('get', [id], parameters)).items[0].json);
		const added = ['data_file_url', 'outcome', 'probable', 'has_failed_rows', 'summary'];
		expect(await keysFor({})).toEqual(expect.arrayContaining(['id', 'status', ...added]));
		expect(await keysFor({})).toHaveLength(16);
		expect(await keysFor({ output: 'raw' })).toHaveLength(16);
		const selected = { output: 'selected', outputFields: ['status', 'updated_at'] };
		expect(await keysFor(selected)).toEqual(['id', 'status', 'updated_at']);
	});
});

describe('wait', () => {
	test('polls until the transfer ends, all items concurrently', async () => {
		const ids = Array.from({ length: 8 }, (_, index) => start({ id: `t-${index}` }));
		const options = { requests: { maxParallelRequests: 2 } };
		const waiting = run('wait', ids, { timeLimit: 60, options });
		const polls = () => sandbox.requests.filter(({ path }) => path.endsWith('/t-7'));
		while (polls().length < 2) await delay(10);
		sandbox.advance(200 * SECOND);
		const { items } = await waiting;
		expect(jsonOf(items).map(({ id, outcome }) => `${String(id)} ${String(outcome)}`)).toEqual(
			ids.map((id) => `${id} finished`),
		);
		expect(polls()).toHaveLength(3);
	});

	itSince('errorDetails')(
		'fails the item of a failed transfer, or of one that takes too long',
		async () => {
			startEnded({ id: 'some', failedRows: 2 });
			startEnded({ id: 'bad', outcome: 'failed', errorMessage: 'no disk' });
			start({ id: 'slow' });
			const parameters = { timeLimit: 2, failOnFailed: true };
			const { items, failed } = await run('wait', ['some', 'bad', 'slow'], parameters, errorOutput);
			expect(jsonOf(items)).toMatchObject([{ id: 'some', outcome: 'finished' }]);
			expect(jsonOf(failed)).toMatchObject([
				{
					error: 'The transfer failed. Failed: no disk',
					details: {
						kind: 'transferFailed',
						serviceMessage: 'no disk',
						serviceDetails: { id: 'bad' },
					},
				},
				{
					error: expect.stringMatching(
						/^The transfer did not end within 2 seconds. Not ended: status/,
					),
					details: { kind: 'timeLimit', serviceDetails: { id: 'slow' } },
				},
			]);
		},
	);

	test('stops when the execution is cancelled', async () => {
		start({ id: 'a' });
		const { status } = await run('wait', ['a'], { timeLimit: 600 }, { cancelAfterMs: 1500 });
		expect(status).toBe('canceled');
		const before = sandbox.requests.length;
		await delay(2000);
		expect(sandbox.requests).toHaveLength(before);
	});

	test.each([
		['timeLimit', { timeLimit: '={{ "soon" }}' }],
		['options.finishedStatuses', { options: { finishedStatuses: '={{ {} }}' } }],
	])('rejects a wrong %s before any request', async (parameter, parameters) => {
		const { error } = await run('wait', ['a'], { timeLimit: 1, ...parameters });
		expect(error?.context).toMatchObject({ parameter });
		expect(sandbox.requests).toEqual([]);
	});
});

describe('downloads', () => {
	const errors = 'row,external_id,error\n1,row-1,Name is missing\n3,row-3,Name is missing\n';

	test('return the file with its name and type, and send the token to the service’s origin', async () => {
		const id = startEnded({ id: 'a', failedRows: 2 });
		const { items } = await run('downloadErrorFile', [id]);
		expect(items).toMatchObject([{ json: { id: 'a', failed_number: 2 }, pairedItem: { item: 0 } }]);
		const expected = { fileName: 'errors-a.csv', mimeType: 'text/csv', fileExtension: 'csv' };
		expect(items[0].binary?.data).toMatchObject(expected);
		expect((await n8n.readBinary(items[0])).toString()).toBe(errors);
		expect(sandbox.requests).toMatchObject([
			{ path: '/v1/public/transfers/a', bearer: true },
			{ path: '/files/transfers/a/errors.csv', bearer: true, origin: 'service', status: 200 },
		]);
	});

	test('put the data file into the field that is named', async () => {
		const id = startEnded({ id: 'a', total: 2 });
		const { items } = await run('downloadDataFile', [id], { binaryPropertyName: 'rows' });
		expect(Object.keys(items[0].binary ?? {})).toEqual(['rows']);
		const content = (await n8n.readBinary(items[0], 'rows')).toString();
		expect(content).toBe('row,external_id\n1,row-1\n2,row-2\n');
	});

	test('refresh an expired token', async () => {
		const id = startEnded({ failedRows: 2 });
		const data = refreshData(sandbox.url, sandbox.tokens.refresh);
		const mine = await n8n.store.add('workspaceRecordsApi', data);
		const credentials = { workspaceRecordsApi: mine };
		// Good for the transfer, and no longer for its file.
		sandbox.setTokens({ lifetimeRequests: 1 });
		const before = sandbox.refreshCount();
		const { items } = await run('downloadErrorFile', [id], {}, { credentials });
		expect((await n8n.readBinary(items[0])).toString()).toBe(errors);
		expect(sandbox.refreshCount() - before).toBe(2);
	});

	test('reject an invalid size limit or field name', async () => {
		const id = startEnded({ failedRows: 1 });
		const zero = await run('downloadErrorFile', [id], { options: { maxFileSize: 0 } });
		expect(zero.error?.context).toMatchObject({ parameter: 'options.maxFileSize' });
		const nameless = await run('downloadErrorFile', [id], { binaryPropertyName: '={{ " " }}' });
		expect(nameless.error?.context).toMatchObject({ parameter: 'binaryPropertyName' });
	});
});

describe('downloads from misbehaving servers', () => {
	const token = 'secret-token-of-this-test';
	const service = useService(startFileServer);
	const elsewhere = useService(startFileServer);

	beforeAll(() => {
		for (const server of [service, elsewhere]) {
			server.responses['/file.csv'] = (response) => response.end('content');
			server.responses['/chunks.txt'] = (response) => {
				for (let count = 0; count < 100; count += 1) response.write('x'.repeat(1000));
				response.end();
			};
		}
	});

	const download = async (link: unknown, options: INodeParameters = {}) => {
		service.link(link);
		elsewhere.requests.length = 0;
		const output = await run('downloadErrorFile', ['t'], { options }, { service, token });
		const { requests: _, ...shown } = output;
		expect(JSON.stringify([shown, takeLog()])).not.toContain(token);
		expect(elsewhere.requests.map(({ authorization }) => authorization).filter(Boolean)).toEqual(
			[],
		);
		return output;
	};
	const redirect = (to: string) => (response: { writeHead: Function }) =>
		response.writeHead(302, { Location: to }).end();

	test.each(['ftp://127.0.0.1/x.csv', 'file:///etc/hostname', 'data:text/plain,x', 'http://'])(
		'a link like %s is rejected',
		async (link) => {
			const { error } = await download(link);
			expect(error?.message).toMatch(/^The link to the file is not (http or https|a valid URL)/);
			expect(service.requests).toHaveLength(1);
		},
	);

	test.each([null, '', '  ', undefined])('a link of %j counts as no file', async (link) => {
		const { error } = await download(link);
		expect(error?.message).toContain('The transfer has no error file');
	});

	test('a relative link is resolved against the service', async () => {
		const { items } = await download('/file.csv');
		expect((await n8n.readBinary(items[0])).toString()).toBe('content');
		expect(items[0].binary?.data.fileName).toBe('file.csv');
		expect(service.requests[1]).toEqual({ path: '/file.csv', authorization: `Bearer ${token}` });
	});

	test('the token goes along on the service’s origin, and neither to another one nor back from it', async () => {
		service.responses['/first'] = redirect('/moved') as never;
		service.responses['/moved'] = redirect(`${elsewhere.url}/moved-on`) as never;
		elsewhere.responses['/moved-on'] = redirect(`${service.url}/file.csv`) as never;
		const { items } = await download('/first');
		expect((await n8n.readBinary(items[0])).toString()).toBe('content');
		const authorization = `Bearer ${token}`;
		expect(service.requests.slice(1)).toEqual([
			{ path: '/first', authorization },
			{ path: '/moved', authorization },
			{ path: '/file.csv', authorization: undefined },
		]);
		expect(elsewhere.requests.map(({ path }) => path)).toEqual(['/moved-on']);
	});

	test('a redirect to another scheme, or an endless one, is rejected', async () => {
		service.responses['/away'] = redirect('file:///etc/hostname') as never;
		service.responses['/round'] = redirect('/round') as never;
		const away = await download('/away');
		expect(away.error?.message).toContain('not http or https but file');
		const round = await download('/round');
		expect(round.error?.message).toContain('redirects more than 5 times');
		expect(service.requests.filter(({ path }) => path === '/round')).toHaveLength(6);
	});

	test('a file of unknown size is cut off at the limit', async () => {
		const { error } = await download('/chunks.txt', { maxFileSize: 0.05 });
		expect(error?.message).toContain('The file is larger than 0.05 MB');
		const whole = await download(`${elsewhere.url}/chunks.txt`, { maxFileSize: 0.2 });
		expect((await n8n.readBinary(whole.items[0])).length).toBe(100_000);
	});

	test('a file that is announced as too large is not waited for', async () => {
		service.responses['/huge.csv'] = (response) =>
			response.writeHead(200, { 'Content-Length': 60_000_000 }).flushHeaders();
		const { error } = await download('/huge.csv');
		expect(error?.message).toContain('The file is larger than 50 MB');
	});

	test('a file that stalls fails with a time-out', async () => {
		service.responses['/stuck'] = (response) => response.write('x');
		const { error } = await download('/stuck', { requests: { timeout: 400, maxRetries: 0 } });
		expect(error?.message).toContain('the request timed out');
	});

	test('a file that breaks off is fetched again', async () => {
		let tries = 0;
		service.responses['/broken.txt'] = (response) => {
			tries += 1;
			response.setHeader('Content-Length', 7);
			if (tries === 2) response.end('content');
			else response.write('con', () => setTimeout(() => response.destroy(), 20));
		};
		const { items } = await download('/broken.txt');
		expect((await n8n.readBinary(items[0])).toString()).toBe('content');
		expect(tries).toBe(2);
	});

	test('an expired link on another origin and a missing permission on the service have their own errors', async () => {
		elsewhere.responses['/old'] = (response) =>
			response.writeHead(403).end('<Error>Expired</Error>');
		service.responses['/closed'] = (response) =>
			response.writeHead(403).end(JSON.stringify({ message: 'Not yours', ctx_id: 'c-1' }));
		const old = await download(`${elsewhere.url}/old`);
		expect(old.error?.message).toMatch(/^The link to the file has expired \(HTTP 403\)/);
		const closed = await download('/closed');
		expect(closed.error?.message).toContain(
			'The service refused to download the error file (HTTP 403): Not yours',
		);
	});
});
