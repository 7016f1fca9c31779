import { readTokens } from '../../../credentials/refresh/renewal';
import { pack, unpack } from '../../../credentials/refresh/sessionToken';
import { settleNow } from '../../../nodes/shared/http';
import { readBaseUrl } from '../../../nodes/shared/http/request';
import { readErrorBody } from '../../../nodes/shared/http/noResponse';
import { isHtml } from '../../../nodes/shared/http/judge';
import fc, { itForAll } from '../../../testing/properties';
import { plain } from '../plain';

describe('the base URL of the credential', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['  https://API.example.com:443/proxy/records//  ', 'https://api.example.com/proxy/records'],
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
		['http://[::1]:8080/', 'http://[::1]:8080'],
	])('%j is read as %s', (given, url) => {
		expect(readBaseUrl(given)).toEqual(url);
	});

	it.each([
		[undefined, 'has no base URL'],
		['   ', 'has no base URL'],
		['api.example.com', 'must start with https://'],
		['https://a b', 'is not a valid URL'],
		['/v1', 'must start with https://'],
		['ftp://example.com', 'must start with https:// or http://'],
		['javascript:alert(1)', 'must start with https:// or http://'],
		['https://user@example.com', 'must not contain a user name or password'],
		['https://:secret@example.com', 'must not contain a user name or password'],
		['https://example.com/?key=secret', 'must not contain a query or a fragment'],
		['https://example.com/#top', 'must not contain a query or a fragment'],
	])('%j is refused without being repeated', (given, words) => {
		const read = settleNow(() => readBaseUrl(given));
		expect(read).toMatchObject({ ok: false, failure: { kind: 'input', parameter: 'baseUrl' } });
		expect(read).toMatchObject({ failure: { message: expect.stringContaining(words) } });
		expect(JSON.stringify(plain(read))).not.toContain('secret');
	});
});

describe('an error body', () => {
	const own = { message: 'Not so', ctx_id: 'ctx-1' };
	const errors = { name: ['is too long'] };

	it.each([
		['A: errors', { ...own, errors }, { details: { errors } }],
		[
			'B: errors and code',
			{ ...own, errors, code: 'invalid' },
			{ details: { errors, code: 'invalid' } },
		],
		['C: code', { ...own, code: 'not_found' }, { details: { code: 'not_found' } }],
		['D: neither', own, {}],
		['E: code, empty', { ...own, code: null }, {}],
		['without an ID', { message: 'Not so', ctx_id: null }, { ctxId: undefined }],
	])('of the service, variant %s', (_, body, rest) => {
		expect(readErrorBody(body)).toEqual({ message: 'Not so', ctxId: 'ctx-1', ...rest });
	});

	it.each([
		[
			'a text',
			{ detail: 'Not found', code: 'x' },
			{ message: 'Not found', details: { code: 'x' } },
		],
		[
			'a list of problems',
			{
				detail: [
					{ loc: ['body', 'order', 'items', 0], msg: 'is required', type: 'missing' },
					{ msg: 'is not JSON' },
				],
				ctx_id: 'ctx-2',
			},
			{ message: 'order.items.0: is required; is not JSON', ctxId: 'ctx-2' },
		],
	])('of the framework: %s', (_, body, read) => expect(readErrorBody(body)).toEqual(read));

	it('of a later interface: wrapped', () => {
		const body = { error: { message: 'Not so', code: 'x' }, meta: { ctx_id: 'ctx-3' } };
		const read = { message: 'Not so', ctxId: 'ctx-3', details: { code: 'x' } };
		expect(readErrorBody(body)).toEqual(read);
	});

	it.each([
		[
			'a web page',
			'<!DOCTYPE html><html><title> Bad gateway </title>',
			'a web page titled "Bad gateway"',
		],
		['a web page without a title', '\n<html><body>No</body></html>', 'a web page'],
		['text', 'upstream is down', 'upstream is down'],
		['long text', 'x'.repeat(600), `${'x'.repeat(500)}…`],
		['other JSON', { reason: 'no' }, '{"reason":"no"}'],
		['empty text', '', undefined],
		['null', null, undefined],
		['nothing', undefined, undefined],
	])('of nobody we know: %s', (_, body, message) => {
		expect(readErrorBody(body)).toEqual({ message });
	});

	it('is a web page only when it starts like one', () => {
		expect(['<!doctype html>', ' <HTML lang="en">'].map(isHtml)).toEqual([true, true]);
		const expected = [false, false, false, false];
		expect(['a <html> b', '<htmlx>', { html: 1 }, ''].map(isHtml)).toEqual(expected);
	});
});

describe('the answer to a refresh', () => {
	it.each([
		[{ access: 'a' }, { access: 'a', refresh: undefined }],
		[
			{ access_token: 'a', refresh_token: 'r' },
			{ access: 'a', refresh: 'r' },
		],
		[
			{ token: 'a', access: '', refresh: 'r' },
			{ access: 'a', refresh: 'r' },
		],
		[
			{ access_token: 'b', access: 'a', refresh: 5 },
			{ access: 'a', refresh: undefined },
		],
		[{ jwt: 'a' }, undefined],
		[{ access: 5 }, undefined],
		[{ access: 'a\r\nX-Injected: 1' }, undefined],
		[{ access: 'a'.repeat(8193) }, undefined],
		[
			{ access: 'a', refresh: 'é' },
			{ access: 'a', refresh: undefined },
		],
		['a', undefined],
		[null, undefined],
	])('%j', (body, tokens) => expect(readTokens(body)).toEqual(tokens));
});

describe('a stored session', () => {
	const origin = fc.record({ baseUrl: fc.webUrl(), refreshToken: fc.string() });

	itForAll(
		100,
		fc.string(),
		fc.string(),
		origin,
	)(
		'is given to the place and the refresh token it belongs to, and to no other',
		(accessToken, refreshToken, own) => {
			const session = { accessToken, refreshToken, generation: 3 };
			const stored = pack(own, session);
			expect(unpack(stored, own)).toMatchObject(session);
			expect(unpack(stored, { ...own, baseUrl: `${own.baseUrl}//` })).toMatchObject(session);
			const longer = `${own.refreshToken}x`;
			expect(unpack(stored, { ...own, refreshToken: longer })).toBeUndefined();
			expect(unpack(stored, { ...own, baseUrl: `${own.baseUrl}/x` })).toBeUndefined();
		},
	);

	it.each(['', 'none', 'v2', 'v2:', 'v2:{}', 'v2:null', 'v2:[', 'v1:0:token', 'a.b.c'])(
		'%j is none',
		(stored) => {
			expect(unpack(stored, { baseUrl: 'https://a.example', refreshToken: 'r' })).toBeUndefined();
		},
	);

	it('does not give the entered refresh token away', () => {
		const own = { baseUrl: 'https://a.example', refreshToken: 'refresh-secret' };
		expect(pack(own, { accessToken: 't', generation: 1 })).not.toMatch(/secret|a\.example/);
	});
});
