/** Order lines for Migration Upsert, and what the tests of it ask the sandbox. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox';
import type { importWith } from './fileRuns';
import { fromItem } from './parameters';
import type { RunNode, RunNodeOptions } from './runNode';
import type { CustomService } from './services/customService';

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

/** Rows of a table that is written with a bar between its cells, without those that are empty. */
export const itemsOf = ([names, ...rows]: readonly string[]): IDataObject[] =>
	rows.map((row) => {
		const cells = row.split('|').map((cell, at) => [names.split('|')[at], cell]);
		return Object.fromEntries(cells.filter(([, cell]) => cell));
	});

/** Runs Upsert Orders on a table as rows and as a file: the orders that go out, and what is said of each. */
export const upsertBothWays =
	(runNode: RunNode, importFile: ReturnType<typeof importWith>, service: CustomService) =>
	async (lines: readonly string[], options: INodeParameters = {}, more: INodeParameters = {}) => {
		service.reply = acceptOrders;
		const before = service.requests.length;
		const sent = () => ordersIn(service.requests.slice(before));
		const rows = await upsertWith(runNode)(
			itemsOf(lines),
			{ ...more, options },
			{ onError: 'continueErrorOutput' },
		);
		const orders = sent();
		const file = await importFile(lines.join('\r\n'), { ...more, options });
		const rejections = (file.summary.rejections ?? []) as IDataObject[];
		const ofRows = rows.failed.map(({ json }) => `${String(json.error)} | ${String(json.message)}`);
		const ofFile = rejections.map(({ error, hint }) => `${String(error)} | ${String(hint)}`);
		return {
			orders,
			ofFile: sent().slice(orders.length),
			/** Of each row or order that is refused, as rows and as a file. */
			errors: [ofRows, file.errorText ? [file.errorText, ...ofFile] : ofFile],
			/** The first of them. */
			said: [rows.errorText || (ofRows[0] ?? ''), file.errorText],
			hints: rows.hints.join('\n'),
			allHints: [rows.hints, file.hints],
		};
	};

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

/** The external ID of an order that came out, good or failed. */
const idIn = ({ json }: INodeExecutionData) =>
	json.external_id ?? (json.details as Row | undefined)?.external_id;

/** External IDs of what came out. */
export const idsIn = (items: readonly INodeExecutionData[]) => items.map(idIn);

/** Each with the input items that it is paired with; an ID that is null is none, not the text. */
export const pairs = (items: readonly INodeExecutionData[]) =>
	items.map((each) => {
		const paired = each.pairedItem as Array<{ item: number }>;
		return { [String(idIn(each) ?? 'no ID')]: paired.map(({ item }) => item) };
	});

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
