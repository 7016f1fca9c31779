import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { pollTransfers } from '../../../nodes/TransferTrigger/poll';
import { cases, isTried } from '../../../testing/simulations';
import { pollContext } from './polled';

const MINUTE = 60_000;
let triggers = 0;

/** The status of a response; a code is a connection that fails. */
type Response =
	| { status: number; body: unknown; type?: string }
	| { code: string; afterMs?: number };

/** One service, one trigger that n8n polls every minute; time passes on command. */
class Trigger {
	private readonly context: IPollFunctions;

	private staticData: IDataObject = {};

	private asked: string[] = [];

	/** What it sends instead of transfers, by path. */
	outage?: (path: string) => Response | undefined;

	constructor(
		/** The records of the service, by ID. */
		readonly records: Record<string, IDataObject>,
		activation: 'activate' | 'init' | 'leadershipChange' = 'activate',
	) {
		this.context = pollContext({
			// One for each: time begins anew in every test, and the limiter does not.
			credential: String((triggers += 1)),
			activation,
			warn: (message) => this.warnings.push(message),
			parameters: () => ({
				transferIds: Object.keys(this.records).join(','),
				events: ['finished', 'failed', 'attention'],
				options: {},
			}),
			staticData: () => this.staticData,
			respond: async (path) => await this.response(path),
		});
	}

	/** One poll, and what is left of its minute; a poll that takes longer takes as long as it takes. */
	async poll() {
		this.asked = [];
		let outcome: { items: IDataObject[]; error?: Error } | undefined;
		void pollTransfers(this.context).then(
			(output) => (outcome = { items: (output?.[0] ?? []).map(({ json }) => json) }),
			(error: Error) => (outcome = { items: [], error }),
		);
		do await jest.advanceTimersByTimeAsync(MINUTE);
		while (!outcome);
		const { items, error } = outcome as { items: IDataObject[]; error?: Error };
		const events = items.map(
			({ event, reason, transfer_id: id }) => `${String(id)} ${String(reason ?? event)}`,
		);
		return { error, events, asked: this.asked };
	}

	/** n8n loses what the trigger remembers. */
	forget() {
		this.staticData = {};
	}

	readonly warnings: string[] = [];

	private async response(path: string) {
		this.asked.push(path.split('/').at(-1) ?? '');
		const response = this.outage?.(path) ?? this.record(path);
		if ('code' in response) {
			await new Promise((waited) => setTimeout(waited, response.afterMs ?? 0));
			throw Object.assign(new Error(response.code), { code: response.code });
		}
		return { statusCode: response.status, headers: {}, body: response.body };
	}

	private record(path: string): Response {
		const record = this.records[path.replace('/v1/public/transfers/', '')];
		return record ? { status: 200, body: record } : { status: 404, body: { message: 'gone' } };
	}
}

/** What the service itself says of one transfer. */
const verdicts: Array<[string, Response]> = [
	['410', { status: 410, body: '' }],
	['400', { status: 400, body: { message: 'no' } }],
	['403', { status: 403, body: { message: 'no' } }],
	['404', { status: 404, body: { message: 'no' } }],
];

const kinds: Array<[string, Response]> = [
	['401', { status: 401, body: { message: 'no' } }],
	['404 with a web page', { status: 404, body: '<!doctype html><title>Not found</title>' }],
	['a redirect', { status: 302, body: '' }],
	['429', { status: 429, body: '' }],
	['500', { status: 500, body: { message: 'no' } }],
	['502 with a web page', { status: 502, body: '<html><title>Bad gateway</title></html>' }],
	['503', { status: 503, body: '' }],
	['504', { status: 504, body: '' }],
	['200 with a web page', { status: 200, body: '<!doctype html><title>Maintenance</title>' }],
	['200 with nothing', { status: 200, body: '' }],
	['200 with a list', { status: 200, body: [] }],
	['200 with other JSON', { status: 200, body: { message: 'maintenance' } }],
	['200 with a wrong field', { status: 200, body: { id: {}, status: 'running' } }],
	['a refused connection', { code: 'ECONNREFUSED' }],
	['a broken connection', { code: 'ECONNRESET', afterMs: 100 }],
	['a time-out', { code: 'ETIMEDOUT', afterMs: 20_000 }],
];

/** How many transfers there are, and how many of them have ended; the first two differ the most. */
const transfers: Array<[string, number, number]> = [
	['two transfers, one of them ended', 2, 1],
	['twenty transfers', 20, 0],
	['one transfer', 1, 0],
	['two transfers', 2, 0],
	['twenty transfers, all but one ended', 20, 19],
];

const named = (count: number, status: string) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, index) => [`t-${index}`, { id: `t-${index}`, status }]),
	);

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2030, 0, 1) }));
afterEach(() => jest.useRealTimers());

