/** Lists that one poll cannot get through: what is told meanwhile, and at what cost. */
import type { IDataObject } from 'n8n-workflow';

import { takeLog } from '../../../testing/engine/environment';
import { measureAhead } from '../../../testing/fakeOnly';
import { allEvents, MINUTE, useChanging, type Behaviour } from './changing';

const { watching } = useChanging();

afterEach(() => jest.restoreAllMocks());

it.each<[string, IDataObject, Behaviour]>([
	['all of a service with a clock', { startFrom: 'all' }, {}],
	['all of one without', { startFrom: 'all' }, { date: undefined }],
	['all, only what is new', { startFrom: 'all', events: ['created'] }, {}],
	['from a date', { startFrom: 'date', startDate: '2029-01-01T00:00:00Z' }, {}],
])(
	'%s: 6,000 records are told a part at a time, each once',
	async (_, given, is) => {
		const { model, poll, trigger } = watching(is, given);
		// Half of them were created long before their last update.
		model.create(3000, { created_at: '2029-06-01T00:00:00Z' });
		model.create(3000);
		model.now += 60 * MINUTE;
		const told: string[] = [];
		let changed = 0;
		for (let n = 0; n < 14; n += 1) {
			const { told: now, error } = await poll(n === 0 ? 'activate' : undefined);
			expect(error).toBeUndefined();
			expect(now.length).toBeLessThanOrEqual(1000);
			told.push(...now);
			// What was told, and what was not yet, changes meanwhile; the process ends.
			if (n < 4) for (const id of [7, 5990]) model.update(`id-${id + n}`, { name: `C ${n}` });
			if (n < 4) changed += 2;
			if (n === 2) trigger.restart();
		}
		const created = told.filter((each) => each.startsWith('created'));
		const isOnlyNew = given.events !== undefined;
		const all = new Set(told.map((each) => each.split(' ')[1]));
		expect(all.size).toBe(6000);
		expect(new Set(created).size).toBeGreaterThanOrEqual(5992);
		// A record that changed after it was told is an update, or, where only new ones are wanted, told again at most.
		expect(told.length).toBeLessThanOrEqual(6000 + changed);
		const updated = told.filter((each) => each.startsWith('updated'));
		if (!isOnlyNew) expect(updated.length).toBeGreaterThanOrEqual(4);
	},
	300_000,
);

it('of a list that is too long for Archived, a poll reads no more than its changes, and says so once', async () => {
	const { model, poll } = watching({}, allEvents);
	model.create(50_100);
	takeLog();
	const requests = [];
	for (let n = 0; n < 5; n += 1) {
		const { error, requests: made } = await poll(n === 0 ? 'activate' : undefined);
		expect(error).toBeUndefined();
		requests.push(made);
		model.update('id-7');
	}
	expect(Math.max(...requests)).toBeLessThan(50);
	expect(Math.max(...requests.slice(2))).toBeLessThan(10);
	const warnings = takeLog().filter(({ message }) => message.includes('50,100 records'));
	expect(warnings).toHaveLength(1);
});

it('a first read that takes longer than a poll may goes on with the next one, and says so', async () => {
	let ahead = 0;
	measureAhead(() => ahead);
	const page = (rows: IDataObject[]) => {
		ahead += 1000;
		return rows;
	};
	const options = { sweepMinutes: 0, requests: { maxParallelRequests: 1 } };
	const { model, poll } = watching({ page }, { ...allEvents, options });
	model.create(3000);
	takeLog();
	const first = await poll('activate');
	expect([first.error, first.told]).toEqual([undefined, []]);
	const log = takeLog().map(({ message }) => message);
	expect(log.join(' ')).toMatch(/takes longer than a poll may: \d+ pages so far/);
	model.update('id-5', { name: 'Meanwhile' });
	const second = await poll();
	expect([second.error, second.told]).toEqual([undefined, []]);
	expect(first.requests + second.requests).toBeLessThan(50);
	model.is.page = undefined;
	model.archive('id-9');
	model.is.get = () => undefined;
	expect((await poll()).told.sort()).toEqual(['archived id-9', 'updated id-5']);
}, 120_000);
