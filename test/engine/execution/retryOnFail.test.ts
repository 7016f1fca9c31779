/** n8n's setting Retry On Fail: what a try has done is not done again by the next one. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent } from '../../../testing/agent';
import { canvas } from '../../../testing/canvas';
import { byId, fromItem } from '../../../testing/parameters';
import { nodeTypeOf } from '../../../testing/columns';
import { accessWith } from '../../../testing/credential';
import { useCustomService, useEngine, useSandbox } from '../../../testing/setUp';
import { describeSince, itSince } from '../../../testing/since';
import type { Received, Reply } from '../../../testing/services/customService';

const service = useCustomService();
const sandbox = useSandbox();
const { n8n, credentials } = useEngine(service, agentTypes);

/** How often the service did what a key stands for: wrote the record, or billed the call. */
const done = new Map<string, number>();
/** How often it is still going to refuse a key, before it does anything. */
const refusals = new Map<string, number>();
/** How often it is still going to lose the response for a key, after it has done it. */
const losses = new Map<string, number>();
/** How often each key was sent. */
const sent = new Map<string, number>();

const count = (counts: Map<string, number>, key: string, by = 1) =>
	counts.set(key, (counts.get(key) ?? 0) + by);
const takes = (counts: Map<string, number>, key: string) => {
	const left = counts.get(key) ?? 0;
	if (left > 0) counts.set(key, left - 1);
	return left > 0;
};

const recordOf = (key: string) => ({
	id: idOf(key),
	external_id: key,
	name: key,
	created_at: new Date().toISOString(),
});
const idOf = (key: string) => `00000000-0000-4000-8000-${key.slice(1).padStart(12, '0')}`;
const keyOfId = (id: string) => `k${Number(id.slice(-12))}`;

/** Does what is asked for a key, unless it refuses; undefined where the response is lost. */
function work(key: string, response: unknown): Reply {
	count(sent, key);
	if (takes(refusals, key)) return { status: 422, body: { message: `${key} is not accepted` } };
	count(done, key);
	return takes(losses, key) ? { status: 500, body: {} } : { body: response };
}

interface Order {
	externalId?: string;
	order_external_id?: string;
}

/** Many orders: each has its own result; a loss is one of the whole. */
function workMany(orders: readonly Order[]): Reply {
	let isLost = false;
	const results = orders.map(({ externalId, order_external_id: id = externalId ?? '' }) => {
		count(sent, id);
		if (takes(refusals, id)) return { external_id: id, created: false, errors: ['not accepted'] };
		count(done, id);
		isLost ||= takes(losses, id);
		return { external_id: id, object_id: idOf(id), record_id: 1, created: true, errors: [] };
	});
	return isLost ? { status: 500, body: {} } : { body: { ok: true, results } };
}

function reply({ method, path, body }: Received): Reply {
	const given = (body ?? {}) as Record<string, string> & {
		readonly seed: { name: string };
		readonly order?: Order;
		readonly orders: Order[];
	};
	const last = path.split('/').pop() ?? '';
	const envelope = { ok: true, status: 'created', ctx_id: 'c' };
	if (path === '/v1/enrich') {
		const data = { run_id: 'r', updated_builtin_fields: { industry: given.seed.name } };
		return work(given.seed.name, { data, message: 'OK' });
	}
	if (path === '/v1/score') {
		const key = keyOfId(given.record_id);
		return work(key, { data: { record_id: given.record_id, score: 7, band: key, reasons: [] } });
	}
	if (method === 'POST' && 'orders' in given) return workMany(given.orders);
	if (method === 'POST') {
		const key = given.order?.externalId ?? given.name;
		return work(key, { ...envelope, company_id: idOf(key), order_id: idOf(key) });
	}
	const key = last.startsWith('k') ? last : keyOfId(last);
	if (method === 'DELETE') {
		if (done.has(key)) return { status: 404, body: { message: 'It is archived' } };
		return work(key, { ok: true, status: 'archived', company_id: last });
	}
	if (path.endsWith('/companies') || path.endsWith('/deals')) return { body: { data: [] } };
	return done.has(key)
		? { body: recordOf(key) }
		: { status: 404, body: { message: 'There is no such record' } };
}

beforeEach(() => {
	for (const counts of [done, refusals, losses, sent]) counts.clear();
	service.reply = reply;
});

