import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { linesOf } from './call';
import { contractCalls } from './contractCalls';
import type { Facts } from './factsCalls';
import { factsCalls } from './factsCalls';

const file = resolve(__dirname, '../../../shared/reference/api-facts.json');

/** Calls that the facts describe and this package does not make (docs/decisions.md). */
const outOfScope =
	/ \/v1\/public\/(tickets|calendar\/(attendance|availability)|expenses\/files|workflows\/(runs|\{\}\/run))/;

/** Where the contract says something else than the tables of the facts, and why. */
const decided: ReadonlyArray<{ why: string; facts: string[]; contract: string[] }> = [
	{
		why: 'the specification names the external ID of a deal external_id; both names are taken',
		facts: [],
		contract: [
			'POST /v1/public/deals body external_id: text, or null',
			'PUT /v1/public/deals/{} body external_id: text, or null',
		],
	},
	{
		why: 'steps that are read back carry their IDs, as the facts say in words',
		...changed('GET /v1/public/workflows/{} response nodes[].', '', '!', [
			'condition_groups[].conditions[].id: text',
			'condition_groups[].id: text',
			'id: text',
			'is_base: boolean',
			'valid_to_run: boolean',
		]),
	},
	{
		why: 'every write of a report has the same response shape; a delete leaves these two out',
		facts: [],
		contract: [
			'DELETE /v1/public/reports/{} response report_extended_metadata: object',
			'DELETE /v1/public/reports/{} response report_metadata: object',
		],
	},
	{
		why: 'a slot of the calendar without its start or end is none',
		...changed('GET /v1/public/calendar/bootstrap response event.schedule[].slots[].', '', '!', [
			'start: text',
			'end: text',
		]),
	},
	{
		why: 'the specification does not require an item’s external ID, and a record that is read does not show it',
		...changed('', ', required', '', [
			'POST /v1/public/items body externalId: text',
			'PUT /v1/public/items/{} body externalId: text',
		]),
	},
	{
		why: 'so that the response to a write of such an item has none to show',
		...changed('', '!', '', [
			'DELETE /v1/public/items/{} response external_id: text',
			'POST /v1/public/items response external_id: text',
			'PUT /v1/public/items/{} response external_id: text',
		]),
	},
	{
		why: 'the specification shows no required field of an update; the service itself says what it needs',
		facts: [
			'PUT /v1/public/inventories/{} body externalId: text, required',
			'PUT /v1/public/inventory-transactions/{} body transactionType: text, required',
			'PUT /v1/public/orders/{} body order.externalId: text, required',
			'PUT /v1/public/orders/{} body order.items: rows, required',
		],
		contract: [
			'PUT /v1/public/inventories/{} body externalId: text',
			'PUT /v1/public/inventory-transactions/{} body transactionType: text',
			'PUT /v1/public/orders/{} body order.externalId: text',
			'PUT /v1/public/orders/{} body order.items: rows',
		],
	},
	{
		why: 'no source shows the response of the token refresh; all common names are accepted',
		facts: [],
		contract: [
			'POST /api/token/refresh/ response access_token: text',
			'POST /api/token/refresh/ response refresh_token: text',
			'POST /api/token/refresh/ response token: text',
		],
	},
];

function changed(before: string, factsEnd: string, contractEnd: string, middles: string[]) {
	const lines = (end: string) => middles.map((middle) => before + middle + end);
	return { facts: lines(factsEnd), contract: lines(contractEnd) };
}

const check = existsSync(file) ? it : it.skip;

describe('the contract and the collected facts', () => {
	check('say the same (skipped where ../shared/reference/api-facts.json is not there)', () => {
		const facts = factsCalls(JSON.parse(readFileSync(file, 'utf8')) as Facts);
		const inFacts = facts
			.filter(({ name }) => !outOfScope.test(name))
			.flatMap(linesOf)
			// It goes with every call.
			.filter((line) => !line.endsWith('takes Accept-Language'));
		const inContract = contractCalls.flatMap(linesOf);

		const replaced = decided.flatMap((each) => each.facts);
		const instead = decided.flatMap((each) => each.contract);
		expect(inFacts).toEqual(expect.arrayContaining(replaced));
		const agreed = [...inFacts.filter((line) => !replaced.includes(line)), ...instead];
		expect(inContract.sort()).toEqual(agreed.sort());
	});
});
