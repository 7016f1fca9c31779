import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

import { isRequired, type Resource } from '../../../nodes/shared/resource/definition/resource';
import { resources } from '../../../scripts/lib/definitions';
import { canvas } from '../../../testing/canvas';
import { described } from '../../../testing/described';
import { byId, fromItem } from '../../../testing/parameters';
import { sampleValues } from '../../../testing/samples';
import type { Received, Reply } from '../../../testing/services/customService';
import { useCustomEngine } from '../../../testing/setUp';
import { isTried } from '../../../testing/simulations';

/**
 * Every node of this package that gives out records, before every node that maps them automatically: what
 * a response says of a write, and what identifies a record of one object, is sent as a field of no other. Without `SIMULATIONS=all`
 * an object comes before its own writes, those of objects that refer to it, and a third of the others by turns.
 */

/** How many requests had been made when the nodes to be tested began. */
let sourcesEndedAt = 0;

/** Passes on the items of all its inputs, each with the columns that some write cannot be without. */
const gather: INodeType = {
	description: described('gather', {
		inputs: Array.from({ length: 8 }, () => NodeConnectionTypes.Main),
		properties: [{ displayName: 'Count', name: 'count', type: 'number', default: 1 }],
	}),
	async execute(this: IExecuteFunctions) {
		sourcesEndedAt = service.requests.length;
		const inputs = Array.from(
			{ length: this.getNodeParameter('count', 0) as number },
			(_, input) => this.getInputData(input) ?? [],
		);
		return [
			inputs.flatMap((items, input) =>
				items.map(({ json }, item) => ({
					json: { ...required, ...json },
					pairedItem: { item, input },
				})),
			),
		];
	},
};

/** Changes the items, and forgets where each came from, as a Code node may. */
const edit: INodeType = {
	description: described('edit', {
		properties: [{ displayName: 'Fields', name: 'fields', type: 'json', default: '{}' }],
	}),
	async execute(this: IExecuteFunctions) {
		const fields = JSON.parse(this.getNodeParameter('fields', 0) as string) as IDataObject;
		return [this.getInputData().map(({ json }) => ({ json: { ...json, ...fields } }))];
	},
};

const { service, n8n, credentials, runNode } = useCustomEngine({ gather, edit });

const OPERATIONS = ['create', 'upsert', 'update', 'findOrCreate'] as const;
const READS = ['get', 'getAll'] as const;

const keyOf = ({ identifiers }: Resource) => identifiers.external;
const idOf = (object: string) => `${object}-uuid`;
const externalIdOf = (object: string) => `${object}-external`;
const statusOf = (object: string) => `${object}-status`;
const link = ({ resource, by }: { resource: string; by: string }) => `given-${resource}-${by}`;

/** What writes cannot be without, but for identifiers; lists hold what no check refuses, lines of orders apart. */
const required: IDataObject = Object.fromEntries(
	resources.flatMap((resource) => {
		if (resource.name === 'order') return [];
		const samples = sampleValues(resource, 'create', 1, link);
		return resource.fields
			.filter((field) => isRequired(field, 'create', resource) || field.type === 'rows')
			.filter(({ name, refersTo }) => name !== keyOf(resource) && !refersTo)
			.map(({ name }) => [name, samples[name] as IDataObject]);
	}),
);

/** Orders and subscriptions have lines under one name. */
const linesOf = (resource: Resource) => sampleValues(resource, 'create', 1, link).items;
const order = resources.find(({ name }) => name === 'order')!;

/** Says of the write what it would be wrong to write. */
const ENVELOPE = {
	ok: true,
	status: 'ENVELOPE status',
	message: 'ENVELOPE message',
	note: 'ENVELOPE note',
	name: 'ENVELOPE name',
	description: 'ENVELOPE description',
	created: true,
	ctx_id: 'ENVELOPE ctx',
};

const objectAt = (path: string) =>
	resources
		.map((resource) => ({ resource, start: resource.path.replace(/\{\w+\}.*/, '') }))
		.filter(
			({ start, resource }) =>
				path.startsWith(start) || path.startsWith(resource.listPath ?? start),
		)
		.sort((one, other) => other.start.length - one.start.length)[0]?.resource;

