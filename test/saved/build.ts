/** The workflows that users of the present release can have saved: one for each node, with all of its modes. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Resource } from '../../nodes/shared/resource/definition/resource';
import type { Sandbox } from '../../sandbox';
import { exampleItem, neededBy } from '../../scripts/docs/examples/exampleItem';
import { otherRuns } from '../../scripts/docs/examples/otherRuns';
import { resources } from '../../scripts/lib/definitions';
import { columnsFilledFrom } from '../../testing/columns';
import type { Engine } from '../../testing/engine';
import { byId, fromItem } from '../../testing/parameters';
import { START, type SavedTrigger, type SavedWorkflow } from './fixture';
import { idOf, newestId, prepare, TRANSFER } from './run';

type Unsaved = Omit<SavedWorkflow, 'output'>;

interface Step {
	readonly name: string;
	readonly parameters: INodeParameters;
	/** Takes its values from the item of Start, and not from the node before. */
	readonly atStart?: boolean;
}

const nameOf = (resource: string) => resource.charAt(0).toUpperCase() + resource.slice(1);

/** A row of nodes of one type behind the node Start, each for the first item only; some are behind Start itself. */
function rowOf(node: string, steps: readonly Step[]): Unsaved['workflow'] {
	const type = `n8n-nodes-workspace-records.workspaceRecords${nameOf(node)}`;
	const start = { name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const nodes = [
		start,
		...steps.map(({ atStart, ...step }) => ({
			typeVersion: 1,
			...step,
			type,
			executeOnce: true,
			credentials: { workspaceRecordsApi: { id: 'saved', name: 'Workspace Records' } },
		})),
	].map((each, index) => ({
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 220, 0] as [number, number],
		...each,
	}));
	const after = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
	const row = [START, ...steps.filter(({ atStart }) => !atStart).map(({ name }) => name)];
	const connections = Object.fromEntries(
		row.slice(0, -1).map((name, index) => [name, { main: [[after(row[index + 1])]] }]),
	);
	const others = steps.filter(({ atStart }) => atStart).map(({ name }) => after(name));
	if (others.length > 0) {
		connections[START] = { main: [[...others, ...(connections[START]?.main[0] ?? [])]] };
	}
	return { name: `Saved ${node}`, nodes, connections };
}

/** The values of a Start item that a node takes, one column each. */
async function columns(
	n8n: Engine,
	resource: Resource,
	operation: 'create' | 'update',
	names: string[],
	item: number,
) {
	const parameters = await columnsFilledFrom('values', n8n, resource, operation, names);
	const text = JSON.stringify(parameters).replaceAll(
		'$json.values.',
		`$('${START}').all()[${item}].json.`,
	);
	return JSON.parse(text) as INodeParameters;
}

async function recordWorkflow(n8n: Engine, sandbox: Sandbox, resource: Resource): Promise<Unsaved> {
	const { name, operations, identifiers, bulk, pathParameter, extraReads = [] } = resource;
	const needs = neededBy(resource).map((other) => ({
		node: other.name,
		item: exampleItem(other, 'create', sandbox),
	}));
	await prepare(n8n, sandbox, needs);
	const write = operations.includes('create') ? 'create' : 'upsert';
	const created = exampleItem(resource, write, sandbox) as IDataObject;
	const updated = exampleItem(resource, 'update', sandbox) as IDataObject;
	const path: INodeParameters = pathParameter
		? { [pathParameter.name]: pathParameter.options.find(({ readOnly }) => !readOnly)!.value }
		: {};
	const first = write === 'create' ? 'Create' : 'Create or Update';
	const own = `={{ $('${first}').first().json.id }}`;
	const external =
		identifiers.external && `={{ $('${START}').first().json.${identifiers.external} }}`;
	const offered = (operation: string) => (operations as readonly string[]).includes(operation);
	const steps: Step[] = [];
	const add = (title: string, operation: string, parameters: INodeParameters = {}) => {
		steps.push({ name: title, parameters: { resource: name, operation, ...path, ...parameters } });
	};
	const mapped = async (operation: 'create' | 'update') =>
		operation === 'create'
			? await columns(n8n, resource, operation, Object.keys(created), 0)
			: await columns(n8n, resource, operation, Object.keys(updated), 1);

	add(first, write, { ...fromItem, ...rowsOf(created) });
	if (offered('create') && offered('upsert')) {
		add('Create or Update', 'upsert', await mapped('create'));
	}
	if (bulk) {
		const fields = resource.fields.filter(({ nestedIn }) => nestedIn?.[0] === bulk.element);
		const names = fields.map(({ name: field }) => field).filter((field) => field in created);
		add('Create Many', bulk.operation, await columns(n8n, resource, 'create', names, 0));
	}
	if (offered('findOrCreate')) {
		const by = { findBy: identifiers.external! };
		add('Find or Create', 'findOrCreate', { ...(await mapped('create')), ...by });
	}
	if (offered('find')) add('Find', 'find', { ...fromItem, findBy: identifiers.external! });
	if (offered('get')) {
		add('Get', 'get', byId(own));
		add('Get From List', 'get', byId(own, 'list'));
		if (external) add('Get By External ID', 'get', byId(external, 'externalId'));
		if (resource.simplified) add('Get Raw', 'get', { ...byId(own), output: 'raw' });
	}
	add('Get Many', 'getAll', { limit: 5 });
	add('Get All', 'getAll', { returnAll: true });
	const file = { format: 'csv', binaryPropertyName: 'list', recordsPerFile: 2, maxFileSize: 1 };
	add('Get Many to Files', 'getAll', { limit: 5, options: { file } });
	if (resource.list.search) add('Search', 'getAll', { limit: 5, filters: { search: 'a' } });
	if (offered('getChanges'))
		add('Get Changes', 'getChanges', { startFrom: 'all', returnAll: true });
	if (offered('update')) {
		add('Update', 'update', { ...byId(own), ...(await mapped('update')) });
		add('Update Only If Different', 'update', {
			...byId(own),
			...(await mapped('update')),
			options: { onlyIfDifferent: true },
		});
		if (external && identifiers.external! in updated) {
			add('Update By External ID', 'update', {
				...byId(external, 'externalId'),
				...(await mapped('update')),
			});
		}
	}
	for (const { operation, label } of extraReads) add(label, operation);
	if (offered('delete')) add('Delete', 'delete', byId(own));
	return { needs, items: [created, updated], workflow: rowOf(name, steps) };
}

