/** What each response to the read of a transfer means: for Get, Wait and the trigger. */
import { byId } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';
import { watcherOf } from '../../../testing/watch';
import { ends, noEnds, type End } from './bodies';

const { service, runNode, n8n, credentials } = useCustomEngine();

const bodies = Object.entries({ ...ends, ...noEnds });
const idOf = (index: number) => `transfer-${String(index).padStart(3, '0')}`;
const items = bodies.map((_, index) => ({ id: idOf(index) }));
const indexIn = (id: unknown) => Number(String(id).split('-').at(-1));
const bodyAt = (path: string) => {
	const index = indexIn(path);
	const [, [, body]] = bodies[index];
	return body(idOf(index));
};
const replyAt = (path: string) => {
	const body = bodyAt(path);
	const isPage = typeof body === 'string' && body.startsWith('<');
	return { body, headers: isPage ? { 'content-type': 'text/html' } : undefined };
};

/** Longer than the clock is ever set forward: a read that is under way does not time out by that. */
const TIMEOUT_MS = 3_600_000;

/**
 * Runs something by a clock ten times as fast, whose time limits end once each body that two reads decide was read twice:
 * the second comes after at least a second, ten of that clock.
 */
async function untilDecided<T>(work: () => Promise<T>): Promise<T> {
	const realNow = performance.now.bind(performance);
	let offset = 0;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => 10 * realNow() + offset);
	const reads = bodies.map(() => 0);
	const { reply } = service;
	service.reply = (request) => {
		reads[indexIn(request.path)] += 1;
		const isDecided = reads.every(
			(count, index) => count > 1 || !bodies[index][1][0].endsWith('?'),
		);
		if (isDecided) offset = 1_000_000;
		return reply(request);
	};
	return await work().finally(() => clock.mockRestore());
}

/** What came of each body, by its name. */
const tableOf = (outcomes: readonly string[]) =>
	Object.fromEntries(bodies.map(([name], index) => [name, outcomes[index]]));
/** What is expected of each: what all say of an end that one read decides or two do, and what is said otherwise. */
const expected = (words: Omit<Record<End, string>, keyof typeof ENDS> & Partial<typeof ENDS>) =>
	Object.fromEntries(bodies.map(([name, [end]]) => [name, { ...ENDS, ...words }[end]]));
const ENDS = {
	finished: 'finished',
	partly: 'finished, rows failed',
	failed: 'failed',
	'finished?': 'finished',
	'partly?': 'finished, rows failed',
	'failed?': 'failed',
};

it('there are at least sixty bodies, thirty of which are ends', () => {
	expect(bodies.length).toBeGreaterThanOrEqual(60);
	expect(Object.keys(ends).length).toBeGreaterThanOrEqual(30);
});

describeSince('errorDetails')('each body', () => {
	const run = async (operation: string, parameters: object = {}) => {
		service.reply = ({ path }) => replyAt(path);
		const work = async () =>
			await runNode(
				'transfer',
				operation,
				{
					...byId('={{ $json.id }}'),
					options: { requests: { maxRetries: 0, timeout: TIMEOUT_MS } },
					...parameters,
				},
				{ items, onError: 'continueErrorOutput' },
			);
		const output = await (operation === 'wait' ? untilDecided(work) : work());
		const outcomes: string[] = [];
		for (const { json, pairedItem } of output.items) {
			const { item } = pairedItem as { item: number };
			const { outcome, probable, has_failed_rows: some } = json;
			const rows = outcome === 'finished' && some ? ', rows failed' : '';
			outcomes[item] = `${probable ? 'probably ' : ''}${String(outcome)}${rows}`;
		}
		for (const { json } of output.failed) {
			const { kind, item } = json.details as { kind: string; item: number };
			outcomes[item] = ['otherRecord', 'timeLimit'].includes(kind) ? kind : 'failure';
		}
		return { ...output, table: tableOf(outcomes) };
	};

	test('is what Get says of it after one read', async () => {
		const { table, hints, requests } = await run('get');
		expect(table).toEqual(
			expected({
				'finished?': 'probably finished',
				'partly?': 'probably finished, rows failed',
				'failed?': 'probably failed',
				running: 'null',
				unknown: 'null',
				unread: 'failure',
				other: 'otherRecord',
			}),
		);
		expect(requests).toHaveLength(bodies.length);
		expect(hints.filter((hint) => hint.includes('phase 9'))).toHaveLength(1);
		expect(hints.join()).toContain('progress, total_number, error_message, checkpoint_details');
	});

	test('is what Wait waits for', async () => {
		const { table } = await run('wait', { timeLimit: 900 });
		expect(table).toEqual(
			expected({
				running: 'timeLimit',
				unknown: 'timeLimit',
				unread: 'failure',
				other: 'otherRecord',
			}),
		);
	});

	test('is what the trigger emits of it in half an hour', async () => {
		service.reply = ({ path }) => replyAt(path);
		const trigger = watcherOf(
			n8n,
			'workspaceRecordsTransferTrigger',
			credentials,
		)({
			transferIds: items.map(({ id }) => id).join(),
			events: ['finished', 'failed', 'attention'],
		});
		const outcomes = items.map(() => '');
		const start = Date.UTC(2030, 0, 1);
		for (let minute = 0; minute <= 30; minute += 2) {
			const { items: emitted } = await trigger.poll({ clock: start + minute * 60_000 });
			for (const { event, reason, transfer_id: id, has_failed_rows: some } of emitted) {
				const rows = event === 'finished' && some ? ', rows failed' : '';
				outcomes[indexIn(id)] += `${String(reason ?? event)}${rows}`;
			}
		}
		expect(tableOf(outcomes)).toEqual(
			expected({
				running: '',
				unknown: 'unknown_status',
				unread: 'unreachable',
				other: 'unreachable',
			}),
		);
	});
});
