import {
	fail,
	Failure,
	settle,
	succeed,
	unwrap,
	type FailureKind,
	type Result,
} from '../../../nodes/shared/http';
import {
	followTransfer,
	type FollowedTransfer,
	type TransferReading,
} from '../../../nodes/shared/transfer/read';
import { DEFAULT_WORDS } from '../../../nodes/shared/transfer/record';

const SECOND = 1000;

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2030, 0, 1) }));
afterEach(() => jest.useRealTimers());

it.each([-1, 1])(
	'a clock that is set by %d hours neither ends a wait nor prolongs it',
	async (hours) => {
		const given = { words: DEFAULT_WORDS, limitMs: 60 * SECOND };
		let isOver = false;
		let reads = 0;
		const read = async () => {
			reads += 1;
			return await Promise.resolve(unwrap(shows('running')));
		};
		void settle(followTransfer({ ...given, read })).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(10 * SECOND);
		jest.setSystemTime(Date.now() + hours * 3600 * SECOND);
		await jest.advanceTimersByTimeAsync(40 * SECOND);
		expect([isOver, reads > 5]).toEqual([false, true]);
		await jest.advanceTimersByTimeAsync(20 * SECOND);
		expect(isOver).toBe(true);
	},
);

/** What the service shows of a transfer: a status or a record, or a failure. */
type Shown = Result<TransferReading>;
const shows = (record: string | object): Shown =>
	succeed({
		record: { id: 't', ...(typeof record === 'string' ? { status: record } : record) },
		setAside: [],
	});
const refuses = (kind: FailureKind, status?: number): Shown =>
	fail(new Failure({ kind, status, message: kind, remedy: '' }));

interface Run {
	followed?: Result<FollowedTransfer>;
	/** When it was read, in seconds after the start. */
	readonly readAt: number[];
	/** When it was over. */
	overAt?: number;
}

/** Follows a transfer that is shown so at each second. */
async function run(
	shownAt: (second: number) => Shown | Promise<Shown>,
	limitMs = 600 * SECOND,
	seconds = 3600,
	stop?: { aborted: boolean },
): Promise<Run> {
	const startedAt = Date.now();
	const since = () => (Date.now() - startedAt) / SECOND;
	const out: Run = { readAt: [] };
	const read = async () => {
		out.readAt.push(since());
		return unwrap(await shownAt(since()));
	};
	void settle(followTransfer({ read, words: DEFAULT_WORDS, limitMs, stop })).then((followed) => {
		out.followed = followed;
		out.overAt = since();
	});
	for (let slice = 0; slice < seconds && !out.followed; slice += 1) {
		await jest.advanceTimersByTimeAsync(SECOND);
	}
	return out;
}

/** How it ended, and in which second. */
const told = ({ followed, overAt = NaN }: Run) => {
	const what = followed?.ok ? followed.value.verdict.outcome : followed?.failure.kind;
	return `${String(what)} ${Math.floor(overAt)}`;
};

/** Good reads for five seconds, then this until a second, then the end. */
const between = (passing: Shown, until: number) => (second: number) =>
	second < 4 ? shows('running') : second < until ? passing : shows('completed');

