/** Runs every operation of the built package against the sandbox and records what comes back. */
import type { INodeParameters } from 'n8n-workflow';

import { matchKeys } from '../../../nodes/shared/resource/description/parameters';
import type { Resource } from '../../../nodes/shared/resource/definition/resource';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { engine, loadPackage } from '../../../testing/engine';
import { accessWith } from '../../../testing/credential';
import { nodeTypeOf } from '../../../testing/columns';
import { byId, fromItem } from '../../../testing/parameters';
import { runNodeWith, type RunNode } from '../../../testing/runNode';
import { resources } from '../../lib/definitions';
import type { Example, Examples } from './example';
import { exampleItem, neededBy } from './exampleItem';
import { otherRuns, polls } from './otherRuns';
import { normaliser } from './normalise';

/**
 * Records an example of every operation. The sandbox's clock stands still; its start, addresses and
 * request IDs are replaced, so that two recordings are equal.
 *
 * @throws when an operation fails
 */
export async function recordExamples(): Promise<Examples> {
	const sandbox = await startSandbox({ transferClock: 'simulated' });
	try {
		const n8n = engine(await loadPackage());
		const run = runNodeWith(n8n, sandbox);
		const recorded: Record<string, Record<string, Example>> = {};
		for (const resource of resources) {
			sandbox.reset();
			recorded[nodeTypeOf({ name: resource.name })] = await recordResource(run, sandbox, resource);
		}
		sandbox.reset();
		for (const { node, resource, operation, ...other } of otherRuns(sandbox)) {
			const parameters = { resource, ...other.parameters };
			const example = await recordRun(run, node, operation, parameters, other.item);
			(recorded[nodeTypeOf({ name: node })] ??= {})[`${resource}/${operation}`] = example;
		}
		for (const [node, parameters] of Object.entries(polls)) {
			const { main, error } = await n8n.poll(
				{ type: node, parameters },
				{
					mode: 'manual',
					credentials: accessWith(sandbox.url, sandbox.tokens.fullAccess),
					settings: { timezone: 'UTC' },
				},
			);
			const [first, ...others] = main?.[0] ?? [];
			if (!first) throw new Error(`${node}: ${error?.message ?? 'no event'}`);
			recorded[node] = { output: { output: first.json, items: 1 + others.length } };
		}
		return (await normaliser(sandbox))(recorded);
	} finally {
		await sandbox.close();
	}
}

/** What a person does with a record, in this order. */
const LIFE = [
	...['create', 'upsert', 'createMany', 'findOrCreate', 'find', 'get', 'getAll', 'getChanges'],
	...['update', 'sync', 'delete'],
];

async function recordResource(run: RunNode<Sandbox>, sandbox: Sandbox, resource: Resource) {
	for (const other of neededBy(resource)) {
		await recordRun(run, other.name, 'create', {}, exampleItem(other, 'create', sandbox));
	}
	const { name, pathParameter, bulk, operations, extraReads = [] } = resource;
	const offered = [...operations, ...(bulk ? [bulk.operation] : [])];
	const path: INodeParameters = pathParameter
		? { [pathParameter.name]: pathParameter.options.find(({ readOnly }) => !readOnly)!.value }
		: {};
	const examples: Record<string, Example> = {};
	let id = '';
	for (const operation of LIFE.filter((each) => (offered as string[]).includes(each))) {
		const write = ['create', 'upsert', 'update'].find((each) => each === operation) ?? 'create';
		const takesItem = [write, 'find', 'findOrCreate', 'sync', bulk?.operation].includes(operation);
		const item = takesItem
			? exampleItem(resource, write as 'create' | 'upsert' | 'update', sandbox)
			: undefined;
		const parameters = {
			...path,
			...(['get', 'update', 'delete'].includes(operation) ? byId(id) : {}),
			...(operation === 'getAll' ? { returnAll: true } : {}),
			...(operation === 'sync' ? { matchBy: syncKeyOf(resource) } : {}),
		};
		const keyed = operation === 'sync' && syncKeyOf(resource) === 'id' ? { ...item, id } : item;
		const example = await recordRun(run, name, operation, parameters, keyed);
		examples[`${name}/${operation}`] = example;
		if (!['getAll', 'getChanges', 'sync'].includes(operation)) id = String((example.output as { id: unknown }).id);
	}
	for (const { operation } of extraReads) {
		examples[`${name}/${operation}`] = await recordRun(run, name, operation, path);
	}
	return examples;
}

/** What Sync matches by: what the caller gives, else the ID. */
const syncKeyOf = (resource: Resource) => {
	const { options, assigned } = matchKeys(resource);
	return options.map(({ value }) => String(value)).find((key) => !assigned.includes(key)) ?? 'id';
};

async function recordRun(
	run: RunNode<Sandbox>,
	node: string,
	operation: string,
	parameters: INodeParameters,
	item?: object,
): Promise<Example> {
	const { items, errorText } = await run(
		node,
		operation,
		{ ...(item ? { ...fromItem, ...rowsOf(item) } : {}), ...parameters },
		{ items: [item ?? {}], settings: { timezone: 'UTC' } },
	);
	if (errorText || items.length === 0) {
		throw new Error(`${node} ${operation}: ${errorText || 'no output'}`);
	}
	const [{ json, binary }] = items;
	const file = binary && Object.values(binary)[0];
	return {
		...(item ? { item } : {}),
		output: json,
		items: items.length,
		...(file ? { file: { fileName: file.fileName, mimeType: file.mimeType } } : {}),
	};
}

/** Rows of an item are taken from it as they are. */
const rowsOf = (item: object) =>
	Object.fromEntries(
		Object.entries(item)
			.filter(([, value]) => Array.isArray(value) && typeof value[0] === 'object')
			.flatMap(([name]) => [
				[`${name}Source`, 'json'],
				[`${name}Json`, `={{ $json.${name} }}`],
			]),
	);
