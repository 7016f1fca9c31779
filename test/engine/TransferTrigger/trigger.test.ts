import type { IDataObject } from 'n8n-workflow';

import type { TransferPlan } from '../../../sandbox';
import { accessWith, refreshData } from '../../../testing/credential';
import { takeLog, type PollOptions } from '../../../testing/engine';
import { useEngine, useSandbox } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';
import { watcherOf } from '../../../testing/watch';

const sandbox = useSandbox({ transferClock: 'simulated', seed: 'none' });
const { n8n, credentials } = useEngine(sandbox);

const SECOND = 1000;
const plan: TransferPlan = { total: 10, queuedSeconds: 10, runningSeconds: 100 };
const start = (more: TransferPlan = {}) => sandbox.startTransfer({ ...plan, ...more }).id;

/** Reads of transfers since the last call, by ID, sorted. */
function reads(): string[] {
	const paths = sandbox.requests.splice(0).map(({ path }) => path);
	return paths.map((path) => path.replace('/v1/public/transfers/', '')).sort();
}

const watch = watcherOf(n8n, 'workspaceRecordsTransferTrigger', credentials);

const happened = ({ items }: { items: IDataObject[] }) =>
	items.map(({ event, reason, transfer_id: id }) => `${String(id)} ${String(reason ?? event)}`);

describe('a watched transfer', () => {
	test('starts the workflow once when it finishes, also after a restart', async () => {
		start({ id: 'a' });
		const trigger = watch({ transferIds: 'a' });
		expect((await trigger.poll({ mode: 'activate' })).main).toBeNull();
		sandbox.advance(50 * SECOND);
		expect((await trigger.poll()).main).toBeNull();
		sandbox.advance(100 * SECOND);
		const ended = await trigger.poll();
		expect(ended.items).toEqual([
			expect.objectContaining({
				event: 'finished',
				event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
				transfer_id: 'a',
				id: 'a',
				status: 'finished',
				success_number: 10,
				has_failed_rows: false,
				summary: 'Finished: 10 rows',
				before: expect.objectContaining({ status: 'running', success_number: 4 }),
			}),
		]);
		reads();
		expect((await trigger.poll()).main).toBeNull();
		trigger.restart();
		expect((await trigger.poll({ mode: 'activate' })).main).toBeNull();
		expect(reads()).toEqual([]);

		trigger.forget();
		const again = await trigger.poll();
		expect(again.items).toMatchObject([{ event: 'finished', before: null }]);
		expect(again.items[0].event_id).toBe(ended.items[0].event_id);
	});

	test('is reported at all progress, if wanted, with the newest state only', async () => {
		start({ id: 'a' });
		const trigger = watch({ transferIds: 'a', events: ['progressed'] });
		expect((await trigger.poll()).main).toBeNull();
		sandbox.advance(50 * SECOND);
		sandbox.advance(20 * SECOND);
		const progressed = await trigger.poll();
		expect(happened(progressed)).toEqual(['a progressed']);
		expect(progressed.items[0]).toMatchObject({ success_number: 6, before: { success_number: 0 } });
		trigger.restart();
		expect((await trigger.poll()).main).toBeNull();
		sandbox.advance(100 * SECOND);
		expect(happened(await trigger.poll())).toEqual(['a progressed']);
		expect((await trigger.poll()).main).toBeNull();
	});

	test('that had ended before is reported at the first poll, or skipped if wanted', async () => {
		start({ id: 'old' });
		sandbox.advance(200 * SECOND);
		start({ id: 'new' });
		const ids = { transferIds: 'old, new' };
		expect(happened(await watch(ids).poll({ mode: 'activate' }))).toEqual(['old finished']);

		const asText = watch({ ...ids, options: { skipEnded: '={{ "true" }}' } });
		expect((await asText.poll({ mode: 'activate' })).main).toBeNull();
		const skipping = watch({ ...ids, options: { skipEnded: true } });
		expect((await skipping.poll({ mode: 'activate' })).main).toBeNull();
		sandbox.advance(200 * SECOND);
		expect(happened(await skipping.poll())).toEqual(['new finished']);
	});

	test('ends with the statuses that the user lists', async () => {
		start({ id: 'a', total: 0, statuses: { finished: 'All_Set' } });
		start({ id: 'b', total: 0, statuses: { finished: 'gone' } });
		sandbox.advance(200 * SECOND);
		const ids = { transferIds: 'a,b' };
		expect((await watch(ids).poll()).main).toBeNull();
		const options = { finishedStatuses: 'ready, all set', failedStatuses: ['gone'] };
		const trigger = watch({ ...ids, options: options as never });
		expect(happened(await trigger.poll())).toEqual(['a finished', 'b failed']);
	});
});