function reply({ method, path, query, body }: Received): Reply {
	if (/\/v1\/(enrich|score)$/.test(path)) {
		const { object_type: object, record_id: id } = body as IDataObject;
		const data = { company_id: id, record_id: id, score: 7, band: 'high', reasons: [] };
		return {
			body: { data: { object_type: object, ...data }, message: 'ENVELOPE', ctx_id: 'ENVELOPE' },
		};
	}
	if (path.includes('/migrations/')) {
		const { orders } = body as { orders: IDataObject[] };
		const results = orders.map(({ order_external_id: external }) => ({
			external_id: external,
			object_id: idOf('order'),
			record_id: 4,
			created: true,
			status: 'ENVELOPE',
			errors: [],
		}));
		return { body: { ok: true, results, ctx_id: 'ENVELOPE' } };
	}
	const resource = objectAt(path);
	if (!resource) return { status: 404, body: { message: `nothing at ${path}` } };
	const { name, identifiers, bulk } = resource;
	const identity = { external_id: externalIdOf(name) };
	if (method !== 'GET') {
		const given = (body as IDataObject | undefined)?.[identifiers.external ?? ''];
		const ids = {
			[identifiers.envelope]: idOf(name),
			...identity,
			...(given ? { external_id: given } : {}),
		};
		if (!bulk) return { body: { ...ENVELOPE, ...ids } };
		const many = (body as { orders?: unknown[] } | undefined)?.orders ?? [{}];
		return {
			body: { ...ENVELOPE, results: many.map(() => ({ ...ENVELOPE, ...ids, errors: [] })) },
		};
	}
	if ('external_id' in query) return { status: 404, body: { message: 'Not found' } };
	const record = {
		id: idOf(name),
		...(identifiers.number && { [identifiers.number]: 77 }),
		...(identifiers.record && { [identifiers.record]: idOf(name) }),
		...identity,
		status: statusOf(name),
		created_at: '2026-01-31T09:30:00Z',
		updated_at: '2026-01-31T09:30:00Z',
	};
	if (path !== (resource.listPath ?? resource.path) && path.endsWith(`/${idOf(name)}`)) {
		return { body: record };
	}
	const rows = query.search === undefined ? [record] : [];
	return { body: resource.list.paging ? { data: rows, total: rows.length } : rows };
}

beforeEach(() => {
	service.reply = reply;
});

interface Step {
	readonly type: string;
	readonly resource?: string;
	readonly operation: string;
	readonly parameters: INodeParameters;
}

const typeOf = (name: string) => `workspaceRecords${name[0].toUpperCase()}${name.slice(1)}`;

const pathOf = ({ pathParameter }: Resource): INodeParameters =>
	pathParameter
		? { [pathParameter.name]: pathParameter.options.find(({ readOnly }) => !readOnly)!.value }
		: {};

/** What every item has here; a website or an email none. */
const findBy = ({ findBy: keys }: Resource): INodeParameters => {
	const key = ['name', 'external_id'].find((each) => keys?.includes(each));
	return key ? { findBy: key } : {};
};

const stepsOf = (resource: Resource, operations: readonly string[]): Step[] =>
	[
		...operations,
		...(resource.bulk && operations.includes('create') ? [resource.bulk.operation] : []),
	]
		.filter((operation) =>
			[...resource.operations, resource.bulk?.operation].includes(operation as never),
		)
		.map((operation) => ({
			type: resource.name,
			operation,
			parameters: {
				...pathOf(resource),
				...byId(idOf(resource.name)),
				...findBy(resource),
				...fromItem,
			},
		}));

const targets: Step[] = [
	...resources.flatMap((resource) => stepsOf(resource, OPERATIONS)),
	{
		type: 'migrationUpsert',
		operation: 'upsertOrders',
		parameters: {
			partner: 'erp',
			inputMode: 'line',
			...fromItem,
			options: { linesElsewhere: true },
		},
	},
];

/** Whether a field refers to an object, in lines and as one of two, too. */
const refersTo = ({ fields }: Resource, object: string) =>
	JSON.stringify(fields).includes(`"resource":"${object}"`);

/** The writes that are tried behind what gives out an object. */
function writesAfter(object: string): Step[] {
	const place = resources.findIndex(({ name }) => name === object);
	return targets.filter(({ type }, at) => {
		const target = resources.find(({ name }) => name === type);
		return type === object || (target && refersTo(target, object)) || isTried(at + place, 3);
	});
}