interface Operation {
	readonly node: string;
	readonly operation: string;
	readonly parameters: INodeParameters;
	readonly itemOf: (key: string) => IDataObject;
	/** Sending it again does no harm. */
	readonly idempotent?: boolean;
	/** It can be looked up by its external ID. */
	readonly hasKey?: boolean;
}

const byKey = { recordId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
const lines = { itemsSource: 'json', itemsJson: '[{"itemExternalId":"desk","quantity":1}]' };
const operations: Readonly<Record<string, Operation>> = {
	Enrich: {
		node: 'enrich',
		operation: 'enrich',
		parameters: { resource: 'company', ...byId('={{ $json.name }}', 'name') },
		itemOf: (name) => ({ name }),
	},
	Score: {
		node: 'score',
		operation: 'score',
		parameters: { resource: 'company', ...byKey },
		itemOf: (key) => ({ id: idOf(key) }),
	},
	'Company Create': {
		node: 'company',
		operation: 'create',
		parameters: fromItem,
		itemOf: (name) => ({ name }),
	},
	'Order Create': {
		node: 'order',
		operation: 'create',
		parameters: { ...fromItem, ...lines },
		itemOf: (externalId) => ({ externalId }),
		hasKey: true,
	},
	'Company Find or Create': {
		node: 'company',
		operation: 'findOrCreate',
		parameters: { ...fromItem, findBy: 'name' },
		itemOf: (name) => ({ name }),
	},
	'Company Delete': {
		node: 'company',
		operation: 'delete',
		parameters: byKey,
		itemOf: (key) => ({ id: idOf(key) }),
		idempotent: true,
	},
	'Order Create Many': {
		node: 'order',
		operation: 'createMany',
		parameters: { ...fromItem, ...lines, options: { batchSize: 2 } },
		itemOf: (externalId) => ({ externalId }),
		hasKey: true,
	},
	'Migration Upsert': {
		node: 'migrationUpsert',
		operation: 'upsertOrders',
		parameters: {
			partner: 'my-erp',
			inputMode: 'line',
			options: { batchSize: 2 },
			...fromItem,
		},
		itemOf: (key) => ({ order_external_id: key, item_external_id: 'desk', quantity: 1 }),
		idempotent: true,
	},
};
const names = Object.keys(operations);

type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
const KEYS = Array.from({ length: 7 }, (_, index) => `k${index + 1}`);
const LAST = KEYS.length - 1;

/** Runs a node that n8n tries three times. */
const runTries = async (
	name: string,
	items: readonly IDataObject[],
	settings: IDataObject = {},
	more: INodeParameters = {},
	access = credentials(),
) => {
	const { node, operation, parameters } = operations[name];
	return await n8n.run(
		{
			type: nodeTypeOf({ name: node }),
			parameters: { resource: node, operation, ...parameters, ...more },
			...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1, ...settings },
		},
		{ credentials: access, items: items.map((json) => ({ json })) },
	);
};

async function run(name: string, onError: OnError, settings: IDataObject = {}) {
	const items = KEYS.map(operations[name].itemOf);
	const { last, status } = await runTries(name, items, { onError, ...settings });
	return {
		status: last.status ?? status,
		items: last.main[0] ?? [],
		failed: last.main[1] ?? [],
		error: last.error,
		hints: last.hints.map(({ message }) => message),
	};
}

const twice = () => [...done].filter(([, times]) => times > 1);
const pairsOf = (items: ReadonlyArray<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => ([pairedItem].flat()[0] as { item: number }).item);
const positions: Array<[string, number]> = [
	['first', 0],
	['middle', 3],
	['last', LAST],
];
const each = names.flatMap((name) =>
	positions.map(([which, position]) => [name, which, position] as const),
);