describe('the list of transfers', () => {
	test.each([
		['commas and line breaks', ' a ,b\nc,\n A'],
		['a list', '={{ ["a", "b", "c"] }}'],
		['a list as text', '["a", "b", "c"]'],
		['numbers', '={{ [1, 2, 3] }}'],
		['spaces', 'a b  c'],
		['semicolons', 'a;b; c'],
		['tabs', 'a\tb\tc'],
		['texts with invisible characters', '\u200Ba,\uFEFFb\u2060, \u00a0c\u200e'],
		[
			'addresses',
			'https://x.example/v1/public/transfers/a?workspace_id=1 https://x.example/app/transfers/b/rows https://x.example/transfers/c',
		],
	])('is read from %s', async (_, transferIds) => {
		const ids = transferIds.includes('[1') ? ['1', '2', '3'] : ['a', 'b', 'c'];
		ids.forEach((id) => start({ id }));
		expect((await watch({ transferIds }).poll()).error).toBeUndefined();
		expect(reads()).toEqual(ids);
	});

	test.each([
		['objects', { transferIds: '={{ [{ id: "a" }] }}' }, /Transfer IDs is not a list of texts/],
		['a way up the path', { transferIds: 'a, ..' }, /".." is not an ID/],
		[
			'an address without an ID',
			{ transferIds: 'a, https://x.example/v1/public/transfers/' },
			/transfers\/" is not an ID/,
		],
		['no event', { transferIds: 'a', events: '={{ [] }}' }, /Trigger On is \[\]/],
		['an odd event', { transferIds: 'a', events: ['ended'] }, /Trigger On is \["ended"\]/],
		[
			'too many requests',
			{ transferIds: 'a', options: { requests: { maxParallelRequests: 51 } } },
			/51/,
		],
		[
			'a switch without a value',
			{ transferIds: 'a', options: { skipEnded: '={{ undefined }}' } },
			/Skip Already Ended has no value/,
		],
	])('is rejected with a reason: %s', async (_, parameters, message) => {
		const { error, main } = await watch(parameters as IDataObject).poll();
		expect(main).toBeNull();
		const expected = { name: 'NodeOperationError', message: expect.stringMatching(message) };
		expect(error).toMatchObject(expected);
		expect(reads()).toEqual([]);
	});

	test('may be empty for a while, and forgets transfers that are removed from it', async () => {
		start({ id: 'a' });
		start({ id: 'b' });
		sandbox.advance(200 * SECOND);
		const parameters = { transferIds: 'a' };
		const trigger = watch(parameters);
		await trigger.poll();
		parameters.transferIds = '={{ "" }}';
		expect(await trigger.poll()).toMatchObject({ main: null, error: undefined });
		expect(JSON.stringify(takeLog())).toContain('Transfer IDs is empty; no transfer is watched');
		expect(trigger.remembered).toContain('"a"');
		parameters.transferIds = 'b';
		expect(happened(await trigger.poll())).toEqual(['b finished']);
		expect(trigger.remembered).not.toContain('"a"');
	});

	test.each(['={{ undefined }}', '={{ $vars.TRANSFERS }}', '', ' , ;\n', '={{ [] }}'])(
		'fails an activation and a test while it is empty: %j',
		async (transferIds) => {
			for (const mode of ['activate', 'manual'] as const) {
				const { error } = await watch({ transferIds }).poll({ mode });
				expect([mode, error?.message]).toEqual([mode, 'Transfer IDs is empty']);
			}
		},
	);
});

describe('in the editor', () => {
	test('every transfer is shown as it is now, and nothing changes', async () => {
		start({ id: 'done' });
		sandbox.advance(200 * SECOND);
		start({ id: 'new' });
		const trigger = watch({ transferIds: 'done, new, gone', options: { skipEnded: true } });
		await trigger.poll();
		const before = trigger.remembered;
		for (const round of [1, 2]) {
			const shown = await trigger.poll({ mode: 'manual' });
			expect([round, ...happened(shown)]).toEqual([round, 'done finished', 'gone unreachable']);
		}
		expect(trigger.remembered).toBe(before);
	});

	test('nothing is shown that is not chosen: an error says the present state', async () => {
		start({ id: 'done' });
		sandbox.advance(200 * SECOND);
		start({ id: 'new' });
		const only = async (transferIds: string, ...events: string[]) =>
			await watch({ transferIds, events }).poll({ mode: 'manual' });
		expect((await only('done, new, gone', 'failed')).error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(
				/^No transfer shows an event that is chosen\. done: Finished: 10 rows; new: Not ended: status "queued", 0 of 10 rows done; gone: Unreachable: Could not read/,
			),
			description: expect.stringContaining('Choose other events under Trigger On, or test again'),
		});
		expect((await only('new', 'finished')).error).toMatchObject({
			message: expect.stringMatching(/new: Not ended: status "queued", 0 of 10 rows done$/),
		});
	});
});

