import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../sandbox';
import { accessWith } from './credential';
import { engine, loadPackage, type Engine, type RunOptions } from './engine';

export const NODE = 'workspaceRecordsMigrationUpsert';

export let sandbox: Sandbox;
export let n8n: Engine;

/** Starts a sandbox for the tests of one file, and resets it before each of them. */
export function useMigrations() {
	beforeAll(async () => {
		sandbox = await startSandbox();
		n8n = engine(await loadPackage());
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());
}

export type Row = Record<string, unknown>;
const asItems = (rows: readonly Row[]) => rows.map((json) => ({ json })) as INodeExecutionData[];
export const row = (order: string, more: Row = {}): Row => ({
	order_external_id: order,
	item_external_id: 'acme-item-desk',
	quantity: 1,
	...more,
});
/** `orders` orders of `lines` rows each; the rows of an order are far apart. */
export const tableOf = (orders: number, lines = 4): Row[] =>
	Array.from({ length: orders * lines }, (_, index) =>
		row(`m-${index % orders}`, {
			quantity: String(1 + (index % 9)),
			item_external_id: `sku-${index % 37}`,
		}),
	);

interface Upsert extends RunOptions {
	parameters?: INodeParameters;
	url?: string;
	token?: string;
}

/** Runs the node over these rows, one order line each unless the parameters say otherwise. */
export async function upsert(
	rows: readonly Row[],
	{ parameters, url, token, ...options }: Upsert = {},
) {
	const { last, status } = await n8n.run(
		{
			type: NODE,
			parameters: {
				resource: 'migrationUpsert',
				operation: 'upsertOrders',
				partner: 'my-erp',
				inputMode: 'line',
				fields: { mappingMode: 'autoMapInputData', value: null },
				...parameters,
			},
		},
		{
			items: asItems(rows),
			credentials: accessWith(url ?? sandbox.url, token ?? sandbox.tokens.fullAccess),
			...options,
		},
	);
	return { ...last, status, hints: last.hints.map(({ message }) => message) };
}

/** The requests to the service. */
export const sent = (from = sandbox) =>
	from.requests.map(({ method, path, body }) => ({
		method,
		path,
		body: body as { orders: Row[] },
	}));
/** External IDs with the input items that they are paired with. */
export const pairs = (items: INodeExecutionData[]) =>
	items.map(({ json, pairedItem }) => [
		json.external_id ?? (json.details as Row | undefined)?.external_id,
		(pairedItem as Array<{ item: number }>).map(({ item }) => item),
	]);
/** The orders of the tests that the service has stored. */
export const stored = (from = sandbox) =>
	from.records('orders').filter(({ external_id: id }) => /^m-/.test(String(id)));
/** Expects every order to be stored once, with the quantities of its rows in their order. */
export const expectStored = (rows: readonly Row[], from = sandbox) => {
	const quantities: Record<string, number[]> = {};
	for (const { order_external_id: id, quantity } of rows) {
		(quantities[String(id)] ??= []).push(Number(quantity));
	}
	const found = stored(from).map(({ external_id: id, lines }) => [
		id,
		(lines as Row[]).map((line) => line.quantity),
	]);
	expect(found).toHaveLength(Object.keys(quantities).length);
	expect(Object.fromEntries(found)).toEqual(quantities);
};
