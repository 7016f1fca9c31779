/** Services that are odd in their dates, IDs and marks, and whose changes must be told nevertheless, each once. */
import type { IDataObject } from 'n8n-workflow';

import { takeLog } from '../../../testing/engine';
import { allEvents, HOUR, MINUTE, named, useChanging } from './changing';

const { service, watching } = useChanging();

const DAY = 24 * HOUR;

const ids = (from: number, to: number, event = 'created') =>
	Array.from({ length: to - from + 1 }, (_, n) => `${event} id-${from + n}`);

it.each([
	[-1, 'sorts'],
	[-1, 'does not sort'],
	[1, 'sorts'],
])(
	'times without a zone, set by %i hour, hide nothing: a service that %s',
	async (hours, sorts) => {
		const { model, told, polls, grow } = watching({ clock: -4 * HOUR });
		if (sorts !== 'sorts')
			service.reply = ({ path, query: { page, limit } }) =>
				model.reply({ path, query: { page, limit } });
		model.create(40);
		await polls(1, 'activate');
		await grow(10, 7 * MINUTE);
		model.is.clock = (-4 + hours) * HOUR;
		await grow(40, 7 * MINUTE);
		await polls(10, undefined, 7 * MINUTE);
		expect(told.map(named)).toEqual(ids(41, 90));
	},
);

it('a date in the place of a time hides nothing of its day', async () => {
	const { model, told, polls, grow } = watching();
	model.stamp = (ahead = 0) => new Date(model.now + ahead).toISOString().slice(0, 10);
	model.create(40);
	await polls(1, 'activate');
	await grow(60, HOUR);
	await polls(10, undefined, HOUR);
	expect(told.map(named)).toEqual(ids(41, 100));
	model.now += 3 * DAY;
	for (let n = 41; n <= 60; n += 1) {
		model.update(`id-${n}`, { name: 'other' });
		await polls(1, undefined, HOUR);
	}
	expect(told.slice(60).map(named)).toEqual(ids(41, 60, 'updated'));
});

it('UUIDs are the same in upper and lower case', async () => {
	const { model, told, polls } = watching({}, allEvents);
	let isUpper = false;
	model.is.page = (rows) =>
		rows.map((row) => {
			const id = `0b9c7a52-6a0f-4f3e-9b1d-${String(row.company_id).padStart(12, 'a')}`;
			return { ...row, id: isUpper ? id.toUpperCase() : id };
		});
	model.create(40);
	await polls(1, 'activate');
	for (let n = 0; n < 70; n += 1) {
		isUpper = n % 2 === 0;
		await polls();
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
	const { model, told, polls } = watching({}, allEvents);
	model.create(5, mark);
	await polls(1, 'activate');
	model.create(3, mark);
	await polls(3);
	expect(told.map(named)).toEqual(ids(6, 8));
});

it.each<[string, (time: string) => string]>([
	['+00', (time) => time.replace('T', ' ').replace('Z', '+00')],
	['UTC', (time) => time.replace('T', ' ').replace(/\.\d+Z/, ' UTC')],
	['RFC 2822', (time) => new Date(time).toUTCString()],
	['microseconds', (time) => time.replace('Z', '123Z')],
	['none', (time) => time.replace('T', ' ').replace('Z', '')],
])('a time with its zone as %s is read with one request', async (_, write) => {
	const { model, told, polls, grow, trigger } = watching();
	model.stamp = (ahead = 0) => write(new Date(model.now + ahead).toISOString());
	model.create(300);
	model.now += HOUR;
	model.create(5);
	await polls(1, 'activate');
	await grow(10, 7 * MINUTE);
	expect(told.map(named)).toEqual(ids(306, 315));
	service.requests.length = 0;
	await polls();
	expect(service.requests).toHaveLength(1);
	// The states of an hour.
	expect(trigger.remembered.length).toBeLessThan(6000);
});

it('records that show no time of creation are said not to be told as created', async () => {
	const bare = (rows: IDataObject[]) => rows.map(({ created_at: _, ...row }) => row);
	const { model, told, polls } = watching({ page: bare }, { events: ['created'] });
	model.create(150);
	takeLog();
	await polls(1, 'activate');
	model.create(1);
	await polls(2);
	const said = takeLog().filter(({ message }) => message.includes('shows when it was created'));
	expect([told.length, said.length]).toEqual([0, 1]);
});
