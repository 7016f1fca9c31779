// "Orders from a spreadsheet" in a real n8n: every line of the file is accounted for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';

const EXAMPLE = 'Orders from a spreadsheet';
/** Orders that the file gets wrong on purpose, as the note in the example says. */
const WRONG = 5;

/** @param {import('./lib/stand.mjs').Stand} stand */
export function migrationTests(stand) {
	const orders = ordersOfFile();
	let before;

	const run = async () => await stand.run(EXAMPLE, 'Start');
	const stored = async () => {
		const all = await stand.service.records('orders');
		return new Map(all.map((record) => [record.externalId, record]));
	};

	describe(EXAMPLE, () => {
		test('sends valid orders to one branch and invalid ones, with their lines, to the other', async () => {
			before = await stored();
			const execution = await run();
			const good = itemsOf(execution, 'Orders That Are In').map(({ json }) => json);
			const wrong = itemsOf(execution, 'Orders to Correct').map(({ json }) => json);
			assert.equal(wrong.length, WRONG);
			assert.ok(good.every(({ created }) => created));
			const named = [...good, ...wrong].map(({ order }) => order ?? '');
			assert.deepEqual(named.toSorted(), [...orders.keys()].toSorted());
			for (const { order, lines, reason } of wrong) {
				const given = orders.get(order ?? '').map(({ line }) => line);
				assert.equal(lines, given.join(', '));
				assert.ok(reason);
			}

			const now = await stored();
			for (const { order } of wrong) assert.ok(!now.has(order), `${order} was stored`);
			assert.equal(now.size, before.size + good.length);
			for (const { order, number } of good) {
				const record = now.get(order);
				assert.equal(record.number, number);
				assert.deepEqual(
					record.fields.lines.map(({ quantity, price }) => ({ quantity, price })),
					orders.get(order).map(({ quantity, price }) => ({ quantity, price })),
					order,
				);
			}
		});

		test('a second run updates the orders and creates no duplicates', async () => {
			const earlier = await stored();
			const good = itemsOf(await run(), 'Orders That Are In');
			assert.ok(good.length > 0 && good.every(({ json }) => json.created === false));
			const now = await stored();
			assert.equal(now.size, earlier.size);
			const lines = (records) => [...records.values()].map(({ fields }) => fields.lines);
			assert.deepEqual(lines(now), lines(earlier));
		});
	});
}

/** The order lines of the file by order number, with their place in it. */
function ordersOfFile() {
	const text = readFileSync(join(ROOT, 'examples', 'data', 'orders.csv'), 'utf8');
	const [head, ...rows] = text.trim().split(/\r?\n/).map(cellsOf);
	const orders = new Map();
	for (const [index, cells] of rows.entries()) {
		const row = Object.fromEntries(head.map((name, at) => [name, cells[at]]));
		const price = Number(row['Unit Price']);
		const line = { line: index + 2, quantity: Number(row.Qty), price };
		orders.set(row['Order No.'], [...(orders.get(row['Order No.']) ?? []), line]);
	}
	return orders;
}

const cellsOf = (line) =>
	[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
		quoted === undefined ? plain : quoted.replaceAll('""', '"'),
	);
