import { readErrorBody } from '../../../nodes/shared/http/noResponse';
import { httpError, RECORD_ID, rejected } from '../../../nodes/shared/http/failures';
import { plain } from '../plain';

const about = {
	method: 'GET',
	purpose: 'get the company',
	permission: 'any token',
	idempotent: true,
	foundBy: RECORD_ID,
} as const;
const notFound = (body: unknown, status = 404) => httpError({ status, headers: {}, body }, about);

function nested(depth: number): object {
	let value: object = {};
	for (let level = 0; level < depth; level += 1) value = { value };
	return value;
}

describe('what an error body says', () => {
	test.each<[string, unknown]>([
		['a message of 5 MB', { message: 'x'.repeat(5_000_000), ctx_id: 'c'.repeat(5_000_000) }],
		['a detail of a million entries', { detail: new Array(1e6).fill({ loc: ['a'], msg: 'b' }) }],
		['a million errors', { message: 'm', errors: new Array(1e6).fill('e'.repeat(100)) }],
		['errors that are 100,000 levels deep', { message: 'm', errors: nested(100_000) }],
		['a body that is 100,000 levels deep', nested(100_000)],
		['an object of 200,000 keys', Object.fromEntries(new Array(2e5).fill(0).map((_, n) => [n, n]))],
		['a wide and deep code', { error: { message: 'm', code: new Array(1000).fill(nested(1000)) } }],
		['a page of 5 MB', `<!doctype html><title>${'t'.repeat(5_000_000)}`],
		['a text of 5 MB', 'x'.repeat(5_000_000)],
		['a list of a million', new Array(1e6).fill('x')],
	])('is short for %s', (_, body) => {
		const size = JSON.stringify(readErrorBody(body)).length;
		expect(size).toBeGreaterThan(10);
		expect(size).toBeLessThan(25_000);
		const verdict = { kind: 'rejected', evidence: 'ok: false' } as const;
		const failure = rejected(about, { status: 200, headers: {}, body }, verdict);
		expect(JSON.stringify(plain({ failure })).length).toBeLessThan(30_000);
	});

	const no = { ok: false, ctx_id: 'ctx-7' };
	const errors = ['Name is taken'];
	test.each<[unknown, object]>([
		[
			{ ...no, status: 'error', external_id: 'a', errors },
			{ message: errors[0], ctxId: 'ctx-7', details: { errors } },
		],
		[
			{ ...no, error: 'quota exceeded' },
			{ message: 'quota exceeded', ctxId: 'ctx-7' },
		],
		[no, { message: undefined, ctxId: 'ctx-7' }],
		[
			{ message: '', detail: 'Not found', ctx_id: 7 },
			{ message: 'Not found', ctxId: undefined },
		],
		[{ ok: false, reason: 'closed' }, { message: '{"ok":false,"reason":"closed"}' }],
		[
			{ message: 'm', errors: { a: '__proto__', ['__proto__']: 1 } },
			{ message: 'm', details: { errors: { a: '__proto__' } } },
		],
	])('is read from %j', (body, expected) => {
		expect(readErrorBody(body)).toMatchObject(expected);
	});
});

describe('a 404', () => {
	const UNKNOWN = /^Could not get the company: No company 7$/;
	const ARCHIVED = /^Could not [^:]*: This Company is archived$/;
	const NO_ADDRESS = /nothing at this address/;
	test.each<[string, unknown, RegExp, RegExp]>([
		['of an unknown record', { message: 'No company 7' }, UNKNOWN, /^Check the ID/],
		['of an archived one', { message: 'This Company is archived' }, ARCHIVED, /is not archived\.$/],
		['of the framework', { detail: 'Not Found' }, NO_ADDRESS, /check the base URL.*without \/v1/],
		['of a web server', '<html><title>404</title>', /no such service/, /without \/v1/],
		['without a body', '', NO_ADDRESS, /check the base URL/],
	])('%s has advice of its own', (_, body, message, remedy) => {
		expect(notFound(body).message).toMatch(message);
		expect(notFound(body).remedy).toMatch(remedy);
	});
});

test.each([
	[undefined, /developers API area/],
	['refreshedToken' as const, /new refresh token/],
	['workspaceCode' as const, /Workspace Code/],
])('a 401 has the advice for what was sent: %s', (sentWith, remedy) => {
	const failure = httpError({ status: 401, headers: {}, body: {}, sentWith }, about);
	expect(failure.remedy).toMatch(remedy);
});