/** Runs the sources behind a start node, and behind all of them together every write. */
async function chain(item: IDataObject, sources: readonly Step[], writes = targets) {
	const nodeOf = ({ type, resource = type, operation, parameters }: Step, name: string) => ({
		name,
		type: `n8n-nodes-workspace-records.${typeOf(type)}`,
		parameters: { resource, operation, ...parameters },
		onError: 'continueRegularOutput' as const,
	});
	const first = sources.map((step, index) => nodeOf(step, `source ${index} ${step.operation}`));
	const last = writes.map((step) => nodeOf(step, `${step.type} ${step.operation}`));
	const [before, after] = [first, last].map((nodes) => nodes.map(({ name }) => name));
	const isOrder = (name: string) => name.startsWith('order ');
	const count = before.length;
	const fields = JSON.stringify({ items: linesOf(order) });
	const nodes = [
		...first,
		{ name: 'Gather', type: n8n.pkg.fullName('gather'), parameters: { count } },
		{ name: 'Lines', type: n8n.pkg.fullName('edit'), parameters: { fields } },
		...last,
	];
	const workflow = canvas(nodes, {
		Start: [before],
		Gather: [[...after.filter((name) => !isOrder(name)), 'Lines']],
		Lines: [after.filter(isOrder)],
		...Object.fromEntries(before.map((name, index) => [name, [[['Gather', index] as const]]])),
	});
	const items = [{ json: item }];
	const run = await n8n.runWorkflow(workflow, { items, credentials: credentials() });
	for (const name of before) {
		const [output] = run.nodes[name].main;
		const errors = output.map(({ json }) => json.error);
		expect([name, errors]).toEqual([name, output.map(() => undefined)]);
		expect(output.length).toBeGreaterThan(0);
	}
	expect(run.nodes.Gather.error).toBeUndefined();
	expect(run.nodes.Gather.main[0].length).toBeGreaterThanOrEqual(before.length);
	for (const name of after) {
		if (run.nodes[name]?.main[0].some(({ json }) => !json.error)) seen.writes.add(name);
	}
	const hints = after.flatMap((name) => run.nodes[name]?.hints.map(({ message }) => message) ?? []);
	return { requests: service.requests.slice(sourcesEndedAt), hints };
}

/** What of a body or a query must not be there, by the object that the items are about. */
function wrongIn({ method, path, query, body }: Received, object: string): string[] {
	const target = path.includes('/migrations/') ? undefined : objectAt(path);
	const texts = JSON.stringify([query, body ?? {}]);
	const records = (target?.bulk && method === 'POST' ? (body as IDataObject).orders : [body]) as
		| IDataObject[]
		| undefined;
	const keys = target && keyOf(target) ? [keyOf(target)!, 'external_id'] : ['order_external_id'];
	const isOwn = target?.name === object;
	const wrong = [
		...(texts.includes('ENVELOPE') ? ['the envelope'] : []),
		...(!isOwn && texts.includes(statusOf(object)) ? ['the state of another record'] : []),
		...(!isOwn &&
		keys.some((key) => JSON.stringify(query[key] ?? '').includes(externalIdOf(object)))
			? ['looked up by the external ID of another object']
			: []),
		...(records ?? []).flatMap((record) => {
			const whole = { ...(record as IDataObject), ...((record?.order ?? {}) as IDataObject) };
			return !isOwn && keys.some((key) => whole[key] === externalIdOf(object))
				? ['the external ID of another object']
				: [];
		}),
	];
	return wrong.map((what) => `${method} ${path}: ${what}: ${texts.slice(0, 300)}`);
}

const seen = { requests: 0, writes: new Set<string>() };

it.each(resources.map((resource) => [resource.name, resource] as const))(
	'what a %s node gives out is written as what it is',
	async (object, resource) => {
		const item = {
			...(sampleValues(resource, 'create', 1, link) as IDataObject),
			...(keyOf(resource) && { [keyOf(resource)!]: externalIdOf(object) }),
		};
		const sources = stepsOf(resource, [...OPERATIONS, ...READS]);
		const { requests, hints } = await chain(item, sources, writesAfter(object));
		seen.requests += requests.length;
		expect(requests.flatMap((request) => wrongIn(request, object))).toEqual([]);
		expect(hints.filter((hint) => /\bresponse\b/.test(hint))).toEqual([]);
		for (const target of resources) {
			const reference = target.fields.find(
				({ refersTo }) => refersTo?.resource === object && refersTo.by === 'externalId',
			);
			if (!reference || target.name === object) continue;
			const sent = requests
				.filter(({ path, method }) => objectAt(path) === target && method !== 'GET')
				.map(({ body }) => JSON.stringify(body));
			for (const body of sent) {
				expect(body).toContain(`"${reference.name}":"${externalIdOf(object)}"`);
			}
		}
	},
);

it.each([
	['company', 'enrich', 'company'],
	['company', 'score', 'company'],
	['deal', 'score', 'deal'],
])('what a %s gives out that was sent to %s is written as what it is', async (object, type) => {
	const sources = ['raw', 'simplified'].map((output) => ({
		type,
		resource: object,
		operation: type,
		parameters: { output, ...byId(idOf(object)) },
	}));
	const { requests, hints } = await chain({ external_id: 'x' }, sources);
	seen.requests += requests.length;
	expect(requests.flatMap((request) => wrongIn(request, object))).toEqual([]);
	expect(JSON.stringify(requests)).not.toContain('"high"');
	expect(hints.filter((hint) => /\bresponse\b/.test(hint))).toEqual([]);
});

