const ALL = [
	'Date',
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/**
 * Puts jest's clock in place of these, and of nothing else: sockets and n8n go on.
 *
 * @returns what gives the real ones back
 */
export function fakeOnly(
	faked: ReadonlyArray<(typeof ALL)[number]>,
	now: Date | number = Date.now(),
): () => void {
	jest.useFakeTimers({ now, doNotFake: ALL.filter((one) => !faked.includes(one)) });
	return () => jest.useRealTimers();
}

/** Has the clock that measures run ahead by so many milliseconds, until jest restores its mocks. */
export function measureAhead(byMs: () => number) {
	const { now } = performance;
	return jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + byMs());
}