describe('a transfer that is followed', () => {
	it('is read at growing intervals', async () => {
		const { readAt } = await run((second) => shows(second < 8 ? 'running' : 'done'));
		expect(readAt.map((each) => Math.round(each * 100) / 100)).toEqual([0, 1, 2.5, 4.75, 8.13]);
		const long = await run(() => shows('running'));
		expect(Math.max(...long.readAt.slice(1).map((at, n) => at - long.readAt[n]))).toBe(60);
	});

	it('is read again after ten seconds where a second read decides', async () => {
		const full = { total_number: 3, success_number: 3 };
		const out = await run((second) => shows(second < 30 ? 'running' : full));
		expect(told(out)).toMatch(/^finished \d+$/);
		const [before, last] = out.readAt.slice(-2);
		expect(before).toBeGreaterThanOrEqual(30);
		expect(last - before).toBeGreaterThanOrEqual(10);
		expect(last - before).toBeLessThan(10.5);
	});

	const passing: Array<[string, Shown]> = [
		['a lock', refuses('refused', 423)],
		['a request that came too early', refuses('refused', 425)],
		['a conflict', refuses('refused', 409)],
		['a body that is no transfer', refuses('unexpectedResponse', 200)],
		['a lost connection', refuses('unavailable')],
	];

	it.each<[string, Shown]>([
		...passing,
		['a rejected token', refuses('unauthorized', 401)],
		['a missing permission', refuses('forbidden', 403)],
		['a missing record', refuses('notFound', 404)],
		['another transfer', refuses('otherRecord')],
		['a service that is down', refuses('unavailable', 503)],
		['a rate limit', refuses('rateLimited', 429)],
	])('outlasts %s between good reads', async (_, shown) => {
		expect(told(await run(between(shown, 60)))).toMatch(/^finished [6-9]\d|^finished 1\d\d/);
	});

	it.each(passing)('outlasts %s until the time limit, and keeps the reason', async (_, shown) => {
		const out = await run(between(shown, Infinity), 1800 * SECOND);
		expect(told(out)).toBe('timeLimit 1800');
		const reason = shown.ok ? '' : shown.failure.message;
		const message = expect.stringContaining(`Since then it could not be read: ${reason}`);
		const failure = { message, serviceDetails: { status: 'running' } };
		expect(out.followed).toMatchObject({ failure });
	});

	it.each<[string, Shown]>([
		['is deleted', refuses('notFound', 404)],
		['may not be read any more', refuses('forbidden', 403)],
		['shows another ID from then on', refuses('otherRecord')],
	])('fails when it %s', async (_, lasting) => {
		const out = await run(between(lasting, Infinity), 86_400 * SECOND);
		expect(told(out)).toMatch(/^(notFound|forbidden|otherRecord) 304$/);
	});

	it.each<[string, Shown]>([
		['a good read', shows('running')],
		['a failure that passes', refuses('unavailable', 503)],
	])('does not fail where %s comes between two long refusals', async (_, other) => {
		const out = await run((second) => {
			if (second < 4) return shows('running');
			if (second > 600) return shows('completed');
			return second > 250 && second < 330 ? other : refuses('notFound', 404);
		}, 3600 * SECOND);
		expect(told(out)).toMatch(/^finished/);
	});

	it.each<[string, Shown]>([
		['not be visible', refuses('notFound', 404)],
		['be another one', refuses('otherRecord')],
		['be an empty object', refuses('unexpectedResponse', 200)],
		['be refused with HTTP 200', refuses('refused', 200)],
		['not be reachable', refuses('unavailable')],
	])('may %s for the first seconds', async (_, first) => {
		const out = await run((second) => (second < 7 ? first : shows('done')));
		expect(told(out)).toBe('finished 8');
		expect(told(await run(() => first))).toMatch(/ 10$/);
	});

	it.each<[FailureKind, number]>([
		['unauthorized', 401],
		['forbidden', 403],
		['refused', 422],
		['input', 0],
	])('fails at once when its first read is %s', async (kind, status) => {
		expect(told(await run(() => refuses(kind, status)))).toBe(`${kind} 0`);
	});

	it('is waited for from the start while the service asks for patience', async () => {
		const out = await run((second) => (second < 40 ? refuses('unavailable', 503) : shows('done')));
		expect(told(out)).toMatch(/^finished/);
	});

	it('fails with the reason where it was never read within the time limit', async () =>
		expect(told(await run(() => refuses('notFound', 404), 2 * SECOND))).toBe('notFound 2'));

	it('is left at once when it is no longer wanted, also while a read hangs', async () => {
		for (const shown of [() => shows('running'), async () => await new Promise<Shown>(() => {})]) {
			const stop = { aborted: false };
			setTimeout(() => (stop.aborted = true), 20 * SECOND);
			expect(told(await run(shown, 600 * SECOND, 60, stop))).toBe('cancelled 20');
		}
	});
});
