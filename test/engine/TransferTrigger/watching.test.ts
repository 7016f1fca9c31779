import type { IDataObject } from 'n8n-workflow';

import type { Reply } from '../../../testing/services/customService';
import { useCustomEngine } from '../../../testing/setUp';
import { watcherOf } from '../../../testing/watch';

const { service, n8n, credentials } = useCustomEngine();
const watch = watcherOf(n8n, 'workspaceRecordsTransferTrigger', credentials);

const MINUTE = 60_000;
const START = Date.UTC(2030, 0, 1);
const ENDS = ['finished', 'failed'];
const all = [...ENDS, 'progressed', 'stalled', 'attention'];

const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();
const ok = (body: object): Reply => ({ body });
const unknownId: Reply = { status: 404, body: { message: 'No such transfer' } };

/** One transfer, as it is shown from these minutes on; polled every minute, and once more after a day if asked for. */
async function follow(
	shown: Record<number, object | Reply>,
	parameters: IDataObject = {},
	minutes = Math.max(...Object.keys(shown).map(Number)) + 3,
) {
	const trigger = watch({ transferIds: 't', events: all, ...parameters });
	const told: IDataObject[] = [];
	const polled: Array<Awaited<ReturnType<typeof trigger.poll>>> = [];
	let now = shown[0];
	for (let minute = 0; minute <= minutes; minute += 1) {
		now = shown[minute] ?? now;
		const reply = 'status' in now && typeof now.status === 'number' ? (now as Reply) : ok(now);
		service.reply = ({ path }) =>
			path.endsWith('/t') ? reply : ok({ id: path.slice(-1), status: 'running' });
		const output = await trigger.poll({ clock: START + minute * MINUTE });
		polled.push(output);
		told.push(...output.items.map((item) => ({ minute, ...item })));
	}
	return { told, polled, trigger };
}

/** Events as minute and name; of those that need attention as minute and reason. */
const events = ({ told }: { told: IDataObject[] }, only: readonly string[] = all) =>
	told
		.filter(({ event }) => only.includes(String(event)))
		.map(({ minute, event, reason }) => `${String(minute)} ${String(reason ?? event)}`);

const running = { id: 't', status: 'running', total_number: 10, success_number: 2 };
const finished = { id: 't', status: 'completed', total_number: 10, success_number: 10 };
const failed = { id: 't', status: 'failed', error_message: 'disk full', total_number: 10 };

describe('words and numbers', () => {
	test('that are on no list are reported once, and not while the transfer goes on', async () => {
		const step = (done: number) => ({ id: 't', status: 'phase', success_number: done });
		const followed = await follow({ 0: step(1), 1: step(2), 2: step(3), 6: step(4), 9: finished });
		expect(events(followed, ['attention', ...ENDS])).toEqual(['3 unknown_status', '9 finished']);
	});
});

describe('after the end', () => {
	const times = (step: (minute: number) => object, ...minutes: number[]) =>
		Object.fromEntries(minutes.map((minute) => [minute, step(minute)]));

	test('a resume is an event, and the new end has another ID', async () => {
		const followed = await follow({ 0: failed, 5: { ...running, success_number: 4 }, 9: finished });
		const expected = ['0 failed', '5 resumed', '9 finished'];
		expect(events(followed, [...ENDS, 'attention'])).toEqual(expected);
		const again = await follow({ 0: finished, 5: running, 9: finished });
		const toldAgain = events(again, [...ENDS, 'attention']);
		expect(toldAgain).toEqual(['0 finished', '5 resumed', '9 finished']);
		const ids = again.told.filter(({ event }) => event === 'finished').map((item) => item.event_id);
		expect(new Set(ids).size).toBe(2);
		expect(again.told.find(({ reason }) => reason === 'resumed')?.summary).toMatch(
			/^Resumed after it was finished\. Not ended/,
		);
	});

	test('a corrected end is an event, and an end with another ID', async () => {
		const partly = { ...finished, failed_number: 1 };
		const followed = await follow({ 0: finished, 4: partly, 12: failed });
		const told = (chosen: readonly string[]) =>
			events(followed, chosen).map((each) => each.split(' ')[1]);
		expect(told([...ENDS, 'attention'])).toEqual(['finished', 'finished', 'failed']);
		const ids = followed.told.map((item) => item.event_id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(followed.told.at(-1)?.summary).toBe('Failed after it was finished. Failed: disk full');
	});

	test('a link that comes late is no event, however it changes', async () => {
		const withLink = (minute: number) => ({
			...finished,
			error_file_url: `https://files.example/e.csv?signature=${minute}`,
		});
		const followed = await follow({ 0: finished, ...times(withLink, 3, 9, 15, 30) });
		expect(events(followed)).toEqual(['0 finished', '0 progressed']);
	});

	test('a correction starts the workflow once where attention is not chosen', async () => {
		const followed = await follow({ 0: finished, 4: failed }, { events: ENDS }, 60);
		expect(events(followed)).toEqual(['0 finished', '5 failed']);
		expect(followed.told[1].summary).toBe('Failed after it was finished. Failed: disk full');
	});

	test('what a message or counts say after the end needs a second read', async () => {
		const broken = { id: 't', status: 'zzz', error_message: 'disk full' };
		const corrected = await follow({ 0: finished, 5: broken }, { events: ENDS });
		expect(events(corrected)).toEqual(['0 finished', '6 failed']);
		const counted = { id: 't', status: 'zzz', total_number: 10, success_number: 10 };
		const twice = await follow({ 0: counted, 6: broken, 7: counted }, { events: ENDS });
		expect(events(twice)).toEqual(['1 finished', '8 finished']);
	});

	test('little is kept: at most 150 bytes', async () => {
		const link = { error_file_url: 'https://f.example/e', data_file_url: 'https://f.example/d' };
		const record = (minute: number) => ({
			...finished,
			...link,
			updated_at: at(minute),
			failed_number: minute,
		});
		const { trigger } = await follow(times(record, 0, 10, 20, 30, 40), {}, 60);
		const transfer = /"t":(\{.*?\})\}/.exec(trigger.remembered)![1];
		expect(transfer).toContain('ended');
		expect(transfer.length).toBeLessThanOrEqual(150);
	});
});

