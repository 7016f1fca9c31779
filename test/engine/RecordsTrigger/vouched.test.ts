/** What may go wrong in lists and clocks, and must neither hide a change nor make one up. */
import type { IDataObject } from 'n8n-workflow';

import { takeLog } from '../../../testing/engine/environment';
import {
	allEvents,
	ChangingService,
	HOUR,
	MINUTE,
	named,
	useChanging,
	type Behaviour,
} from './changing';

const { service, watch, watching } = useChanging();

describe('archived records', () => {
	it('are told within the time of Archived Check, although Get shows them as ever', async () => {
		const { model, polls, ids } = watching({}, allEvents);
		model.create(150);
		await polls(1, 'activate');
		await polls(3);
		model.archive('id-7');
		model.archive('id-120');
		await polls(13, undefined, 5 * MINUTE);
		expect(ids('archived')).toEqual(['id-7', 'id-120']);
		expect(ids('created')).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['a mark', { archived: true }],
		['a mark as text', { is_archived: 'true' }],
		['a time', { archived_at: '2030-01-01T00:00:00Z' }],
		['a time of deletion', { deletedAt: '2030-01-01 00:00:00' }],
		['a word', { state: 'Archived' }],
	])('are told when Get shows %s beside a business status', async (_, shown) => {
		const get = (record: IDataObject) => ({ ...record, ...shown });
		const { model, polls, ids } = watching({ get }, allEvents);
		model.create(3, { status: 'customer', archived: false, deleted_at: null });
		model.create(1, { status: 'lead' });
		await polls(1, 'activate');
		model.archive('id-4');
		await polls(13, undefined, 5 * MINUTE);
		expect(ids('archived')).toEqual(['id-4']);
	});

	it('are told when their status is one that the list shows, and not when it may be why they left it', async () => {
		const get = (record: IDataObject) =>
			record.id === 'id-2' ? { ...record, status: 'closed' } : record;
		const { model, polls, ids } = watching({ get }, allEvents);
		model.create(3, { status: 'open' });
		await polls(1, 'activate');
		model.archive('id-1');
		model.archive('id-2');
		await polls(26, undefined, 5 * MINUTE);
		expect(ids('archived')).toEqual(['id-1']);
	});

	it('are told again, with another event ID, when they were restored in between', async () => {
		const { model, polls, told } = watching({}, { ...allEvents, options: { sweepMinutes: 0 } });
		model.create(3);
		await polls(1, 'activate');
		for (let n = 0; n < 3; n += 1) {
			model.archive('id-2');
			await polls(3);
			model.restore('id-2');
			await polls(2);
		}
		const once = ['archived id-2', 'updated id-2'];
		expect(told.map(named)).toEqual([...once, ...once, ...once]);
		expect(new Set(told.map(({ event_id: id }) => id)).size).toBe(6);
	});

	it('are told at once where the list shows them as archived, each once', async () => {
		const { model, polls, ids } = watching({}, allEvents);
		model.create(3);
		model.update('id-1', { archived: true });
		await polls(1, 'activate');
		model.update('id-2', { archived: true });
		await polls(2);
		model.update('id-2', { name: 'Changed' });
		await polls(13, undefined, 5 * MINUTE);
		expect([ids('archived'), ids('updated')]).toEqual([['id-2'], []]);
		model.update('id-2', { archived: false });
		await polls();
		expect(ids('updated')).toEqual(['id-2']);
	});

	it('hold nothing back when they cannot be looked for', async () => {
		let isDown = false;
		const fails = ({ sort = '' }) => (isDown && !sort.includes('updated_at') ? 503 : undefined);
		const { model, polls, ids, told } = watching({ fails }, allEvents);
		model.create(150);
		await polls(1, 'activate');
		isDown = true;
		model.archive('id-3');
		model.now += HOUR;
		model.create(1);
		await polls(1);
		expect(ids('created')).toEqual(['id-151']);
		expect(told[0].warning).toEqual(expect.stringMatching(/./));
		isDown = false;
		await polls(8);
		expect(ids('archived')).toEqual(['id-3']);
	}, 60_000);
});