describe('what cannot be read', () => {
	test('is reported once, and does not stop the others', async () => {
		start({ id: 'a' });
		const trigger = watch({ transferIds: 'gone, a' });
		const first = await trigger.poll({ mode: 'activate', clock: Date.UTC(2030, 0, 1) });
		expect(first.items).toEqual([
			{
				event: 'attention',
				reason: 'unreachable',
				event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
				transfer_id: 'gone',
				id: 'gone',
				summary: expect.stringMatching(/^Unreachable: Could not read the transfer/),
				problem: expect.objectContaining({ status: 404, serviceMessage: 'No transfer gone' }),
				before: null,
			},
		]);
		const asked: string[][] = [];
		for (const minute of [1, 2, 3, 6]) {
			reads();
			expect((await trigger.poll({ clock: Date.UTC(2030, 0, 1, 0, minute) })).main).toBeNull();
			asked.push(reads());
		}
		expect(asked).toEqual([['a'], ['a', 'gone'], ['a'], ['a', 'gone']]);
		start({ id: 'gone' });
		sandbox.advance(200 * SECOND);
		const back = await trigger.poll({ clock: Date.UTC(2030, 0, 1, 1) });
		expect(happened(back)).toEqual(['gone finished', 'a finished']);
	});

	const failureOf = async (parameters: IDataObject, options: PollOptions = {}) => {
		const { error, main } = await watch(parameters).poll(options);
		expect(main).toBeNull();
		expect(error?.name).toBe('NodeApiError');
		return error as Error & { failure?: { cause: string; retryAfterMs?: number } };
	};

	itSince('errorCauses')(
		'fails the poll when no transfer can be read, with the cause that n8n backs off by',
		async () => {
			start({ id: 'a' });
			const wrongToken = { credentials: credentials('not-a-token') };
			const unauthorized = await failureOf({ transferIds: 'a' }, wrongToken);
			expect(unauthorized.failure).toMatchObject({ cause: 'credential-invalid' });
			expect(JSON.stringify([unauthorized, takeLog()])).not.toContain('not-a-token');

			sandbox.setFaults({ faults: [{ kind: 'error', status: 429, retryAfter: 90 }] });
			const limited = await failureOf({ transferIds: 'a' });
			expect(limited.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });

			sandbox.setFaults({ faults: [{ kind: 'error', status: 502 }] });
			const ill = await failureOf({ transferIds: 'a' });
			expect(ill.failure).toMatchObject({ cause: 'temporarily-unavailable' });

			const nobody = { credentials: accessWith('http://127.0.0.1:9', 'x') };
			const down = await failureOf({ transferIds: 'a' }, nobody);
			expect(down.failure).toMatchObject({ cause: 'temporarily-unavailable' });
		},
	);
});

describe('another credential', () => {
	const ended = async (given: PollOptions) => {
		start({ id: 'a' });
		sandbox.advance(200 * SECOND);
		const trigger = watch({ transferIds: 'a' }, given);
		const first = await trigger.poll();
		expect(happened(first)).toEqual(['a finished']);
		expect((await trigger.poll()).main).toBeNull();
		return { trigger, id: first.items[0].event_id };
	};
	const stored = async (data: object = credentials().workspaceRecordsApi) =>
		await n8n.store.add('workspaceRecordsApi', data as never);

	test('of the same service goes on; the event ID is that of the service', async () => {
		const mine = await stored();
		const { trigger, id } = await ended({ credentials: { workspaceRecordsApi: mine } });
		const other = { credentials: { workspaceRecordsApi: await stored() } };
		expect((await trigger.poll(other)).items).toEqual([]);
		const again = await trigger.poll({ ...other, staticData: {} });
		expect(again.items.map((item) => item.event_id)).toEqual([id]);
		expect(trigger.remembered).not.toContain(sandbox.tokens.fullAccess);
	});

	test('is not assumed after the token was replaced', async () => {
		const mine = await stored();
		const given = { credentials: { workspaceRecordsApi: mine } };
		const { trigger } = await ended(given);
		await mine.edit({ accessToken: sandbox.tokens.regular });
		expect((await trigger.poll()).main).toBeNull();

		start({ id: 'b' });
		const skipping = watch({ transferIds: 'b', options: { skipEnded: true } }, given);
		expect((await skipping.poll({ mode: 'activate' })).main).toBeNull();
		sandbox.advance(200 * SECOND);
		await mine.edit({ accessToken: sandbox.tokens.fullAccess });
		expect(happened(await skipping.poll())).toEqual(['b finished']);
	});

	test('or another base URL, starts afresh with other event IDs', async () => {
		const mine = await stored();
		const { trigger, id } = await ended({ credentials: { workspaceRecordsApi: mine } });
		await mine.edit({ baseUrl: sandbox.url.replace('127.0.0.1', 'localhost') });
		const again = await trigger.poll();
		expect(happened(again)).toEqual(['a finished']);
		expect(again.items[0].event_id).not.toBe(id);
	});

	test('is not assumed after a token refresh', async () => {
		sandbox.setTokens({ rotate: true });
		const mine = await stored(refreshData(sandbox.url, sandbox.tokens.refresh));
		const { trigger } = await ended({ credentials: { workspaceRecordsApi: mine } });
		sandbox.expireTokens();
		start({ id: 'b' });
		expect((await trigger.poll()).main).toBeNull();
		expect(sandbox.refreshCount()).toBeGreaterThan(0);
	});
});