/** Rows of an item are taken from it as they are. */
const rowsOf = (item: IDataObject): INodeParameters =>
	Object.fromEntries(
		Object.entries(item)
			.filter(([, value]) => Array.isArray(value) && typeof value[0] === 'object')
			.flatMap(([name]) => [
				[`${name}Source`, 'json'],
				[`${name}Json`, `={{ $json.${name} }}`],
			]),
	);

/** Writes the IDs that the sandbox gave as what they stand for. */
function withoutIds(sandbox: Sandbox, fixture: Unsaved): Unsaved {
	const text = fixture.needs.reduce(
		(all, { node }) => all.replaceAll(newestId(sandbox, node), idOf(node)),
		JSON.stringify(fixture),
	);
	return JSON.parse(text) as Unsaved;
}

/** What Migration Upsert takes its orders from, in each of its modes. */
const migrationStart = {
	items: [
		{
			'Order No.': 'order-001',
			'Order Date': '2026-01-31',
			SKU: 'acme-item-desk',
			Quantity: 2,
			lines: [{ SKU: 'acme-item-desk', Quantity: 2 }],
			payload: {
				order_external_id: 'order-002',
				items: [{ item_external_id: 'acme-item-desk', quantity: 2 }],
			},
		},
	],
	csv: 'Order No.,Order Date,SKU,Quantity\norder-003,2026-01-31,acme-item-desk,2\n',
};

const migrationSteps: Step[] = Object.entries<INodeParameters>({
	line: {},
	order: { items: '={{ $json.lines }}' },
	json: { orders: '={{ $json.payload }}' },
	file: { binaryPropertyName: 'sheet' },
}).map(([inputMode, parameters]) => ({
	name: `Upsert Orders, ${inputMode}`,
	parameters: {
		resource: 'migrationUpsert',
		operation: 'upsertOrders',
		partner: 'my-erp',
		inputMode,
		...parameters,
	},
	atStart: true,
}));

/** By node, without `workspaceRecords`: every node that is no trigger. The sandbox is reset before each. */
export async function workflows(n8n: Engine, sandbox: Sandbox): Promise<Record<string, Unsaved>> {
	const all: Record<string, Unsaved> = {};
	for (const resource of resources) {
		sandbox.reset();
		const fixture = await recordWorkflow(n8n, sandbox, resource);
		all[nameOf(resource.name)] = withoutIds(sandbox, fixture);
	}
	sandbox.reset();
	const needs = ['company', 'deal'].map((node) => ({ node, item: { name: 'Acme Inc.' } }));
	await prepare(n8n, sandbox, needs);
	const runs = otherRuns(sandbox);
	for (const node of new Set(runs.map((run) => run.node))) {
		const mine = runs.filter((run) => run.node === node && !run.item);
		const steps = mine.map(({ resource, operation, parameters }) => ({
			name: `${resource} ${operation}`,
			parameters: { resource, operation, ...parameters },
		}));
		const start = node === 'migrationUpsert' ? migrationStart : { items: [{}] };
		const more = node === 'migrationUpsert' ? migrationSteps : [];
		const fixture = { needs, ...start, workflow: rowOf(node, [...steps, ...more]) };
		const [company, deal] = ['companies', 'deals'].map((each) =>
			String(sandbox.records(each)[0].id),
		);
		all[nameOf(node)] = JSON.parse(
			JSON.stringify(fixture).replaceAll(company, idOf('company')).replaceAll(deal, idOf('deal')),
		) as Unsaved;
	}
	return all;
}

/** The triggers, by node: how they are saved, without their state. */
export const triggers: Readonly<Record<string, SavedTrigger['trigger']>> = {
	RecordsTrigger: {
		type: 'workspaceRecordsTrigger',
		typeVersion: 1,
		parameters: { resource: 'meter', events: ['created', 'archived'], startFrom: 'now' },
	},
	TransferTrigger: {
		type: 'workspaceRecordsTransferTrigger',
		typeVersion: 1,
		parameters: { transferIds: TRANSFER, events: ['finished', 'failed'] },
	},
};