describe('events that are not chosen', () => {
	test.each([
		['an unknown ID', unknownId, 'attention', 'unreachable'],
		['progress', running, 'progressed', 'progressed'],
		['a word on no list', { id: 't', status: 'phase 7' }, 'attention', 'unknown_status'],
	])('are not emitted: %s', async (_, shown, event, says) => {
		const parameters = { transferIds: 't, u', events: ['finished'] };
		expect((await follow({ 0: shown }, parameters, 6)).told).toEqual([]);
		expect(events(await follow({ 0: shown }, { transferIds: 't, u', events: [event] }, 6))).toEqual(
			[expect.stringMatching(new RegExp(`${says}$`))],
		);
	});

	test('leave the default ones: ends, and what a person has to look at', async () => {
		const defaults = { events: undefined };
		const { told } = await follow({ 0: running, 3: { id: 't', status: 'phase 7' } }, defaults);
		expect(told.map(({ event }) => event)).toEqual(['attention']);
	});
});

describe('a transfer that stands still', () => {
	const stalled = { events: ['stalled'], options: { stalledAfterHours: 2 } };

	test('is reported once after the given hours, and again after it went on', async () => {
		const trigger = watch({ transferIds: 't', ...stalled });
		const told: string[] = [];
		for (let minute = 0; minute < 360; minute += 10) {
			service.reply = () => ok({ ...running, success_number: minute < 180 ? 2 : 3 });
			const { items } = await trigger.poll({ clock: START + minute * MINUTE });
			told.push(
				...items.map(({ event, summary }) => `${minute} ${String(event)} ${String(summary)}`),
			);
		}
		expect(told).toEqual([
			'120 stalled Stalled. Not ended: status "running", 2 of 10 rows done',
			'300 stalled Stalled. Not ended: status "running", 3 of 10 rows done',
		]);
	});

	test('is reported by its own time of update too, as after a restart', async () => {
		const record = { ...running, created_at: at(-500), updated_at: at(-200) };
		expect(events(await follow({ 0: record }, stalled))).toEqual(['1 stalled']);
		const untouched = { ...record, updated_at: record.created_at };
		expect(events(await follow({ 0: untouched }, stalled))).toEqual([]);
	});
});

describe('an activation', () => {
	test('fails where a person has to act: the token is not accepted', async () => {
		service.reply = () => ({ status: 401, body: { message: 'no' } });
		expect((await watch({ transferIds: 't' }).poll({ mode: 'activate' })).error).toBeDefined();
	});
});

describe('an ID that is a number beyond 2^53', () => {
	test.each([2 ** 53, ['t', 2 ** 53]])('is refused, and nothing is watched: %p', async (ids) => {
		service.reply = () => ok(finished);
		const { error } = await watch({ transferIds: ids as never }).poll();
		expect(error?.message).toMatch(/Transfer IDs .*the number 9007199254740992: numbers as large/);
		expect(service.requests).toHaveLength(0);
	});
});

describe('the first poll', () => {
	test('is kept where n8n discards what it has stored: an end after it is no earlier end', async () => {
		service.reply = () => ok(running);
		const trigger = watch({ transferIds: 't', options: { skipEnded: true } });
		expect((await trigger.poll({ mode: 'activate' })).main).toBeNull();
		// As n8n does it with durable cursors.
		trigger.forget();
		service.reply = () => ok(finished);
		expect((await trigger.poll()).items).toMatchObject([{ event: 'finished' }]);
	});
});