describe.each(transfers.slice(0, cases(2, transfers.length)))(
	'an outage of hours, with %s',
	(_, all, ended) => {
		const isLarge = all > 2;
		it.each(kinds.filter((__, at) => isTried(at, isLarge ? 3 : 1)))(
			'shows in every poll and ends with the next one: %s',
			async (__, response) => {
				const trigger = new Trigger(named(all, 'running'));
				const running = Object.keys(trigger.records).slice(ended);
				for (const record of Object.values(trigger.records).slice(0, ended))
					record.status = 'finished';
				expect((await trigger.poll()).events).toHaveLength(ended);
				await trigger.poll();

				trigger.outage = () => response;
				const minutes = isLarge ? cases(45, 180) : cases(120, 180);
				const until = Date.now() + minutes * MINUTE;
				const silent = { withoutRequest: 0, withoutError: 0 };
				const told: string[] = [];
				let polls = 0;
				for (; Date.now() < until; polls += 1) {
					const { asked, error, events } = await trigger.poll();
					if (asked.length === 0) silent.withoutRequest += 1;
					if (!error) silent.withoutError += 1;
					told.push(...events);
				}
				expect({ ...silent, told }).toEqual({ withoutRequest: 0, withoutError: 0, told: [] });
				// A poll in which twenty reads time out takes more than a minute.
				expect(polls).toBeGreaterThanOrEqual(minutes / 2);

				trigger.outage = undefined;
				for (const id of running) trigger.records[id].status = 'finished';
				expect((await trigger.poll()).events).toEqual(running.map((id) => `${id} finished`));
				expect(await trigger.poll()).toMatchObject({ asked: [], events: [], error: undefined });
			},
		);
	},
);

describe('an outage', () => {
	const gone: Response = { code: 'ECONNREFUSED' };
	const watch = (statuses: Record<string, string>) =>
		new Trigger(
			Object.fromEntries(Object.entries(statuses).map(([id, status]) => [id, { id, status }])),
		);
	/** Polls for so many minutes, and what each of them was: events, `error` or nothing. */
	const pollFor = async (trigger: Trigger, minutes: number) => {
		const polls: Array<{ asked: string[]; shows: string }> = [];
		for (const until = Date.now() + minutes * MINUTE; Date.now() < until; ) {
			const { asked, error, events } = await trigger.poll();
			polls.push({ asked, shows: error ? 'error' : events.join() });
		}
		return polls;
	};

	it('is described with how many transfers are concerned', async () => {
		const trigger = watch({ a: 'finished', b: 'running', c: 'running' });
		await trigger.poll();
		trigger.outage = () => gone;
		expect((await trigger.poll()).error).toMatchObject({
			message: expect.stringMatching(/^Could not read the transfer: /),
			description: expect.stringMatching(/None of the 2 transfers that were due could be read\.$/),
		});
	});

	it.each([
		...verdicts.map((each) => [...each, 2] as const),
		...kinds
			.filter(([kind]) => ['500', '200 with a web page', '200 with other JSON'].includes(kind))
			.map((each) => [...each, 5] as const),
	])(
		'of one transfer only is reported soon, and ends within minutes: %s',
		async (_, response, polled) => {
			const trigger = watch({ a: 'running', b: 'running' });
			await trigger.poll();
			trigger.outage = (path) => (path.endsWith('b') ? response : undefined);
			const polls = await pollFor(trigger, 180);
			const told = polls.map(({ shows }) => shows);
			const expected = [polled - 1, ['b unreachable']];
			expect([told.indexOf('b unreachable'), told.filter(Boolean)]).toEqual(expected);
			expect(polls.every(({ asked }) => asked.includes('a'))).toBe(true);
			trigger.records.b.status = 'finished';
			trigger.outage = undefined;
			const after = (await pollFor(trigger, 6)).map(({ shows }) => shows);
			expect(after.filter(Boolean)).toEqual(['b finished']);
		},
	);

	it('does not make anything be skipped when the state is lost in it', async () => {
		const trigger = watch({ a: 'finished', b: 'running' });
		expect((await trigger.poll()).events).toEqual(['a finished']);
		trigger.outage = () => gone;
		await pollFor(trigger, 10);
		trigger.forget();
		expect(new Set((await pollFor(trigger, 10)).map(({ shows }) => shows))).toEqual(
			new Set(['error']),
		);
		trigger.outage = undefined;
		trigger.records.b.status = 'finished';
		expect((await trigger.poll()).events).toEqual(['a finished', 'b finished']);
	});

	it.each(['activate', 'init', 'leadershipChange'] as const)(
		'is only logged where a workflow is switched on: %s',
		async (activation) => {
			const trigger = new Trigger(named(2, 'running'), activation);
			trigger.outage = () => gone;
			const first = await trigger.poll();
			expect(new Set(first.asked)).toEqual(new Set(['t-0', 't-1']));
			expect(first.error).toBeUndefined();
			expect(trigger.warnings).toEqual([expect.stringContaining('Could not read the transfer')]);
			expect((await trigger.poll()).error).toBeDefined();
			trigger.outage = undefined;
			for (const record of Object.values(trigger.records)) record.status = 'finished';
			expect((await trigger.poll()).events).toEqual(['t-0 finished', 't-1 finished']);
		},
	);
});
