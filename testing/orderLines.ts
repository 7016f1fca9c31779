/** Order lines for Migration Upsert, and what the tests of it ask the sandbox. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox';
import { fromItem } from './parameters';
import type { RunNode, RunNodeOptions } from './runNode';

export type Row = Record<string, unknown>;

/** One line of an order. */
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

/** Runs Upsert Orders on rows, one order line each unless the parameters say otherwise. */
export const upsertWith =
	(runNode: RunNode) =>
	async (rows: readonly Row[], parameters: INodeParameters = {}, options: RunNodeOptions = {}) =>
		await runNode(
			'migrationUpsert',
			'upsertOrders',
			{ partner: 'my-erp', inputMode: 'line', ...fromItem, ...parameters },
			{ items: rows, ...options },
		);

/** The orders that a service has received. */
export const ordersIn = (requests: ReadonlyArray<{ readonly body: unknown }>) =>
	requests.flatMap(({ body }) => (body as { orders: IDataObject[] }).orders);

/** Responds to orders: all are stored. */
export const acceptOrders = ({ body }: { readonly body: unknown }) => {
	const results = ordersIn([{ body }]).map(({ order_external_id: id }) => ({
		...{ external_id: id, created: true, errors: [] },
	}));
	return { body: { ok: true, results } };
};

/** Method, path and body of the requests to the service. */
export const sentTo = ({ requests }: Sandbox) =>
	requests.map(({ method, path, body }) => ({ method, path, body: body as { orders: Row[] } }));

/** External IDs with the input items that they are paired with. */
export const pairs = (items: readonly INodeExecutionData[]) =>
	items.map(({ json, pairedItem }) => [
		json.external_id ?? (json.details as Row | undefined)?.external_id,
		(pairedItem as Array<{ item: number }>).map(({ item }) => item),
	]);

/** The orders of the tests that the service has stored. */
export const storedIn = (sandbox: Sandbox) =>
	sandbox.records('orders').filter(({ external_id: id }) => /^m-/.test(String(id)));

/** Expects every order to be stored once, with the quantities of its rows in their order. */
export function expectStored(rows: readonly Row[], sandbox: Sandbox) {
	const quantities: Record<string, number[]> = {};
	for (const { order_external_id: id, quantity } of rows) {
		(quantities[String(id)] ??= []).push(Number(quantity));
	}
	const found = storedIn(sandbox).map(({ external_id: id, lines }) => [
		id,
		(lines as Row[]).map((line) => line.quantity),
	]);
	expect(found).toHaveLength(Object.keys(quantities).length);
	expect(Object.fromEntries(found)).toEqual(quantities);
}
