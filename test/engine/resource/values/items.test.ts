import type { INodeParameters } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../../testing/parameters';
import type { RunNodeOptions } from '../../../../testing/runNode';
import { useCustomService, useEngine, useSandbox } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';

const sandbox = useSandbox();
const standIn = useCustomService();
const { n8n, runNode } = useEngine(sandbox);

const bodies = () => sandbox.requests.map(({ body }) => body);
const company = (externalId: string) =>
	sandbox.records('companies').find(({ external_id: own }) => own === externalId);

describe('items that fail', () => {
	const jsons = [
		{ external_id: 'a', name: 'A' },
		{ external_id: 'b', name: 'B', allowed_in_store: 'perhaps' },
		{ external_id: 'c', name: 'C' },
		{ external_id: 'd', name: 'D' },
	];
	const oneByOne = { ...fromItem, options: { requests: { maxParallelRequests: 1 } } };

	it('stop the node, which reports what became of all items', async () => {
		const { status, error, errorText } = await runNode('company', 'create', oneByOne, {
			items: jsons,
		});
		expect(status).toBe('error');
		expect(errorText).toContain('Allowed in Store: expected true or false');
		expect(errorText).toContain('given "perhaps"');
		expect(error?.context).toMatchObject({ parameter: 'fields.allowed_in_store' });
		expect(errorText).toContain('Of 4 items, 1 succeeded, 1 failed, 2 were not sent.');
		expect(bodies()).toEqual([{ external_id: 'a', name: 'A' }]);
	});

	itSince('errorDetails')('go to the error output, with the reason in parts', async () => {
		const given = { items: jsons, onError: 'continueErrorOutput' } as const;
		const { items, failed, status } = await runNode('company', 'create', fromItem, given);
		expect(status).toBe('success');
		expect(items.map(({ json, pairedItem }) => [json.external_id, pairedItem])).toEqual([
			['a', { item: 0 }],
			['c', { item: 2 }],
			['d', { item: 3 }],
		]);
		const [first, ...others] = failed;
		expect(others).toEqual([]);
		expect(first.pairedItem).toMatchObject({ item: 1 });
		expect(first.json).toMatchObject({
			error: expect.stringContaining('Allowed in Store'),
			message: expect.stringContaining('Correct the value'),
			details: {
				kind: 'input',
				hint: expect.stringContaining('Correct the value'),
				item: 1,
				parameter: 'fields.allowed_in_store',
			},
		});
	});

	it('keep their place when the node continues', async () => {
		const given = { items: jsons, onError: 'continueRegularOutput' } as const;
		const { items } = await runNode('company', 'create', fromItem, given);
		expect(items.map(({ json, pairedItem }) => [Boolean(json.error), pairedItem])).toEqual(
			[0, 1, 2, 3].map((item) => [item === 1, { item }]),
		);
		expect(sandbox.requests).toHaveLength(3);
	});

	itSince('errorDetails')('show the message of the service', async () => {
		const { failed } = await runNode('company', 'get', byId('={{ $json.id }}'), {
			items: [{ id: 'nowhere' }],
			onError: 'continueErrorOutput',
		});
		expect(failed[0].json).toMatchObject({
			error: 'Could not get the company nowhere: No Company nowhere',
			details: { kind: 'notFound', status: 404, ctx_id: expect.stringMatching(/^ctx-/) },
		});
	});
});

describe('many items', () => {
	const jsons = Array.from({ length: 12 }, (_, n) => ({ id: `record-${n}` }));
	const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };

	it('are output in their order, with at most the allowed requests at once', async () => {
		standIn.reply = ({ path }) => ({
			body: { company_id: path.split('/').at(-1), ...stamps },
			afterMs: 50,
		});
		for (const most of [1, 3]) {
			standIn.maxConcurrent = 0;
			const options = { requests: { maxParallelRequests: most } };
			const parameters = { ...byId('={{ $json.id }}'), options };
			const more = { items: jsons, service: standIn };
			const { items } = await runNode('company', 'get', parameters, more);
			expect(items).toHaveLength(12);
			expect(standIn.maxConcurrent).toBeLessThanOrEqual(most);
			// On first contact two are sent at once, and more with each response.
			expect(standIn.maxConcurrent).toBeGreaterThanOrEqual(Math.min(most, 2));
		}
	});

	it('read the credential once', async () => {
		const before = n8n.credentialReads;
		await runNode('company', 'create', fromItem, { items: jsons.map(({ id }) => ({ name: id })) });
		const after = n8n.credentialReads;
		expect(sandbox.requests).toHaveLength(12);
		expect(after.decrypted - before.decrypted).toBe(1);
	});
});

