import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { cases } from '../../../testing/simulations';
import { createClock, limiterIn } from './limiter/simulation';
import { acquired, fresh } from './requests';

const MINUTE = 60_000;

/** Bytes in use, after a collection. */
function used(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return process.memoryUsage().heapUsed;
}

it('credentials with a request a minute through three days take little memory', async () => {
	const clock = createClock();
	const count = cases(50, 500);
	const minutes = cases(1, 3) * 24 * 60;
	const before = used();
	const queues = Array.from({ length: count }, () =>
		limiterIn(clock, () => 0.5).openQueue({ max: 5, isInteractive: true, maxWaitMs: 20_000 }),
	);
	for (let minute = 0; minute < minutes; minute += 1) {
		clock.at(clock.now() + MINUTE, () => {});
		await clock.run(() => false, MINUTE);
		for (const queue of queues) {
			queue.release(acquired(queue.acquire(fresh)), { kind: 'responded' });
		}
	}
	const bytes = used() - before;
	// 409 KB each when every start was kept; 20 MB for 500.
	expect(bytes / count).toBeLessThan(40_000);
	expect(queues).toHaveLength(count);
}, 600_000);
