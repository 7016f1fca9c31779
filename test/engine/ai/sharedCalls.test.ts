import { startCustomService } from '../../../testing/services/customService';
import { byId } from '../../../testing/parameters';
import { useEngine, useService } from '../../../testing/setUp';

const service = useService(startCustomService);
const { runNode } = useEngine(service);

const COMPANIES = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const scoreOf = (id: unknown) => ({
	body: {
		data: { object_type: 'company', record_id: id, score: 7, band: 'high', reasons: [{ why: id }] },
		message: 'OK',
	},
});
const recordIds = (requests: ReadonlyArray<{ body: unknown }>) =>
	requests.map(({ body }) => (body as { record_id: string }).record_id);
const items = Array.from({ length: 9 }, (_, n) => ({ id: COMPANIES[n % 2] }));
const byItem = byId('={{ $json.id }}');

describe('the same company in several items of one run', () => {
	it('is scored with one call, whose result all its items get', async () => {
		service.reply = ({ body }) => scoreOf((body as { record_id: string }).record_id);
		const run = await runNode('score', 'score', { resource: 'company', ...byItem }, { items });
		expect(run.status).toBe('success');
		expect(recordIds(run.requests)).toEqual(COMPANIES);
		expect(run.items.map(({ json }) => [json.id, json.shared])).toEqual(
			items.map(({ id }, n) => [id, n < COMPANIES.length ? undefined : true]),
		);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(run.items[0].json.reasons).not.toBe(run.items[2].json.reasons);
		expect(run.hints).toContainEqual(
			'7 items asked for the same as another item, and shared its call: 2 calls in all.',
		);
	});

	it('fails for all its items when the one call fails', async () => {
		service.reply = () => ({ status: 422, body: { message: 'Cannot be scored' } });
		const run = await runNode(
			'score',
			'score',
			{ resource: 'company', ...byItem },
			{ items: items.filter(({ id }) => id === COMPANIES[0]), onError: 'continueErrorOutput' },
		);
		expect(run.requests).toHaveLength(1);
		expect(run.failed).toHaveLength(5);
	});

	it('is asked for again where the request differs, and in the next run', async () => {
		service.reply = ({ body }) => scoreOf((body as { record_id: string }).record_id);
		const options = { scoreModelId: '={{ $json.model }}' };
		const parameters = { resource: 'company', ...byItem, options };
		const models = ['m1', 'm2', 'm1'].map((model) => ({ id: COMPANIES[0], model }));
		const first = await runNode('score', 'score', parameters, { items: models });
		expect(first.requests).toHaveLength(2);
		const second = await runNode('score', 'score', parameters, { items: models });
		expect(second.requests).toHaveLength(2);
	});

	it('is scored once where its ID is written in other ways', async () => {
		const id = '6f1c1c1e-0000-4000-8000-00000000000a';
		service.reply = () => scoreOf(id);
		const spellings = [{ id }, { id: id.toUpperCase() }];
		const parameters = { resource: 'company', ...byItem };
		const run = await runNode('score', 'score', parameters, { items: spellings });
		expect(run.requests).toHaveLength(1);
	});

	it('is enriched once where its website is written in other ways', async () => {
		service.reply = () => ({ body: { data: { proposed_fields: { name: 'Acme' } } } });
		const websites = [
			...['https://acme.example', 'http://ACME.example/', 'www.acme.example', 'acme.example'],
			...['https://acme.example/shop', 'https://acme2.example'],
		];
		const parameters = { resource: 'company', ...byId('={{ $json.url }}', 'website') };
		const run = await runNode('enrich', 'enrich', parameters, {
			items: websites.map((url) => ({ url })),
		});
		expect(run.requests).toHaveLength(3);
		expect(run.items).toHaveLength(6);
	});
});
