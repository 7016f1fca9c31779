import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { oneByOne } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';

const { service, runNode } = useCustomEngine();

const calendar = {
	status: 'ok',
	mode: 'book',
	message: 'Ready',
	workspace: { id: 'workspace-1', name: 'Acme' },
	event: { id: 'event-1', title: 'Introduction', schedule: [] },
	ctx_id: 'ctx-1',
};

async function bootstrap(filters: INodeParameters, items: IDataObject[] = [{}]) {
	service.reply = () => ({ body: calendar });
	return await runNode('calendar', 'bootstrap', { filters, ...oneByOne }, { items });
}
const sent = () => service.requests.map(({ method, url, body }) => [method, url, body]);

describe('Bootstrap', () => {
	it('reads the calendar with the token, and outputs it', async () => {
		const { items } = await bootstrap({});
		expect(sent()).toEqual([['GET', '/v1/public/calendar/bootstrap', undefined]]);
		const expected = { authorization: 'Bearer a-token', 'accept-language': 'en' };
		expect(service.requests[0].headers).toMatchObject(expected);
		expect(items).toEqual([{ json: calendar, pairedItem: { item: 0 } }]);
	});

	it('sends every filter under its name', async () => {
		await bootstrap({
			attendance_id: 'att-1',
			url: 'https://book.example.com/intro?a=b',
			slug: 'intro',
			mode: 'reschedule',
		});
		const [{ url }] = service.requests;
		expect(url.split('?')[0]).toBe('/v1/public/calendar/bootstrap');
		expect(Object.fromEntries(new URL(url, service.url).searchParams)).toEqual({
			attendance_id: 'att-1',
			url: 'https://book.example.com/intro?a=b',
			slug: 'intro',
			mode: 'reschedule',
		});
	});

	it('sends the filters of each item, trimmed, without blank ones', async () => {
		const filters = { slug: '={{ $json.slug }}', mode: '={{ $json.mode }}' };
		await bootstrap(filters, [
			{ slug: ' intro ', mode: 'book' },
			{ slug: 7, mode: '' },
			{ slug: null, mode: ' ' },
			{},
		]);
		expect(sent().map(([, url]) => url)).toEqual([
			'/v1/public/calendar/bootstrap?slug=intro&mode=book',
			'/v1/public/calendar/bootstrap?slug=7',
			'/v1/public/calendar/bootstrap',
			'/v1/public/calendar/bootstrap',
		]);
	});

	it('rejects a filter that is not text before any request', async () => {
		const { error } = await bootstrap({ slug: '={{ ["intro"] }}' });
		expect(error?.message).toBe('Event Slug is ["intro"]');
		expect(error?.context).toMatchObject({ parameter: 'filters.slug' });
		expect(service.requests).toEqual([]);
	});
});