it('what Migration Upsert gives out is written as what it is', async () => {
	const item = { order_external_id: externalIdOf('order'), item_external_id: 'sku', quantity: 1 };
	const [source] = targets.slice(-1);
	const { requests } = await chain(item, [source]);
	seen.requests += requests.length;
	const others = requests.filter(({ path }) => !path.includes('/migrations/'));
	expect(others.flatMap((request) => wrongIn(request, 'order'))).toEqual([]);
});

it('every kind of write was made', () => {
	expect(seen.requests).toBeGreaterThan(1000);
	const missing = targets.filter(({ type, operation }) => !seen.writes.has(`${type} ${operation}`));
	expect(missing.map(({ type, operation }) => `${type} ${operation}`)).toEqual([]);
});

it('the number of an order does not become its external ID', async () => {
	const shown = { id: idOf('order'), order_id: 5, created_at: '2026-01-31T09:30:00Z' };
	const usual = reply;
	service.reply = (request) =>
		request.method === 'GET' ? { body: { data: [shown], total: 1 } } : usual(request);
	const step = (operation: string, parameters: INodeParameters) => ({
		type: 'workspaceRecordsOrder',
		parameters: { resource: 'order', operation, ...parameters },
	});
	const fields = JSON.stringify({ items: linesOf(order) });
	await n8n.run(
		[
			step('getAll', {}),
			{ type: n8n.pkg.fullName('edit'), parameters: { fields } },
			step('update', { ...byId('={{ $json.id }}'), ...fromItem }),
		],
		{ credentials: credentials(), onError: 'continueRegularOutput' },
	);
	expect(JSON.stringify(service.requests)).not.toContain('xternalId":"5"');
});

describe('between a company and a deal', () => {
	const company = { name: 'Acme', external_id: externalIdOf('company') };

	/** The body of the deal behind a company node and a node that sets fields. */
	async function dealFrom(operation: string, fields: IDataObject) {
		const step = (name: string, parameters: INodeParameters) => ({
			type: `workspaceRecords${name}`,
			parameters: { resource: name.toLowerCase(), ...parameters },
		});
		const run = await n8n.run(
			[
				step('Company', { operation, ...byId(idOf('company')), ...fromItem }),
				{ type: n8n.pkg.fullName('edit'), parameters: { fields: JSON.stringify(fields) } },
				step('Deal', { operation: 'create', ...fromItem }),
			],
			{ items: [{ json: company }], credentials: credentials() },
		);
		expect(run.status).toBe('success');
		return service.requests.at(-1)?.body;
	}

	it.each(['upsert', 'get', 'getAll'])(
		"after %s, what was set since is the deal's",
		async (operation) => {
			const reference = { companyExternalId: externalIdOf('company') };
			expect(await dealFrom(operation, { name: 'Deal' })).toEqual({ name: 'Deal', ...reference });
			const own = { name: 'Deal', external_id: 'deal-1', status: 'open' };
			const expected = { ...own, externalId: 'deal-1', ...reference };
			expect(await dealFrom(operation, own)).toEqual(expected);
			const other = { name: 'Deal', companyExternalId: 'mother' };
			expect(await dealFrom(operation, other)).toEqual(other);
		},
	);

	it('takes an item that a node of another kind has made for what it says', async () => {
		const external_id = externalIdOf('company');
		const row = { id: 'row-1', name: 'Deal', external_id, company_id: 'c' };
		expect(await dealFrom('get', row)).toMatchObject({ external_id: row.external_id });
	});

	it('knows a written company where nothing is known of the nodes before, as in a sub-workflow', async () => {
		const written = await runNode('company', 'upsert', fromItem, { items: [company] });
		const items = [{ ...written.items[0].json, name: 'Deal' }];
		await runNode('deal', 'create', fromItem, { items });
		const reference = { companyExternalId: externalIdOf('company') };
		expect(service.requests.at(-1)?.body).toEqual({ name: 'Deal', ...reference });
	});

	it('leaves a column alone that only has the name', async () => {
		const items = [{ name: 'Deal', external_id: 'd', created: '2026', response: 'They called' }];
		const options = { reading: { unknownColumns: 'send' } };
		await runNode('deal', 'create', { ...fromItem, options }, { items });
		expect(service.requests.at(-1)?.body).toEqual({ ...items[0], externalId: 'd' });
	});
});
