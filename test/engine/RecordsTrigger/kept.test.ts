/** What a person may change without losing a record, and what stops the trigger instead. */
import type { IDataObject } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { allEvents, ChangingService, MINUTE, useChanging, type Behaviour } from './changing';

const changing = useChanging();
const { service } = changing;

const watched = (...watchedFields: string[]) => ({ options: { watchedFields } });

const watching = (is: Behaviour = {}, given: IDataObject = {}) =>
	changing.watching({ whoami: { workspace_id: 'w-1' }, ...is }, given);

const archived = { ...allEvents, options: { sweepMinutes: 0 } };

/** Twelve records: one changed after the last poll, then something is done, and another one changes. */
async function across(
	flow: ReturnType<typeof watching>,
	change: (flow: ReturnType<typeof watching>) => void,
	more: IDataObject = {},
) {
	const { model, poll } = flow;
	model.create(12, more);
	await poll('activate');
	model.update('id-1', { name: 'Earlier' });
	expect((await poll()).told).toEqual(['updated id-1']);
	model.update('id-2', { name: 'Between' });
	model.create(1, more);
	change(flow);
	const first = await poll('activate');
	model.update('id-3', { name: 'Later' });
	const second = await poll();
	return { first, second, third: await poll() };
}

describe.each(['now', 'all'])('from %s: nothing is lost or told twice across', (startFrom) => {
	it.each<[string, (flow: ReturnType<typeof watching>) => void]>([
		[
			'another access token',
			({ trigger }) => trigger.sign(accessWith(service.url, 'the next token')),
		],
		['another name of the node', ({ trigger }) => trigger.rename('Renamed')],
		['another overlap', ({ form }) => Object.assign(form, { options: { overlapMinutes: 2 } })],
		['other filters', ({ form }) => Object.assign(form, { filters: { search: 'N' } })],
		['other watched fields', ({ form }) => Object.assign(form, watched('name'))],
		['another Start From', ({ form }) => Object.assign(form, { startFrom: 'all' })],
		[
			'all of them at once, and a restart',
			({ form, trigger }) => {
				trigger.restart();
				trigger.rename('Renamed');
				trigger.sign(accessWith(service.url, 'the next token'));
				Object.assign(form, { filters: { search: 'N' }, ...watched('name') });
			},
		],
	])('%s', async (__, change) => {
		const flow = watching({}, { startFrom });
		const { first, second, third } = await across(flow, change);
		expect([first.message, first.told]).toEqual([undefined, ['updated id-2', 'created id-13']]);
		expect(second.told).toEqual(['updated id-3']);
		expect(third.told).toEqual([]);
	});
});

it.each<[string, IDataObject, IDataObject]>([
	['watched fields added', {}, watched('name')],
	['watched fields changed', watched('name', 'url'), watched('email')],
	['watched fields taken away', watched('name'), watched()],
	['filters', {}, { filters: { search: 'N' } }],
	['filters taken away', { filters: { search: 'N' } }, { filters: {} }],
])(
	'with %s, what happened before is told as before, records without times too',
	async (_, before, after) => {
		const flow = watching({}, { ...archived, ...before });
		const gone = { updated_at: null };
		flow.model.is.get = () => undefined;
		const { first, second, third } = await across(
			flow,
			({ form, model }) => {
				model.archive('id-5');
				Object.assign(form, after);
			},
			gone,
		);
		expect(first.told.sort()).toEqual(['archived id-5', 'created id-13', 'updated id-2']);
		const { watchedFields } = (after.options ?? {}) as IDataObject;
		const isWatched = String(watchedFields) !== 'email';
		expect(second.told).toEqual(isWatched ? ['updated id-3'] : []);
		expect(third.told).toEqual([]);
		flow.model.update('id-4', { email: 'a@b.example', updated_at: null });
		const last = await flow.poll();
		const tells = String(watchedFields) !== 'name';
		expect(last.told).toEqual(tells ? ['updated id-4'] : []);
	},
);

it('compares with the other fields only when the events from before are all told', async () => {
	const flow = watching({}, { options: { watchedFields: ['name'], maxEvents: 2 } });
	const { model, form, poll } = flow;
	model.create(8);
	await poll('activate');
	for (let n = 1; n <= 5; n += 1) model.update(`id-${n}`, { name: 'B' });
	form.options = { watchedFields: ['email'], maxEvents: 2 };
	const told = [await poll('activate'), await poll(), await poll(), await poll()];
	expect(told.flatMap((each) => each.told)).toEqual([1, 2, 3, 4, 5].map((n) => `updated id-${n}`));
	model.update('id-6', { name: 'C' });
	model.update('id-7', { email: 'c@d.example' });
	const last = await poll();
	expect([last.told, last.items[0].changed_fields]).toEqual([['updated id-7'], ['email']]);
});

it('leaves records that other filters do not show alone, however many', async () => {
	const { model, form, poll } = watching({ get: undefined }, archived);
	model.create(150, { updated_at: null });
	await poll('activate');
	const { records } = model;
	form.filters = { search: 'few' };
	const all = new Map(records);
	for (let n = 6; n <= 150; n += 1) records.delete(`id-${n}`);
	for (const [id, record] of all) if (!records.has(id)) model.archived.set(id, record);
	const told = [await poll('activate'), await poll(), await poll()];
	expect(told).toMatchObject(told.map(() => ({ told: [], message: undefined })));
});

