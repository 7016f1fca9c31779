import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import {
	chunksOf,
	readBody as receiveBody,
	RESPONSE_LIMITS,
	UnreadBody,
	type BodyOptions,
} from '../../../nodes/shared/http/body';

const options = { timeoutMs: 1000 };
const readBody = async (given: unknown, limits: BodyOptions) => {
	try {
		return { body: await receiveBody(given, limits) };
	} catch (broken) {
		return { broken };
	}
};
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

	it('stays as it is where n8n has read it already', async () =>
		expect(await readBody({ a: 1 }, options)).toEqual({ body: { a: 1 } }));

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
		expect(await readBody(body, { timeoutMs: 10 })).toEqual({ broken: { code: 'ETIMEDOUT' } });
		expect(body.destroyed).toBe(true);
	});

	it('ends with the execution, and the connection with it', async () => {
		const body = silent();
		const controller = new AbortController();
		const cancelled = readBody(body, { timeoutMs: 60_000, signal: controller.signal });
		controller.abort();
		expect(await cancelled).toEqual({ broken: { code: 'ERR_CANCELED' } });
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

describe('the chunks of a body that is used while it is received', () => {
	/** Gives a chunk whenever one is asked for, a thousand at most, and counts them. */
	const plentiful = () => {
		const given = { chunks: 0 };
		const body = new Readable({
			highWaterMark: 1,
			read() {
				given.chunks += 1;
				this.push(given.chunks > 1000 ? null : Buffer.from('x'));
			},
		});
		return { body, given };
	};

	it('come no faster than they are used, and none after the caller has left', async () => {
		const { body, given } = plentiful();
		let used = 0;
		for await (const chunk of chunksOf(body, options, 'chunk')) {
			expect(String(chunk)).toBe('x');
			await sleep(5);
			used += 1;
			expect(given.chunks).toBeLessThan(used + 4);
			if (used === 10) break;
		}
		expect(body.destroyed).toBe(true);
	});

	it('have the time limit each, without the time in which they are used', async () => {
		const { body } = plentiful();
		let used = 0;
		for await (const chunk of chunksOf(body, { timeoutMs: 300 }, 'chunk')) {
			expect(chunk.length).toBeGreaterThan(0);
			if (used < 2) await sleep(700);
			used += 1;
			if (used === 20) break;
		}
		expect(used).toBe(20);
		const halting = new Readable({ read() {} });
		halting.push(Buffer.from('x'));
		const seen: string[] = [];
		const received = (async () => {
			for await (const chunk of chunksOf(halting, { timeoutMs: 100 }, 'chunk')) {
				seen.push(String(chunk));
			}
		})();
		await expect(received).rejects.toEqual({ code: 'ETIMEDOUT' });
		expect([seen, halting.destroyed]).toEqual([['x'], true]);
	});

	it('are followed by what went wrong, which may come while the last one is used', async () => {
		const body = new Readable({ read() {} });
		body.push(Buffer.from('x'));
		const error = new Error('reset');
		const seen: string[] = [];
		const received = (async () => {
			for await (const chunk of chunksOf(body, options, 'chunk')) {
				seen.push(String(chunk));
				body.destroy(error);
				await sleep(5);
			}
		})();
		await expect(received).rejects.toBe(error);
		expect(seen).toEqual(['x']);
	});
});
