import { PassThrough, Readable } from 'node:stream';

import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { send, whyNot } from '../../../credentials/access';

/** What sending gives, where n8n's HTTP helper responds so. */
const sendWith = async (httpRequest: (options: IHttpRequestOptions) => Promise<unknown>) =>
	await send({ helpers: { httpRequest } } as IHttpRequestHelper, { url: 'https://own.example/v1' });

const broken = (error: Error) => new Readable({ read: (): void => void 0 }).destroy(error);

/** An error that stands behind so many others. */
const behind = (depth: number): object =>
	depth === 0 ? { code: 'ECONNREFUSED' } : { cause: behind(depth - 1) };

describe('send', () => {
	beforeAll(() => void jest.useFakeTimers({ doNotFake: ['nextTick'] }));
	afterAll(() => void jest.useRealTimers());

	it('gives the status and the body, and does not follow redirects', async () => {
		const body = Readable.from([Buffer.from('{"ok":'), Buffer.from('true}')]);
		const sent: IHttpRequestOptions[] = [];
		const response = await sendWith(async (options) => {
			sent.push(options);
			return { statusCode: 302, body };
		});
		expect(response).toEqual({ status: 302, body: { ok: true } });
		expect(sent).toMatchObject([
			{
				url: 'https://own.example/v1',
				disableFollowRedirect: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				encoding: 'stream',
			},
		]);
	});

	it.each<[string, object, string]>([
		['itself', behind(0), 'the service refused the connection'],
		['four causes away', behind(4), 'the service refused the connection'],
		['further away than anybody looks', behind(5), 'the connection failed'],
		['that is no text', { code: 1, cause: behind(0) }, 'the service refused the connection'],
		['nowhere', new Error('Bearer the-secret'), 'the connection failed'],
	])('says why no response came, by the code of the error %s', async (_, error, reason) => {
		expect(await sendWith(async () => await Promise.reject(error))).toEqual({ reason });
	});

	it('says that the response broke off', async () => {
		const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		expect(await sendWith(async () => ({ statusCode: 200, body: broken(error) }))).toEqual({
			reason: 'the connection was closed before the response was complete',
		});
	});

	it('waits half a minute for the response to end', async () => {
		const response = sendWith(async () => ({ statusCode: 200, body: new PassThrough() }));
		await jest.advanceTimersByTimeAsync(31_000);
		expect(await response).toEqual({ reason: 'the request timed out' });
	});
});

describe('whyNot', () => {
	const why = (status: number, body: unknown = {}, baseUrl = 'https://own.example') =>
		whyNot('service', baseUrl, { status, body });

	it.each([
		[299, undefined],
		[300, /redirects to another one \(HTTP 300\)/],
		[399, /redirects/],
		[400, undefined],
		[401, undefined],
		[403, undefined],
		[404, /no such service at this address \(HTTP 404\)/],
		[405, /no such service/],
		[410, /no such service/],
		[429, /no more requests at the moment/],
		[499, undefined],
		[500, /The service failed \(HTTP 500\)/],
		[503, /The service failed/],
	])('judges a response by its status: %d', (status, expected) => {
		if (expected) expect(why(status)).toMatch(expected);
		else expect(why(status)).toBeUndefined();
	});

	it('says that it could not be reached', () => {
		expect(whyNot('service', 'https://own.example', { reason: 'the host was not found' })).toMatch(
			/^Could not reach the service: the host was not found\./,
		);
	});

	it('knows another server by its body', () => {
		expect(why(200, '<!doctype html><html></html>')).toMatch(/^A web page responded/);
		expect(why(200, 'OK')).toMatch(/^Something else than the service responded/);
		expect(why(200, ['a'])).toMatch(/^Something else/);
		// What a status of failure comes with is another's page as often as not.
		expect(why(401, 'Unauthorized')).toBeUndefined();
	});

	it.each(['/v1', '/v1/public', '/api'])(
		'names what is too much in the base URL: %s',
		(version) => {
			expect(why(404, {}, `https://own.example${version}`)).toContain(
				`Leave out ${version} at the end`,
			);
			expect(why(404, {}, `https://own.example${version}/x`)).toContain('without /v1');
		},
	);
});
