import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { readBody } from '../../../nodes/shared/http/body';

it('a clock that is set on by an hour while bodies are received ends none of them', async () => {
	const now = Date.now.bind(Date);
	const bodies = Array.from({ length: 5 }, () => new PassThrough());
	const reads = bodies.map(async (body) => await readBody(body, { timeoutMs: 10_000 }));
	for (const body of bodies) body.write('{"ok":');
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
	await delay(500);
	for (const body of bodies) body.end('true}');
	expect(await Promise.all(reads)).toEqual(bodies.map(() => ({ ok: true })));
	clock.mockRestore();
});
