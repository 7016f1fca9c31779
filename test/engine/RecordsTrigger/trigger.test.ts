import type { IDataObject } from 'n8n-workflow';

import { fromItem } from '../../../testing/parameters';
import { jsonOf } from '../../../testing/runNode';
import { useEngine, useSandbox } from '../../../testing/setUp';
import { watcherOf } from '../../../testing/watch';

const sandbox = useSandbox({ seed: 'none' });
const { n8n, credentials, runNode } = useEngine(sandbox);

const watch = watcherOf(n8n, 'workspaceRecordsTrigger', credentials);

const told = ({ items }: { items: IDataObject[] }) =>
	items.map(({ event, name, id }) => `${String(event)} ${String(name ?? id)}`);

const save = async (type: string, items: object[]) => {
	const { failed, error } = await runNode(type, 'upsert', fromItem, { items });
	expect([failed, error]).toEqual([[], undefined]);
};
const companies = async (...names: string[]) => {
	const items = names.map((name) => ({ external_id: name, name }));
	await save('company', items);
};
const archive = async (type: string, externalId: string) => {
	const recordId = { __rl: true, mode: 'externalId', value: externalId };
	const { error } = await runNode(type, 'delete', { recordId });
	expect(error).toBeUndefined();
};
const pause = async () => await new Promise((resolve) => setTimeout(resolve, 5));

const all = { events: ['created', 'updated', 'archived'], startFrom: 'now' };

describe.each(['company', 'item', 'meter'])('%s records', (resource) => {
	test('start the workflow once when created, updated and archived, also after restarts', async () => {
		const one = { external_id: `${resource}-1`, externalId: `${resource}-1`, name: 'One' };
		const two = { external_id: `${resource}-2`, externalId: `${resource}-2`, name: 'Two' };
		await save(resource, [one]);
		const trigger = watch({ ...all, resource, options: { sweepMinutes: 0 } });
		expect((await trigger.poll({ mode: 'activate' })).main).toBeNull();
		trigger.restart();
		await pause();
		await save(resource, [two]);
		const created = await trigger.poll();
		expect(created.items).toMatchObject([{ event: 'created' }]);
		expect(created.items[0]).not.toHaveProperty('changed_fields');
		trigger.restart();
		expect((await trigger.poll()).main).toBeNull();
		await pause();
		await save(resource, [{ ...one, name: 'Uno', floor: '7', status: 'new' }]);
		const updated = await trigger.poll();
		expect(updated.items).toMatchObject([{ event: 'updated', changed_fields: null }]);
		trigger.restart();
		await archive(resource, `${resource}-2`);
		await pause();
		// An archived company can still be read and shows no state: it takes a second list without it.
		const polls = [await trigger.poll(), await trigger.poll()];
		const archived = { items: polls.flatMap(({ items }) => items) };
		expect(archived.items).toMatchObject([{ event: 'archived', id: created.items[0].id }]);
		expect((await trigger.poll()).main).toBeNull();
		const ids = [created, updated, archived].map(({ items }) => items[0].event_id);
		expect(new Set(ids).size).toBe(3);
		expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f]{32}$/)));
	});
});

test('only watched fields count, and the item says which changed, and what they were', async () => {
	await save('company', [{ external_id: 'c-1', name: 'One', email: 'a@b.example' }]);
	const options = { watchedFields: ['email'] };
	const trigger = watch({ resource: 'company', events: ['updated'], options });
	await trigger.poll({ mode: 'activate' });
	await pause();
	await save('company', [{ external_id: 'c-1', name: 'Uno' }]);
	expect((await trigger.poll()).main).toBeNull();
	await pause();
	await save('company', [{ external_id: 'c-1', email: 'c@d.example' }]);
	expect((await trigger.poll()).items).toMatchObject([
		{ changed_fields: ['email'], before: { email: 'a@b.example' }, email: 'c@d.example' },
	]);
});

test('starting from all records tells each of them, some at every poll', async () => {
	await companies('One', 'Two', 'Three');
	const trigger = watch({ resource: 'company', startFrom: 'all', options: { maxEvents: 2 } });
	const first = await trigger.poll({ mode: 'activate' });
	const second = await trigger.poll();
	const expected = ['created One', 'created Three', 'created Two'];
	expect([...told(first), ...told(second)].sort()).toEqual(expected);
	expect(first.items).toHaveLength(2);
	expect((await trigger.poll()).main).toBeNull();
});

