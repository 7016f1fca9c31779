import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Resource } from '../../../../nodes/shared/resource/definition/resource';
import { resources } from '../../../../scripts/lib/definitions';
import { byId, fromItem, mapped } from '../../../../testing/parameters';
import type { Received, Reply } from '../../../../testing/services/customService';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode, storedCredentials } = useCustomEngine();

/** What a service makes of `?external_id=`, beside the path, and where it shows external IDs. */
interface Ways {
	/** It decides; or it is tried first and then the path; or it is not read at all. */
	query?: 'decides' | 'first' | 'ignored';
	shows?: ReadonlyArray<'record' | 'list'>;
	/** Responses of their own. */
	reply?: (request: Received) => Reply | undefined;
}

const STAMPS = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };

/**
 * A service with two records: the external ID of the second is the number of the first. A path is the ID
 * or the number of a record, never an external ID.
 */
function serve(numberKey: string, { query: way = 'ignored', shows = [], reply }: Ways = {}) {
	const rows: IDataObject[] = [
		{ id: 'uuid-1', [numberKey]: 1, external_id: 'first' },
		{ id: 'uuid-2', [numberKey]: 2, external_id: '1' },
	];
	const written: unknown[] = [];
	const shown = (place: 'record' | 'list', { external_id, ...row }: IDataObject) => ({
		...{ ...row, order_at: STAMPS.created_at, ...STAMPS },
		...(shows.includes(place) && { external_id }),
	});
	service.reply = (request) => {
		const own = reply?.(request);
		if (own) return own;
		const { method, path, query } = request;
		const reference = path.split('/')[4];
		const body = (request.body ?? {}) as IDataObject;
		if (method === 'POST') {
			const externalId =
				body.external_id ?? body.externalId ?? (body.order as IDataObject)?.externalId;
			const known = rows.find((row) => row.external_id === externalId);
			const record = known ?? { id: `uuid-${rows.length + 1}`, external_id: externalId as string };
			if (!known) rows.push(record);
			written.push(record.id);
			const result = {
				status: 'created',
				external_id: externalId,
				order_id: record.id,
				id: record.id,
			};
			return { body: { ok: true, ...result, results: [{ ...result, errors: [] }] } };
		}
		if (reference === undefined) return { body: rows.map((row) => shown('list', row)) };
		const byPath = rows.find((row) => [row.id, String(row[numberKey])].includes(reference));
		const byQuery = rows.find((row) => row.external_id === query.external_id);
		const found =
			query.external_id === undefined || way === 'ignored'
				? byPath
				: (byQuery ?? (way === 'first' ? byPath : undefined));
		if (!found) return { status: 404, body: { message: 'Nothing here' } };
		if (method === 'GET') return { body: shown('record', found) };
		written.push(found.id);
		return { body: { ok: true, id: found.id } };
	};
	return { rows, written };
}

