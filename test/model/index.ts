/**
 * A model of the write operations, made from the documentation alone: random tables against services
 * that differ, and an oracle that says what must hold.
 *
 *     npx tsx test/model/index.ts [--seed 1] [--pairs 500] [--only late] [--all]
 */
import { parseArgs } from 'node:util';

import { accessWith } from '../../testing/credential';
import {
	CredentialStore,
	engine,
	loadPackage,
	loadPackageAgain,
	type Engine,
} from '../../testing/engine';
import { START_NODE_TYPE } from '../../testing/engine/helperNodes';
import { behaviours } from './behaviours';
import { KINDS } from './kinds';
import { judge, type Item, type Run, type Violation } from './oracle';
import { Service } from './service';
import { pairOf, SEARCHED, type Pair } from './tables';

const ELEVEN_MINUTES = 11 * 60_000;
let ahead = 0;
for (const clock of [Date, performance]) {
	const now = clock.now.bind(clock);
	clock.now = () => now() + ahead;
}

const store = new CredentialStore();
let engines: Engine[];

/** The parameters of the node, as the editor stores them. */
function parametersOf(
	{ kind, operation, mode, by, mapping, filter, maxPercent }: Pair,
	isDry: boolean,
) {
	const schema = KINDS[kind].fields.map(({ name, type }) => ({
		id: name,
		displayName: name,
		type: type === 'number' || type === 'boolean' ? type : 'string',
		display: true,
	}));
	const value = Object.fromEntries(schema.map(({ id }) => [id, `={{ $json.${id} }}`]));
	const own = {
		sync: { mode, matchBy: by, dryRun: isDry },
		findOrCreate: { findBy: by, whenFound: mode },
		upsert: {},
	};
	return {
		resource: kind,
		operation,
		...own[operation],
		fields:
			mapping === 'auto'
				? { mappingMode: 'autoMapInputData', value: null }
				: { mappingMode: 'defineBelow', value, schema, matchingColumns: [] },
		...(filter !== 'none' && {
			filters: { search: filter === 'search' ? SEARCHED : '={{ $json.none }}' },
		}),
		options: { maxRetries: 2, ...(operation === 'sync' && { maxArchivedPercent: maxPercent }) },
	};
}

