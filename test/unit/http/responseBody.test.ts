import { Readable } from 'node:stream';

import { readBody, RESPONSE_LIMITS, UnreadBody } from '../../../nodes/shared/http/responseBody';

const options = { timeoutMs: 1000 };
const read = async (...chunks: Array<string | Buffer>) =>
	await readBody(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), options);
const reasonOf = (result: unknown) => (result as { body: UnreadBody }).body.reason;

describe('the body of a response', () => {
	it.each<[string, string[], unknown]>([
		['JSON', ['{"a":', '[1]}'], { a: [1] }],
		['JSON behind a byte order mark', ['\ufeff{"a":1}'], { a: 1 }],
		['a text', ['no JSON'], 'no JSON'],
		['nothing', [], ''],
		['a lone surrogate', ['"\\ud800"'], '\ud800'],
	])('is read: %s', async (_, chunks, body) => {
		expect(await read(...chunks)).toEqual({ body });
	});

	it('is read where a character lies in two chunks', async () => {
		const bytes = Buffer.from('"é"');
		expect(await read(bytes.subarray(0, 2), bytes.subarray(2))).toEqual({ body: 'é' });
	});

	it('stays as it is where n8n has read it already', async () => {
		expect(await readBody({ a: 1 }, options)).toEqual({ body: { a: 1 } });
	});

	it('is received no further than it may be large', async () => {
		const megabytes = 200;
		let sent = 0;
		const huge = Readable.from(
			(function* () {
				for (; sent < megabytes; sent += 1) yield Buffer.alloc(1_000_000, ' ');
			})(),
		);
		expect(reasonOf(await readBody(huge, options))).toBe('more than 64 MB');
		expect(huge.destroyed).toBe(true);
		expect(sent).toBeLessThan(90);
		const largest = await read(Buffer.alloc(RESPONSE_LIMITS.bytes, ' '));
		expect(largest).toHaveProperty('body.length', RESPONSE_LIMITS.bytes);
	});

	it('is refused with too many levels, and not for brackets in a text', async () => {
		const { levels } = RESPONSE_LIMITS;
		const nested = (count: number) => '['.repeat(count) + ']'.repeat(count);
		expect(reasonOf(await read(nested(levels + 1)))).toBe('more than 500 levels');
		// Shorter texts are not looked through.
		const deepest = `${nested(levels)}   `;
		expect(await read(deepest)).toEqual({ body: JSON.parse(deepest) as unknown });
		const text = `\\"${'['.repeat(10_000)}`;
		expect(await read(`{"a":"${text}"}`)).toEqual({
			body: { a: JSON.parse(`"${text}"`) as string },
		});
		expect(await read(`[${'[],'.repeat(1000)}[]]`)).toHaveProperty('body.length', 1001);
	});

	it('is refused with too many values', async () => {
		const many = `[${'0,'.repeat(RESPONSE_LIMITS.values + 1)}0]`;
		expect(reasonOf(await read(many))).toBe('more than 5 million values');
	});

	it('is refused with too many keys in one object, and not with as many in several', async () => {
		const { keys } = RESPONSE_LIMITS;
		const object = (count: number) =>
			`{${Array.from({ length: count }, (_, n) => `"k:${n}": {}`).join(',')}}`;
		expect(reasonOf(await read(object(keys + 1)))).toBe('more than 50000 keys in one object');
		expect(reasonOf(await read(`[[],{"a":{"b":[${object(keys + 1)}]}}]`))).toBe(
			'more than 50000 keys in one object',
		);
		const most = `[${object(keys)},${object(keys)}]`;
		expect(await read(most)).toEqual({ body: JSON.parse(most) as unknown });
	});

	const silent = () => new Readable({ read() {} });

	it('ends with the time limit, and the connection with it', async () => {
		const body = silent();
		expect(await readBody(body, { timeoutMs: 10 })).toEqual({ broken: 'timedOut' });
		expect(body.destroyed).toBe(true);
	});

	it('ends with the execution, and the connection with it', async () => {
		const body = silent();
		const controller = new AbortController();
		const cancelled = readBody(body, { timeoutMs: 60_000, signal: controller.signal });
		controller.abort();
		expect(await cancelled).toEqual({ broken: 'cancelled' });
		expect(body.destroyed).toBe(true);
	});

	it('ends with the connection, and with what went wrong on it', async () => {
		const cut = silent();
		const broken = readBody(cut, options);
		cut.destroy();
		expect(await broken).toEqual({ broken: { code: 'ECONNRESET' } });
		const failing = silent();
		const failed = readBody(failing, options);
		const error = new Error('unexpected end of file');
		failing.destroy(error);
		expect(await failed).toEqual({ broken: error });
	});
});
