import type { INodeParameters } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode } = useCustomEngine();
const order = {
	...mapped({ externalId: 'A' }),
	itemsSource: 'json',
	itemsJson: '[{"itemExternalId":"s"}]',
};
const extra = (additionalBodyFields: unknown) =>
	({ options: { additionalBodyFields } }) as INodeParameters;
const asked = (parameter: unknown) =>
	({ options: { additionalQueryParameters: parameter } }) as INodeParameters;

beforeEach(() => {
	service.reply = ({ method, body }) =>
		method === 'GET'
			? { body: { data: [] } }
			: {
					body: {
						ok: true,
						status: 'ok',
						results: JSON.stringify(body).includes('externalId')
							? [{ external_id: 'A', errors: [] }]
							: undefined,
					},
				};
});

describe('Additional Body Fields', () => {
	it.each([
		['create', '{"region": "north", "tags": [1, {"a": null}]}'],
		['upsert', { region: 'north', tags: [1, { a: null }] }],
		['update', '={{ {"region": "north", "tags": [1, {"a": null}]} }}'],
	])('%s › are sent as they are, beside the mapped ones', async (operation, given) => {
		const own = mapped({ name: 'N', external_id: 'x' });
		const parameters = { ...byId('c'), ...own, ...extra(given) };
		const { errorText } = await runNode('company', operation, parameters);
		expect(errorText).toBe('');
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ name: 'N', external_id: 'x', region: 'north', tags: [1, { a: null }] },
		]);
	});

	it('may be the only ones', async () => {
		await runNode('company', 'update', { ...byId('c'), ...mapped({}), ...extra('{"region": 1}') });
		expect(service.requests[0].body).toEqual({ region: 1 });
	});

	it('go into the object of the body that they name', async () => {
		const parameters = { ...order, ...extra('{"order": {"memo": "m"}, "notify": true}') };
		await runNode('order', 'create', parameters);
		const expected = { order: { externalId: 'A', memo: 'm' }, notify: true };
		expect(service.requests[0].body).toMatchObject(expected);
	});

	it('are fields of each order in Create Many', async () => {
		await runNode('order', 'createMany', { ...order, ...extra('{"memo": "m"}') });
		expect(service.requests[0].body).toMatchObject({ orders: [{ externalId: 'A', memo: 'm' }] });
	});

	it.each([
		['company', mapped({ name: 'N' }), '{"name": null}', '"name"'],
		['order', order, '{"order": {"externalId": "B"}}', '"order.externalId"'],
		['deal', mapped({ external_id: 'x' }), '{"externalId": "B"}', '"externalId"'],
	])('of a %s that repeat a mapped field are rejected', async (resource, fields, given, words) => {
		const { error, errorText } = await runNode(resource, 'create', { ...fields, ...extra(given) });
		expect(errorText).toContain(
			`Additional Body Fields sets ${words}, which the node sends already`,
		);
		expect(error?.context).toMatchObject({ parameter: 'options.additionalBodyFields' });
		expect(service.requests).toEqual([]);
	});

	it.each(['[1]', '{"a":', 'text', '={{ 7 }}'])('that are %s are rejected', async (given) => {
		const parameters = { ...mapped({ name: 'N' }), ...extra(given) };
		const { errorText } = await runNode('company', 'create', parameters);
		expect(errorText).toContain('Additional Body Fields is ');
		expect(service.requests).toEqual([]);
	});

	it('change no object of the node', async () => {
		const parameters = { ...mapped({ name: 'N' }), ...extra('{"__proto__": {"polluted": true}}') };
		await runNode('company', 'create', parameters);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});
});

describe('unknown input fields', () => {
	const item = { name: 'N', region: 'north', id: 'u', external_id: 'x', company_id: 7 };

	it('are sent under their own names where the option says so, identifiers aside', async () => {
		service.reply = () => ({ body: { ok: true, status: 'created', company_id: 'c' } });
		const parameters = { ...fromItem, options: { reading: { unknownColumns: 'send' } } };
		const { hints } = await runNode('company', 'create', parameters, { items: [item] });
		expect(service.requests[0].body).toEqual({ name: 'N', external_id: 'x', region: 'north' });
		expect(hints).toEqual([]);
	});
});

describe('Query Parameters', () => {
	it.each([
		['company', 'getAll', {}, '{"region": "north"}'],
		['company', 'get', byId('c'), { region: 'north' }],
		['invoice', 'getAll', {}, '{"region": "north"}'],
		['deal', 'getPipelines', {}, '{"region": "north"}'],
	])('of %s %s are sent', async (resource, operation, parameters, given) => {
		await runNode(resource, operation, { ...parameters, ...asked(given) });
		expect(service.requests[0].query).toMatchObject({ region: 'north' });
	});

	it.each([
		['company', 'getAll', { page: '2' }, '"page"'],
		['invoice', 'getAll', { workspace_id: 'w' }, '"workspace_id"'],
	])(
		'of %s %s that the node sets itself are rejected',
		async (resource, operation, given, words) => {
			const options = { additionalQueryParameters: given, requests: { workspaceId: 'v' } };
			const { errorText } = await runNode(resource, operation, { options } as INodeParameters);
			expect(errorText).toContain(`Query Parameters sets ${words}`);
			expect(service.requests).toEqual([]);
		},
	);
});