async function runPair(pair: Pair): Promise<{ runs: Run[]; violations: Violation[] }> {
	const isOverlap = pair.plan === 'overlap';
	const kind = KINDS[pair.kind];
	const service = new Service(kind, behaviours[pair.behaviour], pair.pageCap, isOverlap ? 40 : 0);
	await service.start();
	for (const { fields, archived } of pair.records) service.add({ ...fields }, 'before', archived);
	const access = accessWith(service.url, 'a-token').workspaceRecordsApi as never;
	const credentials = { workspaceRecordsApi: await store.add('workspaceRecordsApi', access) };
	const staticData = {};
	// A column may be named as the editor names the field.
	const key = pair.by === kind.numberKey && pair.seed % 2 === 0 ? kind.numberLabel : pair.by;
	const rows = pair.rows.map(({ [pair.by]: value, ...row }) =>
		value === undefined ? row : { [key]: value, ...row },
	);
	const execute = async (n8n: Engine, isDry: boolean) => {
		const node = (name: string, type: string, parameters: object) => ({
			...{ id: name, name, type, typeVersion: 1, position: [0, 0] as [number, number] },
			parameters: parameters as never,
			...(pair.operation !== 'sync' && { onError: 'continueErrorOutput' as const }),
		});
		const type = `workspaceRecords${pair.kind[0].toUpperCase()}${pair.kind.slice(1)}`;
		const nodes = [
			node('Start', START_NODE_TYPE, {}),
			node('Node', type, parametersOf(pair, isDry)),
		];
		const connections = { Start: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
		const items = rows.map((json) => ({ json: json as never }));
		const workflow = { id: `model-${pair.seed}`, nodes, connections };
		const ran = await n8n.runWorkflow(workflow, { items, credentials, staticData });
		const failure = ran.last?.error ?? ran.error;
		return {
			error: ran.status === 'success' ? undefined : `${failure?.message} | ${failure?.description}`,
			items: (ran.last?.main ?? []).flatMap((output, at) =>
				output.map(({ json, pairedItem }): Item => {
					const [paired] = [pairedItem].flat();
					return { json, row: typeof paired === 'object' ? paired.item : paired, isFailed: at > 0 };
				}),
			),
		};
	};
	const snapshot = () => service.records.map((each) => ({ ...each, fields: { ...each.fields } }));
	const runs: Run[] = [];
	const step = async (name: string, n8n = engines[0], isOverlapping = false) => {
		const [from, before] = [service.log.length, snapshot()];
		const started = [execute(n8n, name === 'dry')];
		if (isOverlapping) {
			await new Promise((done) => setTimeout(done, 100));
			started.push(execute(n8n, false));
		}
		const done = await Promise.all(started);
		const items = done.flatMap((each) => each.items);
		const error = done.find((each) => each.error)?.error;
		const log = service.log.slice(from);
		runs.push({ name, isOverlapping, error, items, log, before, after: snapshot() });
	};
	if (pair.plan === 'repeat' && pair.operation === 'sync') await step('dry');
	await step('first', engines[0], isOverlap);
	if (pair.plan === 'repeat' || isOverlap) await step('second');
	if (pair.plan === 'repeat' && pair.behaviour === 'rewrites') await step('third');
	if (pair.plan === 'later') {
		ahead += ELEVEN_MINUTES;
		// Another process, which has the module state of no run before.
		await step('later', engines[1]);
	}
	await service.close();
	return { runs, violations: judge(pair, runs) };
}

/** Leaves out rows and records as long as the same rule is broken, and prints what is left. */
async function print(pair: Pair, rule: string): Promise<void> {
	let smallest = pair;
	const isBroken = async (smaller: Pair) =>
		smaller.rows.length > 0 &&
		(await runPair(smaller)).violations.some((violation) => violation.rule === rule);
	for (const part of ['rows', 'records'] as const)
		for (let at = pair[part].length - 1; at >= 0; at -= 1) {
			const fewer = { ...smallest, [part]: smallest[part].filter((_, index) => index !== at) };
			if (await isBroken(fewer)) smallest = fewer;
		}
	const { runs, violations } = await runPair(smallest);
	const { seed, records, rows, ...how } = smallest;
	console.log(`\n✗ seed ${seed}: ${rule}. ${Object.values(how).join(', ')}`);
	for (const violation of violations.filter((each) => each.rule === rule))
		console.log(`  in run ${violation.run}: ${violation.text}`);
	for (const record of records) console.log('  record', JSON.stringify(record));
	for (const row of rows) console.log('  row   ', JSON.stringify(row));
	for (const { name, error = '', items, log } of runs) {
		console.log(`  ${name}: ${error}`);
		for (const { method, path, query, body, status, effect = '' } of log) {
			const asked = `${path}?${new URLSearchParams(query).toString()}`;
			console.log(`    ${method} ${asked} ${JSON.stringify(body) ?? ''} → ${status} ${effect}`);
		}
		for (const { json, row } of items)
			console.log(`    item of row ${row}: ${JSON.stringify(json)}`);
	}
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string', default: '1' },
			pairs: { type: 'string', default: '500' },
			only: { type: 'string' },
			all: { type: 'boolean' },
		},
	});
	if (values.only && !behaviours[values.only]) throw new Error(Object.keys(behaviours).join(', '));
	engines = [await loadPackage(), await loadPackageAgain()].map((pkg) => engine(pkg, { store }));
	const [first, count] = [Number(values.seed), Number(values.pairs)];
	const tally: Record<string, Record<string, number>> = {};
	const rules: Record<string, number[]> = {};
	for (let seed = first; seed < first + count; seed += 1) {
		const pair = pairOf(seed, values.only);
		const { runs, violations } = await runPair(pair);
		const counts = (tally[pair.behaviour] ??= { pairs: 0, writes: 0, stopped: 0, violations: 0 });
		counts.pairs += 1;
		counts.writes += runs.flatMap(({ log }) => log).filter(({ effect }) => effect).length;
		counts.stopped += Number(runs.some(({ error }) => error));
		counts.violations += violations.length;
		for (const rule of new Set(violations.map((violation) => violation.rule))) {
			if (!rules[rule] || values.all) await print(pair, rule);
			(rules[rule] ??= []).push(seed);
		}
	}
	console.log(`\nSeeds ${first} to ${first + count - 1}`);
	console.table(tally);
	for (const [rule, seeds] of Object.entries(rules))
		console.log(`${rule}: seeds ${seeds.join(', ')}`);
	const broken = Object.values(rules).flat().length;
	console.log(`Violations: ${broken}`);
	process.exit(Math.min(1, broken));
}

void main();