it.each<[string, IDataObject, string]>([
	[
		'another workspace',
		{ workspace_id: 'w-2' },
		'The credential opens another workspace than the one in which changes were last looked for',
	],
	[
		'another credential, where no workspace is shown,',
		{},
		'The credential has other values than when changes were last looked for, and the service does not show which workspace it opens',
	],
])('%s stops the trigger, and the old one goes on', async (_, whoami, why) => {
	const { model, trigger, poll } = watching();
	model.create(6);
	await poll('activate');
	model.update('id-1');
	await poll();
	const other = new ChangingService({ whoami });
	other.now += 86_400_000;
	other.create(6);
	service.reply = other.reply;
	trigger.sign(accessWith(service.url, 'another'));
	const stopped = await poll('activate');
	expect([stopped.told, stopped.message]).toEqual([[], why]);
	service.reply = model.reply;
	trigger.sign(accessWith(service.url, 'the next token'));
	model.update('id-2');
	expect(await poll('activate')).toMatchObject({ told: ['updated id-2'], message: undefined });
});

it.each([
	['shows no ID', { body: { data: { user_id: 'u' } } }],
	['is forbidden', { status: 403, body: {} }],
])(
	'where whoami %s, the trigger stops until a person confirms the workspace',
	async (_, whoami) => {
		const { model, form, trigger, poll } = watching({}, archived);
		model.create(6);
		await poll('activate');
		const signing = async (token: string, sameWorkspace: unknown) => {
			trigger.sign(accessWith(service.url, token));
			form.options = { ...archived.options, sameWorkspace } as IDataObject;
			return await poll();
		};
		service.reply = (given) => (given.path.includes('whoami') ? whoami : model.reply(given));
		const stopped = { told: [], message: expect.stringContaining('not show which workspace') };
		model.update('id-1');
		expect(await signing('another', '')).toMatchObject(stopped);
		expect((await signing('another', '1')).told).toEqual(['updated id-1']);
		// Once is for once.
		model.update('id-2');
		expect(await signing('a third', '1')).toMatchObject(stopped);
		expect((await signing('a third', 2)).told).toEqual(['updated id-2']);
		service.reply = new ChangingService({ whoami: { workspace_id: 'w-2' } }).reply;
		const moved = { told: [], message: expect.stringContaining('another workspace') };
		expect(await signing('a fourth', 3)).toMatchObject(moved);
	},
);

it.each([1, 6, 20])('an empty list archives none of %s records that Get finds', async (count) => {
	const { model, poll } = watching({}, archived);
	model.create(count);
	await poll('activate');
	Object.assign(model.is, { page: () => [], hasTotal: false });
	for (let n = 0; n < 3; n += 1) expect(await poll()).toMatchObject({ told: [] });
	// What Get does not find is gone.
	model.is.get = () => undefined;
	model.archive('id-1');
	expect((await poll()).told).toEqual(['archived id-1']);
	Object.assign(model.is, { page: undefined, hasTotal: true });
	expect(await poll()).toMatchObject({ told: [], message: undefined });
});

it('a state that was stored with records of the workspace goes on', async () => {
	const { model, trigger, poll } = watching({ whoami: {} });
	model.create(3);
	await poll('activate');
	model.update('id-1');
	const old = trigger.remembered.replace('"origin":{', '"origin":{"records":[["id-9",null]],');
	expect(old).not.toBe(trigger.remembered);
	const staticData = JSON.parse(old) as IDataObject;
	const { items } = await trigger.poll({ clock: (model.now += MINUTE), staticData });
	expect(items.map(({ id }) => id)).toEqual(['id-1']);
});

it('the same event has the same ID, whenever it is told again, after another token and form too', async () => {
	const { model, form, trigger, poll } = watching({}, archived);
	model.create(5);
	await poll('activate');
	const { remembered } = trigger;
	model.update('id-1', { name: 'B' });
	model.create(1);
	model.archive('id-2');
	model.is.get = () => undefined;
	const again = async () => {
		const staticData = JSON.parse(remembered) as IDataObject;
		const { items } = await trigger.poll({ clock: (model.now += MINUTE), staticData });
		return items.map(({ event, id, event_id: eventId }) => [event, id, eventId]);
	};
	const first = await again();
	expect(first).toHaveLength(3);
	expect(await again()).toEqual(first);
	trigger.sign(accessWith(service.url, 'the next token'));
	Object.assign(form, { ...watched('name'), filters: { search: 'N' } });
	expect(await again()).toEqual(first);
});

it('another base URL stops the trigger', async () => {
	const { model, trigger, poll } = watching();
	model.create(3);
	await poll('activate');
	trigger.sign(accessWith(service.url.replace('127.0.0.1', 'localhost'), 'token'));
	expect((await poll('activate')).message).toContain('The credential opens another base URL');
});

it('a service that cannot be asked for its workspace now is no other one', async () => {
	const { model, trigger, poll } = watching();
	model.create(3);
	await poll('activate');
	trigger.sign(accessWith(service.url, 'the next token'));
	service.reply = () => ({ status: 503, body: {} });
	expect((await poll()).message).not.toContain('another workspace');
	service.reply = model.reply;
	model.update('id-2');
	expect((await poll()).told).toEqual(['updated id-2']);
}, 60_000);

it('another object begins anew', async () => {
	const { model, form, poll } = watching();
	model.create(3);
	await poll('activate');
	form.resource = 'contact';
	expect(await poll('activate')).toMatchObject({ told: [], message: undefined });
	model.update('id-2');
	expect((await poll()).told).toEqual(['updated id-2']);
});
