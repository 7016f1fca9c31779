/**
 * Tries hostile values in every kind of field, in a process of its own; the item with the value stands
 * between two good ones:
 *
 *     tsx test/hostile/tryItems.ts <address of the server> <cases as JSON>
 */
import { inspect } from 'node:util';

import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { accessWith } from '../../testing/credential';
import { nodeTypeOf } from '../../testing/columns';
import { described } from '../../testing/described';
import { engine, loadPackageAgain, type Engine } from '../../testing/engine';
import type { ItemCase, ItemResult } from './cases';
import { measured, type Cost } from './measure';
import { places, type Place } from './places';
import { values } from './values';

const PLAIN = 'hostile.plain';

/**
 * A node that resolves the same parameters for each item, once, and passes the items on; those that fail
 * in ours fail in it too. n8n looks through all of what an expression gives, and copies items that fail.
 */
const plainNode: INodeType = {
	description: described(PLAIN, {
		properties: [
			{ displayName: 'Given', name: 'given', type: 'json', default: {} },
			{ displayName: 'Failed', name: 'failed', type: 'json', default: [] },
		],
	}),
	async execute(this: IExecuteFunctions) {
		const failed = this.getNodeParameter('failed', 0) as number[];
		const items = this.getInputData().map((given, item): INodeExecutionData => {
			try {
				this.getNodeParameter('given', item);
			} catch {
				// Ours tells it of the item.
			}
			const json = failed.includes(item) ? { error: 'failed', message: 'failed' } : given.json;
			return { json, pairedItem: { item } };
		});
		return [items];
	},
};

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number })?.item;

const itemsOf = (place: Place, value: unknown): INodeExecutionData[] =>
	[place.item(1), place.item(2, value), place.item(3)].map(
		(json) => ({ json }) as INodeExecutionData,
	);

async function run(
	n8n: Engine,
	url: string,
	type: string,
	parameters: object,
	items: INodeExecutionData[],
) {
	return await measured(async () => {
		try {
			const { last, error } = await n8n.run(
				{ type, parameters: parameters as never },
				{ items, credentials: accessWith(url, 'a-token'), onError: 'continueErrorOutput' },
			);
			return {
				good: last?.main[0] ?? [],
				failed: last?.main[1] ?? [],
				error: last?.error ?? error,
			};
		} catch (error) {
			return { good: [], failed: [], error: error as Error };
		}
	});
}

async function tryOne(n8n: Engine, server: string, one: ItemCase): Promise<ItemResult> {
	const place = places[one.place];
	const url = `${server}/good`;
	const items = () => itemsOf(place, values[one.value]());
	const parameters = { resource: place.type, operation: place.operation, ...place.parameters };
	const type = nodeTypeOf({ name: place.type });
	const { value, cost } = await run(n8n, url, type, parameters, items());
	const compared = { given: place.parameters, failed: value.failed.map(itemOf) };
	const plain = await run(n8n, url, PLAIN, compared, items());
	const text = [
		...value.failed.map(({ json }) => String(json.error)),
		value.error?.message ?? '',
	].join(' | ');
	const problems: string[] = [];
	const wellOf = (items: INodeExecutionData[]) => items.filter((item) => itemOf(item) !== 1);
	// What n8n cannot pass on itself is no failure of this package.
	const isPassable = plain.value.error === undefined;
	if (isPassable && !place.isOne && wellOf(value.good).length < 2) {
		problems.push(`${wellOf(value.good).length} of 2 good items came out`);
	}
	if (isPassable && value.good.length + value.failed.length < 3)
		problems.push('an item is in no output');
	if (({} as Record<string, unknown>).polluted)
		problems.push('the prototype of all objects was changed');
	if (
		/not iterable|Cannot read|is not a function|call stack|Cannot convert|The node failed/i.test(
			text,
		)
	) {
		problems.push('a mistake of ours');
	}
	if (text.length > 20_000) problems.push(`a message of ${text.length} characters`);
	return {
		...one,
		good: value.good.length,
		failed: value.failed.length,
		text: inspect(text.slice(0, 300)),
		isPassable,
		cost,
		plain: plain.cost as Cost,
		problems,
	};
}

async function main() {
	const [server, given] = process.argv.slice(2);
	const pkg = (await loadPackageAgain()).with({ [PLAIN]: plainNode });
	const n8n = engine(pkg);
	const cases = JSON.parse(given) as ItemCase[];
	// What is loaded and compiled at first use is not what is measured.
	for (const place of new Set(cases.map((one) => one.place))) {
		await tryOne(n8n, server, { place, value: 'null' });
	}
	for (const one of cases) {
		process.stdout.write(`${JSON.stringify(await tryOne(n8n, server, one))}\n`);
	}
	process.exit(0);
}

void main();
