import { createStaggeredStart } from '../../../nodes/shared/execution/tasks';

const loopTurn = async () => await new Promise<void>((resume) => setImmediate(resume));

it('starts the first item at once', async () => {
	const turn = createStaggeredStart();
	const seen: string[] = [];
	const first = turn().then(() => seen.push('first'));
	await Promise.resolve().then(() => Promise.resolve());
	expect(seen).toEqual(['first']);
	await first;
});

it('starts the others in order, at most two in one turn of the event loop', async () => {
	const turn = createStaggeredStart();
	let turns = 0;
	let done = false;
	const counting = (async () => {
		for (; !done; turns += 1) await loopTurn();
	})();
	const seen: Array<readonly [number, number]> = [];
	const callers = Array.from({ length: 10 }, (_, n) => n);
	// The first two go on wherever in a turn this test happens to begin: the count begins after them.
	await Promise.all([turn(), turn()]);
	await Promise.all(callers.map(async (n) => seen.push([n, (await turn(), turns)])));
	done = true;
	await counting;
	expect(seen.map(([n]) => n)).toEqual(callers);
	expect(new Set(seen.map(([, at]) => at)).size).toBe(5);
});

it('starts an item at once when the last one started long ago', async () => {
	const turn = createStaggeredStart();
	await Promise.all([turn(), turn()]);
	for (let turns = 0; turns < 10; turns += 1) await loopTurn();
	let on = false;
	void turn().then(() => (on = true));
	await Promise.resolve().then(() => Promise.resolve());
	expect(on).toBe(true);
});