describe('a node with Retry On Fail, one of whose items is refused', () => {
	it.each(each)('%s › does the others once, with Stop: the %s', async (name, _, position) => {
		refusals.set(KEYS[position], Infinity);
		const { status, error } = await run(name, 'stopWorkflow');
		expect(status).toBe('error');
		expect(error?.message).not.toMatch(/archived/);
		expect(twice()).toEqual([]);
		expect(done.has(KEYS[position])).toBe(false);
		expect(sent.get(KEYS[position])).toBeGreaterThanOrEqual(3);
	});

	it.each(each)('%s › gives out all once it is accepted: the %s', async (name, _, position) => {
		refusals.set(KEYS[position], 1);
		const { status, items, hints } = await run(name, 'stopWorkflow');
		expect(status).toBe('success');
		expect(pairsOf(items)).toEqual([...KEYS.keys()]);
		expect(items.every(({ json }) => !('error' in json))).toBe(true);
		expect([...done].sort()).toEqual(KEYS.map((key) => [key, 1]));
		expect(hints.join()).toMatch(
			/\d of 7 were done in an earlier try \(Retry On Fail\), and not sent again\./,
		);
	});

	it.each(
		names.flatMap((name) =>
			(['continueRegularOutput', 'continueErrorOutput'] as const).map((on) => [name, on] as const),
		),
	)('%s › does the others once when n8n tries again for the first, with %s', async (name, on) => {
		refusals.set(KEYS[0], Infinity);
		const { items, failed } = await run(name, on);
		expect([...done].sort()).toEqual(KEYS.slice(1).map((key) => [key, 1]));
		const isSplit = on === 'continueErrorOutput';
		expect(items).toHaveLength(isSplit ? LAST : KEYS.length);
		expect(isSplit ? pairsOf(failed) : [pairsOf(items)[0]]).toEqual([0]);
		expect(sent.get(KEYS[0])).toBeGreaterThanOrEqual(3);
	});

	it.each(names)('%s › goes on where only the first item is run', async (name) => {
		refusals.set(KEYS[0], 1);
		const { status, items } = await run(name, 'stopWorkflow', { executeOnce: true });
		expect(status).toBe('success');
		expect(items).toHaveLength(1);
		expect([...done]).toEqual([[KEYS[0], 1]]);
	});
});

describeSince('errorDetails')('a node with Retry On Fail, one of whose responses is lost', () => {
	const unsafe = names.filter((name) => !operations[name].idempotent);
	const cases = unsafe.flatMap((name) =>
		positions.map(([which, position]) => [name, which, position] as const),
	);

	it.each(cases)('%s › sends nothing twice: the %s', async (name, _, position) => {
		losses.set(KEYS[position], 1);
		await run(name, 'stopWorkflow');
		expect(twice()).toEqual([]);
		for (const key of KEYS) expect(sent.get(key) ?? 0).toBeLessThanOrEqual(1);
	});

	it.each(unsafe.filter((name) => !operations[name].hasKey))(
		'%s › says what to look for in the last try too',
		async (name) => {
			losses.set(KEYS[0], 1);
			const { error, items } = await run(name, 'stopWorkflow');
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/^Outcome unknown: /);
			expect(error?.description).toMatch(/It was not sent again/);
		},
	);

	it.each(names.filter((name) => operations[name].idempotent))(
		'%s › is sent again, because that is harmless',
		async (name) => {
			losses.set(KEYS[0], 1);
			const { status, items } = await run(name, 'stopWorkflow');
			expect(status).toBe('success');
			expect(items).toHaveLength(KEYS.length);
		},
	);
});

describe('an order that could not be looked up right away', () => {
	it.each(['Order Create', 'Order Create Many'])(
		'%s › is looked up by the next try',
		async (name) => {
			losses.set(KEYS[2], 1);
			let isDown = true;
			service.reply = (request) => {
				if (request.method !== 'GET' || !isDown) return reply(request);
				isDown = false;
				return { status: 403, body: { message: 'no permission to read' } };
			};
			const { status, items } = await run(name, 'stopWorkflow');
			expect(status).toBe('success');
			expect(items).toHaveLength(KEYS.length);
			expect([...done].sort()).toEqual(KEYS.map((key) => [key, 1]));
			for (const key of KEYS) expect(sent.get(key)).toBe(1);
		},
	);
});

describeSince('errorDetails')('calls that take too long', () => {
	it.each(['first', 'last'])('are made once each: the %s', async (which) => {
		const names = ['Microsoft', 'Apple', 'IBM'];
		const skip = which === 'first' ? 0 : names.length - 1;
		sandbox.setFaults({
			faults: [{ kind: 'timeout', when: 'after', operations: ['enrich'], skip, count: 1 }],
		});
		const options = { requests: { timeout: 500, maxParallelRequests: 1 } };
		const access = accessWith(sandbox.url, sandbox.tokens.fullAccess);
		const items = names.map((name) => ({ name }));
		const { last } = await runTries('Enrich', items, {}, { options }, access);
		expect(last.error?.message).toMatch(/Outcome unknown: .*timed out/);
		const asked = sandbox.requests.map(({ body }) => (body as { seed: IDataObject }).seed.name);
		expect(asked).toEqual([...new Set(asked)]);
		expect(asked).toContain(names[skip]);
	});
});