test('starting from a date leaves out what is older', async () => {
	await save('company', [{ external_id: 'c-1', name: 'Old' }]);
	sandbox.advance(3_600_000);
	const startDate = new Date(Date.now() + 1_800_000).toISOString();
	await save('company', [{ external_id: 'c-2', name: 'New' }]);
	const trigger = watch({ resource: 'company', startFrom: 'date', startDate });
	expect(told(await trigger.poll({ mode: 'activate' }))).toEqual(['created New']);
});

test('a poll fails when many records are gone at once, unless that is allowed', async () => {
	const names = Array.from({ length: 60 }, (_, n) => `i-${n}`);
	const items = names.map((name) => ({ externalId: name, name }));
	await save('item', items);
	const trigger = watch({ ...all, resource: 'item' });
	await trigger.poll({ mode: 'activate' });
	for (const name of names.slice(0, 21)) await archive('item', name);
	const refused = await trigger.poll();
	const expected = ['21 of 60 items are gone from the list at once', []];
	expect([refused.error?.message, refused.items]).toEqual(expected);
	const options = { allowManyArchived: true };
	const allowed = watch({ ...all, resource: 'item', options });
	expect((await allowed.poll({ mode: 'activate' })).error).toBeUndefined();
});

test('the editor shows the latest records and stores nothing', async () => {
	await save('company', [{ external_id: 'c-1', name: 'One' }]);
	const trigger = watch({ ...all, resource: 'company' });
	expect(told(await trigger.poll({ mode: 'manual' }))).toEqual(['created One']);
	expect(trigger.remembered.length).toBe(2);
});

test('a first poll that n8n does not save is where the next one goes on', async () => {
	const trigger = watch({ ...all, resource: 'company' });
	expect((await trigger.poll({ mode: 'activate' })).main).toBeNull();
	await save('company', [{ external_id: 'c-1', name: 'Soon' }]);
	expect(told(await trigger.poll({ staticData: {} }))).toEqual(['created Soon']);
});

test('wrong parameters are refused before anything is sent', async () => {
	const trigger = watch({ resource: 'company', options: { watchedFields: ['colour'] } });
	const { error } = await trigger.poll();
	expect(error?.message).toBe('Watched Fields: the company has no field "colour"');
	expect(sandbox.requests).toEqual([]);
});

describe('Get Changes', () => {
	const changes = async (cursor: unknown, more: IDataObject = {}) => {
		const parameters = { cursor, returnAll: true, ...more } as never;
		return jsonOf((await runNode('company', 'getChanges', parameters)).items);
	};

	test('gives each record with a cursor, from which only later changes come', async () => {
		for (const name of ['One', 'Two', 'Three']) {
			await companies(name);
			// Records of one millisecond come in the order of their IDs.
			await pause();
		}
		const first = await changes('');
		expect(first.map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
		const { cursor } = first[2];
		expect(cursor).toEqual(expect.stringMatching(/^2\.[\w-]{20,600}\.[\w-]{9}$/));
		expect(await changes(cursor)).toEqual([]);
		await pause();
		await save('company', [{ external_id: 'One', name: 'Uno' }]);
		expect((await changes(cursor)).map(({ name }) => name)).toEqual(['Uno']);
		const expected = ['Two', 'Three', 'Uno'];
		expect((await changes(first[0].cursor)).map(({ name }) => name)).toEqual(expected);
	});

	test('goes on from a limit with nothing lost and nothing twice', async () => {
		const names = Array.from({ length: 7 }, (_, n) => `c-${n}`);
		await companies(...names);
		const seen: unknown[] = [];
		let cursor: unknown = '';
		for (let runs = 0; runs < 4; runs += 1) {
			const some = await changes(cursor, { returnAll: false, limit: 2 });
			seen.push(...some.map(({ name }) => name));
			cursor = some.at(-1)?.cursor;
		}
		expect(seen.sort()).toEqual(names);
	});

	test('refuses the cursor of another list, and what is none', async () => {
		await save('company', [{ external_id: 'c-1', name: 'One' }]);
		const [{ cursor }] = await changes('');
		const other = await runNode('item', 'getChanges', { cursor } as never);
		expect(other.errorText).toContain('Cursor is about another list than these items');
		const none = await runNode('item', 'getChanges', { cursor: 'yesterday' } as never);
		expect(none.errorText).toContain('Cursor is not one that Get Changes gives');
	});
});