describe('a run that cannot begin', () => {
	const jsons = [{ name: 'A' }, { name: 'B' }];
	/** What comes out of both branches, and whether anything was sent. */
	const splitBy = async (requests: INodeParameters, more: RunNodeOptions = {}) => {
		const given = { items: jsons, onError: 'continueErrorOutput' as const, ...more };
		const run = await runNode('company', 'create', { ...fromItem, options: { requests } }, given);
		expect(sandbox.requests).toEqual([]);
		return [run.items, run.failed].map((items) => items.map(({ json }) => String(json.error)));
	};

	it.each<[string, INodeParameters, string]>([
		['wrong for all items', { timeout: 0 }, 'Timeout (Milliseconds) is 0'],
		[
			'not the same for all items',
			{ maxParallelRequests: '={{ $itemIndex + 1 }}' },
			'Max Parallel Requests applies to all items, but it is 1 in item 1, 2 in item 2',
		],
		[
			'an expression that gives nothing',
			{ maxRetries: '={{ $json.nothing }}' },
			'Max Retries applies',
		],
		[
			'an expression that fails',
			{ retryBudget: '={{ $("Nobody").item }}' },
			'Retry Time Limit (Seconds) applies',
		],
	])('reports no item as written when an option is %s', async (_, options, words) => {
		const failed = expect.stringContaining(words);
		expect(await splitBy(options)).toEqual([[], [failed, failed]]);
	});

	it.each([
		['the credential is of no use', { service: { url: 'no address' } }, 'must start with https:'],
		['there is no credential', { credentials: {} }, 'credential'],
	])('reports no item as written when %s', async (_, more, words) => {
		const failed = expect.stringContaining(words);
		expect(await splitBy({}, more)).toEqual([[], [failed, failed]]);
	});

	it('does not happen when an option of one item fails: the others are processed', async () => {
		const options = {
			additionalQueryParameters: '={{ $itemIndex === 0 ? $("Nobody").item : "{}" }}',
		};
		const given = { items: jsons, onError: 'continueErrorOutput' as const };
		const { items, failed } = await runNode('order', 'getAll', { options, limit: 1 }, given);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
	});

	it('does not happen when an option is an expression with one value for all', async () => {
		const maxParallelRequests = '={{ $itemIndex === 0 ? "1" : 1 }}';
		const options = { requests: { maxParallelRequests, maxRetries: '={{ 2 }}' } };
		await runNode('company', 'create', { ...fromItem, options }, { items: jsons });
		expect(bodies()).toEqual(jsons);
	});
});

describe('absent, empty and cleared', () => {
	it('keys of an item: null is sent, an empty text and a missing key are not', async () => {
		const jsons = [{ external_id: 'a', name: 'A', email: null, address: '', Website: 'a.example' }];
		await runNode('company', 'create', fromItem, { items: jsons });
		expect(bodies()).toEqual([{ external_id: 'a', name: 'A', email: null, url: 'a.example' }]);
	});

	it('columns: those without a value are not sent', async () => {
		await runNode('company', 'create', mapped({ name: 'A', email: null, address: '' }));
		expect(bodies()).toEqual([{ name: 'A' }]);
	});

	it('Fields to Clear are sent as null, also alone', async () => {
		const { id, name } = company('acme-ibm') as { id: string; name: string };
		const parameters = { ...byId(id), ...mapped({}), fieldsToClear: ['address'] };
		const { status } = await runNode('company', 'update', parameters);
		expect(status).toBe('success');
		expect(bodies()).toEqual([{ address: null }]);
		expect(company('acme-ibm')).toMatchObject({ name, address: null });
	});

	it.each(['', '={{ null }}', '={{ [""] }}'])(
		'Fields to Clear may be empty: %s',
		async (fieldsToClear) => {
			const { id } = company('acme-ibm') as { id: string };
			await runNode('company', 'update', { ...byId(id), ...mapped({ name: 'A' }), fieldsToClear });
			expect(bodies()).toEqual([{ name: 'A' }]);
		},
	);

	it('an update without any field is rejected', async () => {
		const { errorText } = await runNode('company', 'update', { ...byId('1'), ...mapped({}) });
		expect(errorText).toContain('No field of the company is set');
		expect(sandbox.requests).toEqual([]);
	});
});

describe('values', () => {
	const settings = { timezone: 'Asia/Tokyo' };

	it('dates of every form are sent as days or times in the workflow’s time zone', async () => {
		const late = "DateTime.fromISO('2026-03-01T23:30:00Z')";
		const dates = mapped({ start_date: `={{ ${late} }}`, due_date: '2026-03-01T23:30' });
		await runNode('invoice', 'create', dates, { settings });
		const moments = (usageAt: string) =>
			runNode('meter', 'create', mapped({ usageAt }), { settings });
		await moments(`={{ ${late} }}`);
		await moments('2026-03-01 23:30');
		await moments('={{ "2026-03-01T23:30:00-02:00" }}');
		expect(bodies()).toEqual([
			{ start_date: '2026-03-02', due_date: '2026-03-01' },
			{ usageAt: '2026-03-02T08:30:00+09:00' },
			{ usageAt: '2026-03-01T23:30:00+09:00' },
			{ usageAt: '2026-03-02T10:30:00+09:00' },
		]);
	});

	it.each([
		[
			'item',
			{ externalId: 'a', price: '1,250' },
			'Price: expected a number such as 12.5, given "1,250"',
		],
		['meter', { usageAt: 'tomorrow' }, 'expected a date and time such as 2026-01-31T09:30:00Z'],
		['inventory', { name: 'A' }, 'External ID is required'],
		['company', { name: 'A', nickname: 'B' }, 'Company has no field "nickname"'],
	])('%s %j is rejected before any request', async (resource, value, words) => {
		const parameters = mapped(value as INodeParameters);
		const { error, errorText } = await runNode(resource, 'create', parameters);
		expect(errorText).toContain(words);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(sandbox.requests).toEqual([]);
	});
});