describe('two writes to one record, the first of which is refused at first', () => {
	it('are both sent again, so that the last one wins', async () => {
		refusals.set('v1', 1);
		const items = ['v1', 'v2'].map((name) => ({ external_id: 'k1', name }));
		const goOn = { onError: 'continueRegularOutput' };
		await runTries('Company Create', items, goOn, { operation: 'upsert' });
		const written = service.requests.map(({ body }) => (body as IDataObject).name);
		expect(written).toEqual(['v1', 'v2', 'v1', 'v2']);
	});
});

describe('Retry Unknown Outcomes', () => {
	it('sends a call again in the next try, too', async () => {
		losses.set(KEYS[0], 2);
		const options = { calls: { retryUnknownOutcome: true }, requests: { maxRetries: 0 } };
		const { status } = await runTries('Enrich', [{ name: KEYS[0] }], {}, { options });
		expect(status).toBe('success');
		expect(sent.get(KEYS[0])).toBe(3);
	});
});

describe('what is not a retry', () => {
	it('is done again: the same items in two nodes, and in two runs of one', async () => {
		const create = {
			type: 'workspaceRecordsCompany',
			parameters: { resource: 'company', operation: 'create', ...fromItem },
			...{ retryOnFail: true, waitBetweenTries: 1 },
		};
		const nodes = [
			...['A', 'B'].map((name) => ({ name, type: 'n8n-nodes-base.noOp' })),
			...['One', 'Other'].map((name) => ({ name, ...create })),
		];
		await n8n.runWorkflow(
			canvas(nodes, { Start: [['A', 'B']], A: [['One', 'Other']], B: [['One']] }),
			{ credentials: credentials(), items: [{ json: { name: 'k1' } }] },
		);
		expect(done.get('k1')).toBe(3);
	});

	it('is two calls of an agent', async () => {
		const tool = {
			type: 'Company',
			name: 'create_company',
			parameters: {
				resource: 'company',
				operation: 'create',
				fields: {
					mappingMode: 'defineBelow',
					value: { name: "={{ $fromAI('name', '', 'string') }}" },
				},
			},
			...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		};
		const call = { tool: 'create_company', args: { name: 'k1' } };
		await askAgent(n8n, credentials(), [tool], [call, call]);
		expect(done.get('k1')).toBe(2);
	});
});

describe('a tool of an agent with Retry On Fail', () => {
	const tool = {
		type: 'Enrich',
		name: 'enrich_company',
		parameters: {
			resource: 'company',
			operation: 'enrich',
			...byId("={{ $fromAI('name', '', 'string') }}", 'name'),
		},
		...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	};
	const call = { tool: 'enrich_company', args: { name: 'k1' } };

	itSince('errorDetails').each(['agent', 'engine'] as const)(
		'sends a call whose outcome is unknown once, run by the %s',
		async (by) => {
			losses.set('k1', 1);
			const { responses } = await askAgent(n8n, credentials(), [tool], [call], by);
			expect(responses[0].response).toMatchObject([
				{ error: expect.stringMatching(/Outcome unknown/), retry: 'no' },
			]);
			expect(sent.get('k1')).toBe(1);
		},
	);

	it('sends a call that was refused again where the engine runs it', async () => {
		refusals.set('k1', 1);
		const { responses } = await askAgent(n8n, credentials(), [tool], [call], 'engine');
		expect(responses[0].response?.[0]).not.toHaveProperty('error');
		expect([sent.get('k1'), done.get('k1')]).toEqual([2, 1]);
	});

	itSince('errorDetails')('leaves it to the model where the agent runs it', async () => {
		refusals.set('k1', 1);
		const { responses } = await askAgent(n8n, credentials(), [tool], [call]);
		expect(responses[0].response).toMatchObject([{ retry: 'yes' }]);
		expect(sent.get('k1')).toBe(1);
	});
});