describe('a list', () => {
	it('that is cut is not taken for complete: nothing is archived for it, and what it hid is told', async () => {
		let isCut = false;
		const page = (rows: IDataObject[]) => (isCut ? rows.slice(0, 100) : rows);
		const { model, polls, told } = watching({ page }, { resource: 'deal', ...allEvents });
		service.reply = (request) => {
			const query = { limit: '1000', sort: 'created_at' };
			const { body, ...reply } = model.reply({ ...request, query });
			return {
				...reply,
				body: Array.isArray((body as IDataObject).data) ? (body as IDataObject).data : body,
			};
		};
		model.create(104);
		await polls(1, 'activate');
		isCut = true;
		model.create(3);
		await polls(20);
		expect(told).toEqual([]);
		isCut = false;
		await polls(2);
		expect(told.map(named).sort()).toEqual([105, 106, 107].map((at) => `created id-${at}`));
	});

	it.each([
		[60, true],
		[99, true],
		[60, false],
		[99, false],
	])(
		'whose pages have %i rows from some time on is read to its end, with a total: %s',
		async (size, hasTotal) => {
			const { model, polls, ids } = watching({ hasTotal }, { startFrom: 'all' });
			model.create(497);
			await polls(1, 'activate');
			expect(ids('created')).toHaveLength(497);
			model.is.page = (rows) => rows.slice(0, size);
			for (let n = 1; n <= 200; n += 1) model.update(`id-${n}`);
			await polls(2);
			expect(ids('updated')).toHaveLength(200);
		},
	);

	it('hides no record without a time of its update behind all others', async () => {
		const { model, polls, ids } = watching();
		model.create(250);
		await polls(1, 'activate');
		await polls(2);
		model.create(3, { updated_at: null });
		await polls(2);
		expect(ids('created')).toEqual(['id-251', 'id-252', 'id-253']);
	});

	it('is read with one request again after one probe of its sort has failed', async () => {
		let failures = 0;
		const fails = ({ sort }: Readonly<Record<string, string>>) =>
			sort === 'updated_at' && failures++ < 2 ? 500 : undefined;
		const { model, polls } = watching({ fails });
		model.create(1500);
		model.now += HOUR;
		model.create(6);
		await polls(1, 'activate');
		await polls(2);
		service.requests.length = 0;
		await polls(1);
		expect(service.requests).toHaveLength(1);
	});
});

it.each<[string, Behaviour]>([
	['has one time for all', {}],
	['is refused with a sort', { fails: ({ sort }) => (sort === 'updated_at' ? 400 : undefined) }],
])('no poll takes longer for the list of another trigger, which %s', async (_, is) => {
	const { model, polls } = watching();
	const other = new ChangingService(is);
	other.create(300, { updated_at: other.stamp() });
	service.reply = (given) => (given.query.search ? other : model).reply(given);
	// Both use one stored credential.
	const filtered = watch({ resource: 'company', startFrom: 'now', filters: { search: 'few' } });
	model.create(1500);
	model.now += HOUR;
	model.create(6);
	for (const mode of ['activate', undefined, undefined] as const) {
		await filtered.poll({ mode, clock: (other.now = model.now += MINUTE) });
		await polls(1, mode);
	}
	service.requests.length = 0;
	await polls();
	expect(service.requests).toHaveLength(1);
});

describe('clocks', () => {
	it.each<[string, Behaviour]>([
		['', {}],
		[', without a Date header', { date: undefined }],
		[', with a Date header two hours ahead', { date: 2 * HOUR }],
	])('one record dated an hour ahead hides no other%s', async (_, is) => {
		const { model, polls, grow, ids } = watching(is);
		model.create(40);
		await polls(1, 'activate');
		model.create(1, { updated_at: model.stamp(HOUR) });
		const before = model.records.size;
		await grow(35, MINUTE, 2);
		const seen = new Set(ids('created'));
		const missed = Array.from({ length: 70 }, (__, n) => `id-${before + n + 1}`);
		expect(missed.filter((id) => !seen.has(id))).toEqual([]);
	});

	it.each([0, undefined])(
		'one that is set back 30 minutes hides nothing, and repeats nothing',
		async (date) => {
			const { model, polls, grow, ids } = watching({ date });
			model.create(40);
			await polls(1, 'activate');
			await grow(20);
			model.is.clock = -30 * MINUTE;
			if (date !== undefined) model.is.date = -30 * MINUTE;
			await grow(20, MINUTE, 2);
			await polls(2);
			const all = Array.from({ length: 60 }, (_, n) => `id-${n + 41}`);
			expect(ids('created').sort()).toEqual(all.sort());
			expect(ids('updated')).toEqual([]);
		},
	);
});

test('a Start Date by an expression counts once', async () => {
	const model = new ChangingService();
	service.reply = model.reply;
	model.create(10);
	const parameters = { resource: 'company', startFrom: 'date' };
	const startDate = "={{ $now.minus(1, 'day').toISO() }}";
	const own = watch({ ...parameters, startDate });
	const counts: number[] = [];
	for (let n = 0; n < 4; n += 1) {
		model.now += MINUTE;
		const { items, error } = await own.poll({ clock: model.now });
		expect(error).toBeUndefined();
		counts.push(items.length);
	}
	expect(counts).toEqual([10, 0, 0, 0]);
});

describe('event IDs', () => {
	it('differ when a record without a time goes from A to B, back, and to B again', async () => {
		const { model, polls, told } = watching();
		model.create(3, { updated_at: null });
		await polls(1, 'activate');
		for (const name of ['B', 'A', 'B', 'A']) {
			model.update('id-2', { name, updated_at: null });
			await polls(2);
		}
		expect(told.map(({ event }) => event)).toEqual(Array(4).fill('updated'));
		expect(new Set(told.map(({ event_id: id }) => id)).size).toBe(4);
	});
});

test('what a poll has to say is said once in the log', async () => {
	const fails = ({ sort = '' }) => (sort.includes('updated_at') ? undefined : 503);
	const { model, polls } = watching({}, { ...allEvents, options: { sweepMinutes: 0 } });
	model.create(10);
	await polls(5, 'activate');
	model.is.fails = fails;
	takeLog();
	for (let n = 0; n < 3; n += 1) await polls(1).catch(() => {});
	expect(takeLog().filter(({ level }) => level === 'warn')).toHaveLength(1);
}, 60_000);
