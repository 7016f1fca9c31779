import type { IDataObject } from 'n8n-workflow';

import { byId, fromItem } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const { service, runNode } = useCustomEngine();

const plain = { id: 'c-1', name: 'Acme' };
const own = { message: 'Call me back', error: 7, details: { floor: 3 } };
const colliding = { ...plain, ...own };

beforeEach(() => {
	service.reply = () => ({ status: 404, body: { message: 'Not here' } });
});

/** The one item that failed. */
async function failedOf(
	item: IDataObject,
	onError: 'continueErrorOutput' | 'continueRegularOutput',
) {
	const run = await runNode('company', 'get', byId('={{ $json.id }}'), { items: [item], onError });
	const { json } = [...run.items, ...run.failed][0];
	return { ...run, json, details: json.details as IDataObject };
}

describeSince('errorDetails')('a failed item', () => {
	it('keeps what the error output would hide of its input', async () => {
		const { failed, json, details } = await failedOf(colliding, 'continueErrorOutput');
		expect(failed).toHaveLength(1);
		expect(json).toMatchObject(plain);
		expect(json.message).not.toBe(own.message);
		expect(details.input).toEqual(own);
	});

	it('keeps it on the regular output, too', async () => {
		const { items, details } = await failedOf(colliding, 'continueRegularOutput');
		expect(items).toHaveLength(1);
		expect(details.input).toEqual(own);
	});

	it('has nothing of its input in the details where nothing collides', async () => {
		const { json, details } = await failedOf(plain, 'continueErrorOutput');
		expect(json).toMatchObject(plain);
		expect(details).not.toHaveProperty('input');
		const partly = await failedOf({ ...plain, message: '' }, 'continueErrorOutput');
		expect(partly.details.input).toEqual({ message: '' });
	});

	it('that fails again does not collect its failures', async () => {
		const first = await failedOf(colliding, 'continueErrorOutput');
		const second = await failedOf(first.json, 'continueErrorOutput');
		expect(second.details.input).toEqual(own);
		const unhidden = await failedOf(plain, 'continueErrorOutput');
		const again = await failedOf(unhidden.json, 'continueErrorOutput');
		expect(again.details).not.toHaveProperty('input');
	});

	it('keeps it when nothing can be sent at all, and in bulk', async () => {
		const run = await runNode('company', 'get', byId('c-1'), {
			items: [colliding],
			onError: 'continueErrorOutput',
			credentials: {},
		});
		const bulk = await runNode('order', 'createMany', fromItem, {
			items: [colliding],
			onError: 'continueErrorOutput',
		});
		for (const { failed } of [run, bulk]) {
			expect(failed).toHaveLength(1);
			expect(failed[0].json).toMatchObject({ name: 'Acme', details: { input: own } });
		}
	});
});

it('a node that stops on errors names the item and sends nothing on', async () => {
	const { status, items, failed, error } = await runNode('company', 'get', byId('c-1'), {
		items: [colliding],
	});
	expect([status, items, failed]).toEqual(['error', [], []]);
	expect(error).toMatchObject({ context: { itemIndex: 0 } });
});
