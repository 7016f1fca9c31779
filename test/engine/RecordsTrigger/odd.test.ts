/** Services that are odd in their dates, IDs and marks, and whose changes must be told nevertheless, each once. */
import type { IDataObject } from 'n8n-workflow';

import { takeLog } from '../../../testing/engine';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { watcherOf } from '../../../testing/watch';
import { ChangingService } from './changing';

const service = useCustomService();
const { n8n, credentials } = useEngine(service);
const watch = watcherOf(n8n, 'workspaceRecordsTrigger', credentials);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function watching(model: ChangingService, parameters: IDataObject = {}) {
	service.reply = model.reply;
	const trigger = watch({ resource: 'company', startFrom: 'now', ...parameters });
	const told: string[] = [];
	return {
		told,
		async poll(times = 1, everyMs = MINUTE, mode?: 'activate') {
			for (let n = 0; n < times; n += 1) {
				model.now += everyMs;
				const { items, error } = await trigger.poll({ mode, clock: model.now });
				if (error) throw error;
				told.push(...items.map(({ event, id }) => `${String(event)} ${String(id)}`));
			}
		},
	};
}

const ids = (from: number, to: number, event = 'created') =>
	Array.from({ length: to - from + 1 }, (_, n) => `${event} id-${from + n}`);

it.each([
	[-1, 'sorts'],
	[-1, 'does not sort'],
	[1, 'sorts'],
])(
	'times without a zone, set by %i hour, hide nothing: a service that %s',
	async (hours, sorts) => {
		const model = new ChangingService({ clock: -4 * HOUR });
		const { told, poll } = watching(model);
		if (sorts !== 'sorts')
			service.reply = ({ path, query: { page, limit } }) =>
				model.reply({ path, query: { page, limit } });
		model.create(40);
		await poll(1, MINUTE, 'activate');
		for (let n = 0; n < 10; n += 1) {
			model.create(1);
			await poll(1, 7 * MINUTE);
		}
		model.is.clock = (-4 + hours) * HOUR;
		for (let n = 0; n < 40; n += 1) {
			model.create(1);
			await poll(1, 7 * MINUTE);
		}
		await poll(10, 7 * MINUTE);
		expect(told).toEqual(ids(41, 90));
	},
);

it('a date in the place of a time hides nothing of its day', async () => {
	const model = new ChangingService();
	model.stamp = (ahead = 0) => new Date(model.now + ahead).toISOString().slice(0, 10);
	const { told, poll } = watching(model);
	model.create(40);
	await poll(1, MINUTE, 'activate');
	for (let n = 0; n < 60; n += 1) {
		model.create(1);
		await poll(1, HOUR);
	}
	await poll(10, HOUR);
	expect(told).toEqual(ids(41, 100));
	model.now += 3 * DAY;
	for (let n = 41; n <= 60; n += 1) {
		model.update(`id-${n}`, { name: 'other' });
		await poll(1, HOUR);
	}
	expect(told.slice(60)).toEqual(ids(41, 60, 'updated'));
});

it('UUIDs are the same in upper and lower case', async () => {
	const model = new ChangingService();
	let isUpper = false;
	model.is.page = (rows) =>
		rows.map((row) => {
			const id = `0b9c7a52-6a0f-4f3e-9b1d-${String(row.company_id).padStart(12, 'a')}`;
			return { ...row, id: isUpper ? id.toUpperCase() : id };
		});
	const { told, poll } = watching(model, { events: ['created', 'updated', 'archived'] });
	model.create(40);
	await poll(1, MINUTE, 'activate');
	for (let n = 0; n < 70; n += 1) {
		isUpper = n % 2 === 0;
		await poll();
	}
	expect(told).toEqual([]);
});

it.each<IDataObject>([
	{ archived: 'N' },
	{ archived: 'off' },
	{ archived: '-' },
	{ archived: {} },
	{ archived: { value: false, by: null } },
	{ is_deleted: 'not deleted' },
	{ deleted_at: '0000-00-00 00:00:00' },
	{ deleted_at: '0001-01-01T00:00:00Z' },
	{ deleted_at: '1970-01-01T00:00:00Z' },
	{ deleted_at: '9999-12-31T23:59:59Z' },
])('a record that shows %j is there', async (mark) => {
	const model = new ChangingService();
	const { told, poll } = watching(model, { events: ['created', 'updated', 'archived'] });
	model.create(5, mark);
	await poll(1, MINUTE, 'activate');
	model.create(3, mark);
	await poll(3);
	expect(told).toEqual(ids(6, 8));
});

it.each<[string, (time: string) => string]>([
	['+00', (time) => time.replace('T', ' ').replace('Z', '+00')],
	['UTC', (time) => time.replace('T', ' ').replace(/\.\d+Z/, ' UTC')],
	['RFC 2822', (time) => new Date(time).toUTCString()],
	['microseconds', (time) => time.replace('Z', '123Z')],
	['none', (time) => time.replace('T', ' ').replace('Z', '')],
])('a time with its zone as %s is read with one request', async (_, write) => {
	const model = new ChangingService();
	model.stamp = (ahead = 0) => write(new Date(model.now + ahead).toISOString());
	const { told, poll } = watching(model);
	model.create(300);
	model.now += HOUR;
	model.create(5);
	await poll(1, MINUTE, 'activate');
	for (let n = 0; n < 10; n += 1) {
		model.create(1);
		await poll(1, 7 * MINUTE);
	}
	expect(told).toEqual(ids(306, 315));
	service.requests.length = 0;
	await poll();
	expect(service.requests).toHaveLength(1);
});

it('records that show no time of creation are said not to be told as created', async () => {
	const bare = (rows: IDataObject[]) => rows.map(({ created_at: _, ...row }) => row);
	const model = new ChangingService({ page: bare });
	const { told, poll } = watching(model, { events: ['created'] });
	model.create(150);
	takeLog();
	await poll(1, MINUTE, 'activate');
	model.create(1);
	await poll(2);
	const said = takeLog().filter(({ message }) => message.includes('shows when it was created'));
	expect([told.length, said.length]).toEqual([0, 1]);
});
