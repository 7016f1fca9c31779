/** Fields that change with every read, such as signed links: they make records look changed, unless a person says so. */
import type { IDataObject } from 'n8n-workflow';

import { useChanging } from './changing';

const changing = useChanging();

function watching(given: IDataObject = {}) {
	let reads = 0;
	const page = (rows: IDataObject[]) =>
		rows.map((row) => ({ ...row, avatar_url: `https://f.example/${(reads += 1)}?signature=x` }));
	const { poll, ...flow } = changing.watching({ page }, given);
	return { ...flow, poll: async (mode?: 'activate') => (await poll(mode)).items };
}

it('make records look changed until they are ignored', async () => {
	const { model, form, poll } = watching();
	model.create(20);
	await poll('activate');
	expect([(await poll()).length, (await poll()).length]).toEqual([20, 20]);
	form.options = { ignoredFields: 'avatar_url' };
	model.create(2);
	const [first, second] = [await poll('activate'), await poll()];
	expect(first.filter(({ event }) => event === 'created')).toHaveLength(2);
	expect(second).toEqual([]);
	model.update('id-3', { name: 'Changed' });
	model.create(1);
	expect((await poll()).map(({ id }) => id).sort()).toEqual(['id-23', 'id-3']);
	expect(await poll()).toEqual([]);
});

it('are not told when they are ignored from the beginning, of records without times either', async () => {
	const { model, poll } = watching({ options: { ignoredFields: ' avatar_url, other ' } });
	model.create(5);
	model.create(5, { updated_at: null });
	await poll('activate');
	expect([await poll(), await poll()]).toEqual([[], []]);
	model.update('id-8', { name: 'Changed', updated_at: null });
	expect((await poll()).map(({ id }) => id)).toEqual(['id-8']);
});

it('cannot be the time by which changes are found', async () => {
	const { polls } = watching({ options: { ignoredFields: 'name, updated_at' } });
	await expect(polls(1, 'activate')).rejects.toThrow('Ignored Fields names updated_at');
});
