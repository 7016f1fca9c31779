/** Waits that end when they are no longer wanted. */
import { wait, within } from '../../../nodes/shared/http/wait';

const late = () => new Error('late');

it('a wait of an hour ends when its signal aborts', async () => {
	const controller = new AbortController();
	const waiting = wait(3_600_000, controller.signal);
	controller.abort();
	await waiting;
});

it('a task that ends in time gives what it gives; one that does not is left to itself', async () => {
	expect(await within(Promise.resolve('done'), 60_000, late)).toBe('done');
	await expect(within(new Promise(() => {}), 10, late)).rejects.toThrow('late');
});