const calls = () =>
	service.requests.map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`);
const EXTERNAL = byId('1', 'externalId');

const updates: Readonly<Record<string, INodeParameters>> = {
	order: {
		...mapped({ externalId: '1' }),
		itemsSource: 'json',
		itemsJson: '[{"itemExternalId":"s"}]',
	},
	inventory: mapped({ name: 'N', externalId: '1' }),
};
/** The first field of a resource that takes any text. */
const textIn = ({ fields, identifiers: { external } }: Resource) =>
	fields.find((each) => each.type === 'text' && each.name !== external && !each.refersTo)!.name;
const table = resources
	.filter(
		({ identifiers }) => identifiers.external !== undefined && identifiers.number !== undefined,
	)
	.flatMap((resource) =>
		(['get', 'update', 'delete'] as const)
			.filter((operation) => resource.operations.includes(operation))
			.map((operation) => ({
				name: resource.name,
				operation,
				numberKey: resource.identifiers.number as string,
				update: updates[resource.name] ?? mapped({ [textIn(resource)]: 'N' }),
			})),
	);

describe('a service that ignores ?external_id= and shows no external ID', () => {
	it.each(table)(
		'has no $name that an external ID surely means › $operation',
		async ({ name, operation, numberKey, update }) => {
			const { written } = serve(numberKey);
			const parameters = { ...EXTERNAL, ...update };
			const { errorText, items } = await runNode(name, operation, parameters);
			expect(errorText).toMatch(/^It is not certain which .* has the external ID "1" \| /);
			expect(errorText).toContain('with Get Many, and use its ID');
			expect([items, written]).toEqual([[], []]);
		},
	);

	it.each([
		['deal', 'deal_id', { name: 'N' }],
		['invoice', 'id_inv', { notes: 'N' }],
		['estimate', 'id_est', { notes: 'N' }],
		['order', 'order_id', {}],
	])('creates no %s that may be there › Find or Create', async (name, numberKey, fields) => {
		const { written } = serve(numberKey);
		const lines = { itemsSource: 'json', itemsJson: '[{"itemExternalId":"s"}]' };
		const key = name === 'order' ? 'externalId' : 'external_id';
		for (const externalId of ['1', 'first']) {
			const { errorText } = await runNode(
				name,
				'findOrCreate',
				{ ...fromItem, ...(name === 'order' ? lines : {}) },
				{ items: [{ [key]: externalId, ...fields }] },
			);
			expect(errorText).toContain(
				`It is not certain which ${name} has the external ID "${externalId}"`,
			);
		}
		expect(written).toEqual([]);
	});

	it('takes an upsert by external ID, as specified, and says why it could not compare', async () => {
		const { written } = serve('company_id');
		const options = { onlyIfDifferent: true };
		const parameters = { ...mapped({ external_id: '1', name: 'N' }), options };
		const { errorText, hints } = await runNode('company', 'upsert', parameters);
		expect([errorText, written]).toEqual(['', ['uuid-2']]);
		expect(hints.join()).toContain('Get shows no external ID of the company');
	});
});

describe('a service that tries ?external_id= first and then the path', () => {
	it('proves nothing by it', async () => {
		const { written } = serve('deal_id', { query: 'first' });
		const { errorText } = await runNode('deal', 'delete', byId('2', 'externalId'));
		expect(errorText).toContain('It is not certain which deal has the external ID "2"');
		expect(written).toEqual([]);
	});
});

describe('a list that shows external IDs', () => {
	it.each(['get', 'update', 'delete'])(
		'is no proof of what a look-up means › %s',
		async (operation) => {
			const { written } = serve('deal_id', { shows: ['list'] });
			const parameters = { ...EXTERNAL, ...mapped({ name: 'N' }) };
			const { errorText } = await runNode('deal', operation, parameters);
			expect(errorText).toContain('It is not certain which deal has the external ID "1"');
			expect(written).toEqual([]);
		},
	);

	it('lets nothing happen where Get shows another record', async () => {
		const { written } = serve('deal_id', { shows: ['record', 'list'] });
		const { errorText } = await runNode('deal', 'delete', EXTERNAL);
		expect([errorText === '', written]).toEqual([false, []]);
	});
});

describe('the proof that a service honours ?external_id=', () => {
	const proofs = () =>
		service.requests.filter(({ query }) => /^n8n-[\da-f-]{36}$/.test(query.external_id ?? ''));

	it('is one request for a service, credential and object, whatever the number of items and runs', async () => {
		const { written } = serve('deal_id', { query: 'decides' });
		const credentials = await storedCredentials();
		const parameters = { recordId: byId('={{ $json.own }}', 'externalId').recordId };
		const items = ['1', 'first', '1', 'first', '1', 'first'].map((own) => ({ own }));
		for (let run = 0; run < 3; run += 1) {
			const output = await runNode('deal', 'get', parameters, { items, credentials });
			expect(output.items.map(({ json }) => json.external_id)).toEqual(items.map(({ own }) => own));
		}
		expect(proofs()).toHaveLength(1);
		await runNode('deal', 'delete', EXTERNAL, { credentials });
		expect([proofs().length, written]).toEqual([1, ['uuid-2']]);
		await runNode('invoice', 'get', EXTERNAL, { credentials });
		expect(proofs().map(({ path }) => path.split('/')[3])).toEqual(['deals', 'invoices']);
		await runNode('deal', 'get', EXTERNAL, { credentials: await storedCredentials() });
		expect(proofs()).toHaveLength(3);
	});

	it('is not needed where the response shows the external ID', async () => {
		serve('deal_id', { query: 'decides', shows: ['record'] });
		await runNode('deal', 'update', { ...EXTERNAL, ...mapped({ name: 'N' }) });
		expect(calls()).toEqual(['GET deals/1', 'PUT deals/uuid-2']);
	});

	it('is asked for again where it could not be had', async () => {
		let fails = true;
		const { written } = serve('deal_id', {
			query: 'decides',
			reply: ({ query }) =>
				fails && query.external_id?.startsWith('n8n-') ? { status: 500, body: {} } : undefined,
		});
		const items = [{}, {}];
		const options = { requests: { maxRetries: 0, maxParallelRequests: 1 } };
		const run = async () =>
			await runNode(
				'deal',
				'delete',
				{ ...EXTERNAL, options },
				{ items, onError: 'continueErrorOutput' },
			);
		expect((await run()).failed).toHaveLength(2);
		expect([proofs().length, written]).toEqual([2, []]);
		fails = false;
		expect((await run()).failed).toEqual([]);
		expect(written).toEqual(['uuid-2', 'uuid-2']);
	});

	it('is taken with a record of the list where nothing was found › Find or Create', async () => {
		const { written } = serve('deal_id', { query: 'decides' });
		const items = ['new-1', 'new-2'].map((external_id) => ({ external_id, name: 'N' }));
		const options = { requests: { maxParallelRequests: 1 } };
		const output = await runNode('deal', 'findOrCreate', { ...fromItem, options }, { items });
		expect(output.items.map(({ json }) => json.created)).toEqual([true, true]);
		expect(written).toEqual(['uuid-3', 'uuid-4']);
		expect(calls()).toEqual([
			...['GET deals/new-1', 'GET deals', 'GET deals/uuid-1', 'POST deals'],
			...['GET deals/new-2', 'POST deals'],
		]);
	});

	it('is no external ID that is the number of its record, too › Find or Create', async () => {
		const { rows, written } = serve('deal_id', { shows: ['record'] });
		Object.assign(rows[0], { external_id: '1' });
		Object.assign(rows[1], { external_id: 'second' });
		const items = ['1', 'second'].map((external_id) => ({ external_id, name: 'N' }));
		const parameters = { ...fromItem, options: { requests: { maxParallelRequests: 1 } } };
		const { errorText } = await runNode('deal', 'findOrCreate', parameters, { items });
		expect(errorText).toContain('It is not certain which deal has the external ID "second"');
		expect(written).toEqual([]);
	});

	it('cannot be had without a list, so that nothing is created › Find or Create', async () => {
		const { written } = serve('deal_id', {
			query: 'decides',
			reply: ({ method, path }) =>
				method === 'GET' && path.endsWith('/deals') ? { status: 403, body: {} } : undefined,
		});
		const items = [{ external_id: 'new-1', name: 'N' }];
		const { errorText } = await runNode('deal', 'findOrCreate', fromItem, { items });
		expect(errorText).toContain('It is not certain which deal has the external ID "new-1"');
		expect(written).toEqual([]);
	});

	it('is not needed where there is no record at all › Find or Create', async () => {
		const { rows } = serve('deal_id');
		rows.length = 0;
		const items = [{ external_id: 'new-1', name: 'N' }];
		const output = await runNode('deal', 'findOrCreate', fromItem, { items });
		expect(output.items[0].json.created).toBe(true);
		expect(calls()).toEqual(['GET deals/new-1', 'GET deals', 'POST deals']);
	});
});
