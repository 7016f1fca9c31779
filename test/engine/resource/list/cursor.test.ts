import type { IDataObject } from 'n8n-workflow';

import { accessWith } from '../../../../testing/credential';
import { useCustomEngine } from '../../../../testing/setUp';
import { ChangingService } from '../../RecordsTrigger/changing';

const { service, runNode } = useCustomEngine();

describe('a cursor', () => {
	const read = async (parameters: IDataObject) =>
		await runNode('company', 'getChanges', { returnAll: true, ...parameters } as never);
	beforeEach(() => {
		const model = new ChangingService();
		model.create(3);
		service.reply = model.reply;
	});

	it('that an expression does not give is refused, and the word start begins', async () => {
		const { errorText } = await read({ cursor: '={{ $json.nothing }}' });
		expect(errorText).toContain('Cursor is an expression that gives no value');
		expect((await read({ cursor: 'start' })).items).toHaveLength(3);
	});

	it('that is empty begins with all records, or with those since a date', async () => {
		const since = { filters: { updatedAfter: '2030-01-01T00:00:02Z' } };
		expect((await read({ cursor: '' })).items).toHaveLength(3);
		expect((await read({ cursor: '', ...since })).items).toHaveLength(2);
	});

	it('that was changed in one character is refused', async () => {
		const { items } = await read({});
		const cursor = String(items.at(-1)?.json.cursor);
		expect(cursor.length).toBeLessThan(2048);
		for (let at = 0; at < cursor.length; at += 7) {
			const other = cursor[at] === 'A' ? 'B' : 'A';
			const { errorText } = await read({
				cursor: cursor.slice(0, at) + other + cursor.slice(at + 1),
			});
			expect(errorText).toContain('Cursor is not one that Get Changes gives');
		}
	}, 60_000);

	it('that cannot name all records of the last minutes asks for all of them at once', async () => {
		const model = new ChangingService();
		model.create(100);
		service.reply = model.reply;
		const few = { returnAll: false, limit: 30 };
		const { items, hints } = await read(few);
		expect(hints.join()).toContain('run it again with the cursor of the last record');
		const next = await read({ ...few, cursor: items.at(-1)?.json.cursor });
		expect(next.hints.join()).toContain('run it again when the Overlap has passed');
	});

	it.each<[string, string, string, RegExp]>([
		['the same workspace goes on', 'one', 'one', /^$/],
		['another workspace is refused', 'one', 'two', /opens another workspace.* without the cursor/s],
		['a workspace that is not shown is refused', '', '', /not show which.* without the cursor/s],
		['one that is not shown any more, too', 'one', '', /not show which.* without the cursor/s],
	])('under another credential of %s', async (_, before, now, why) => {
		const workspace = (id: string) => {
			const model = new ChangingService({ whoami: id ? { workspace_id: id } : {} });
			model.create(3);
			service.reply = model.reply;
		};
		const later = async (cursor: unknown, token: string) =>
			await runNode('company', 'getChanges', { cursor } as never, {
				credentials: accessWith(service.url, token),
			});
		workspace(before);
		const [{ json }] = (await later('', 'a-token')).items;
		expect((await later(json.cursor, 'a-token')).errorText).toBe('');
		workspace(now);
		expect((await later(json.cursor, 'another')).errorText).toMatch(why);
	});
});
