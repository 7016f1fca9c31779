/**
 * A model of the write operations, made from the documentation alone: random tables against services
 * that differ, and an oracle that says what must hold.
 *
 *     npx tsx test/model/index.ts [--seed 1] [--pairs 500] [--only late]
 */
import { parseArgs } from 'node:util';

import { accessWith } from '../../testing/credential';
import * as n8n from '../../testing/engine';
import { START_NODE_TYPE } from '../../testing/engine/helperNodes';
import { foretold } from '../../testing/runNode';
import { behaviours } from './behaviours';
import { KINDS, type Fields } from './kinds';
import type { Item } from './options';
import { judge, type Run, type Violation } from './oracle';
import { Service } from './service';
import { pairOf, SEARCHED, type Pair } from './tables';

const ELEVEN_MINUTES = 11 * 60_000;
let ahead = 0;
for (const clock of [Date, performance]) {
	const now = clock.now.bind(clock);
	clock.now = () => now() + ahead;
}

const store = new n8n.CredentialStore();
let engines: n8n.Engine[];

/** The node with its parameters, as the editor stores them. */
function nodeOf(pair: Pair, dryRun: boolean) {
	const { kind, operation, mode, by, mapping, filter } = pair;
	const schema = KINDS[kind].fields.map(({ name, type }) => {
		const shown = type === 'number' || type === 'boolean' ? type : 'string';
		return { id: name, displayName: name, type: shown, display: true };
	});
	const value = Object.fromEntries(schema.map(({ id }) => [id, `={{ $json.${id} }}`]));
	const manual = { mappingMode: 'defineBelow', value, schema, matchingColumns: [] };
	const fields = mapping === 'auto' ? { mappingMode: 'autoMapInputData', value: null } : manual;
	const search = filter === 'search' ? SEARCHED : '={{ $json.none }}';
	const byOperation = {
		sync: { mode, matchBy: by, dryRun, ...(filter !== 'none' && { filters: { search } }) },
		find: { findBy: by },
		findOrCreate: { findBy: by, whenFound: mode },
		upsert: {},
	};
	const options = {
		requests: { maxRetries: 2 },
		...pair.options,
		// The plan is all items.
		...(dryRun && { returnItems: 'all' }),
	};
	return {
		type: `workspaceRecords${kind[0].toUpperCase()}${kind.slice(1)}`,
		...(operation !== 'sync' && { onError: 'continueErrorOutput' as const }),
		parameters: { resource: kind, operation, ...byOperation[operation], fields, options },
	};
}

/** What became of a row, in the words of Sync. */
function outcomeOf(
	{ operation }: Pair,
	{ outcome, planned, response, created, found }: Fields,
): string {
	if (operation === 'sync') return planned ? 'skipped' : String(foretold(outcome));
	if (operation === 'find') return found === true ? 'found' : 'absent';
	if (operation === 'upsert') return String((response as Fields | undefined)?.status);
	return created === true ? 'created' : 'found';
}

async function runPair(pair: Pair): Promise<{ runs: Run[]; violations: Violation[] }> {
	const { behaviour, pageCap, plan, by, seed } = pair;
	const kind = KINDS[pair.kind];
	const service = new Service(kind, behaviours[behaviour], pageCap, plan === 'overlap' ? 40 : 0);
	await service.start();
	for (const { fields, archived } of pair.records) service.add({ ...fields }, 'before', archived);
	const access = accessWith(service.url, 'a-token').workspaceRecordsApi as never;
	const credentials = { workspaceRecordsApi: await store.add('workspaceRecordsApi', access) };
	// A column may be named as the editor names the field.
	const column = by === kind.numberKey && seed % 4 === 0 ? kind.numberLabel : by;
	const given = pair.rows.map(({ [by]: key, ...row }) => ({
		json: (key === undefined ? row : { [column]: key, ...row }) as never,
	}));
	const staticData = {};
	const execute = async (process: n8n.Engine, isDry: boolean) => {
		const common = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
		const nodes = [
			{ ...common, id: '0', name: 'Start', type: START_NODE_TYPE },
			{ ...common, id: '1', name: 'Node', ...(nodeOf(pair, isDry) as object as { type: string }) },
		];
		const connections = { Start: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
		const workflow = { id: `model-${seed}`, nodes, connections };
		const ran = await process.runWorkflow(workflow, { items: given, credentials, staticData });
		const failure = ran.last?.error ?? ran.error;
		const items = (ran.last?.main ?? []).flatMap((output, at) =>
			output.map(({ json, pairedItem }): Item => {
				const [paired] = [pairedItem].flat();
				const row = typeof paired === 'object' ? paired.item : (paired ?? -1);
				return { json, row, outcome: at > 0 ? 'failed' : outcomeOf(pair, json) };
			}),
		);
		const error = `${failure?.message} | ${failure?.description}`;
		return { items, error: ran.status === 'success' ? undefined : error };
	};
	const snapshot = () => service.records.map((each) => ({ ...each, fields: { ...each.fields } }));
	const runs: Run[] = [];
	const step = async (name: string, process = engines[0], isOverlapping = false) => {
		const [from, before] = [service.log.length, snapshot()];
		const started = [execute(process, name === 'dry')];
		if (isOverlapping) {
			await new Promise((done) => setTimeout(done, 100));
			started.push(execute(process, false));
		}
		const done = await Promise.all(started);
		const { error } = done.find((each) => each.error) ?? {};
		const came = { error, items: done.flatMap(({ items }) => items), log: service.log.slice(from) };
		runs.push({ name, isOverlapping, ...came, before, after: snapshot() });
	};
	const isRehearsed = pair.operation === 'sync' && (plan === 'repeat' || pair.hasOptions);
	if (isRehearsed) await step('dry');
	await step('first', engines[0], plan === 'overlap');
	// Another process, which has no module state of this service.
	const [name, process] = plan === 'later' ? ['later', engines[1]] : ['second', engines[0]];
	if (plan === 'later') ahead += ELEVEN_MINUTES;
	if (isRehearsed && plan !== 'single') await step('dry', process);
	if (plan !== 'single') await step(name, process);
	await service.close();
	return { runs, violations: judge(pair, runs) };
}

/** Leaves out rows and records as long as the same rule is broken, and prints what is left. */
async function print(pair: Pair, rule: string): Promise<void> {
	let smallest = pair;
	for (const part of ['rows', 'records'] as const)
		for (let at = pair[part].length - 1; at >= 0; at -= 1) {
			const fewer = { ...smallest, [part]: smallest[part].filter((_, index) => index !== at) };
			const { violations } = fewer.rows.length > 0 ? await runPair(fewer) : { violations: [] };
			if (violations.some((each) => each.rule === rule)) smallest = fewer;
		}
	const { runs, violations } = await runPair(smallest);
	const { records, rows, ...how } = smallest;
	console.log(`\n✗ ${rule}: ${JSON.stringify(how)}`);
	for (const { run, text } of violations.filter((each) => each.rule === rule))
		console.log(`  in run ${run}: ${text}`);
	for (const record of records) console.log('  record', JSON.stringify(record));
	for (const row of rows) console.log('  row   ', JSON.stringify(row));
	for (const { name, error = '', items, log } of runs) {
		console.log(`  ${name}: ${error}`);
		for (const each of [...log, ...items]) console.log('   ', JSON.stringify(each));
	}
}

async function main(): Promise<void> {
	const text = (usual?: string) => ({ type: 'string' as const, default: usual });
	const options = { seed: text('1'), pairs: text('500'), only: text() };
	const { seed, pairs, only } = parseArgs({ options }).values;
	if (only && !behaviours[only]) throw new Error(Object.keys(behaviours).join(', '));
	const packages = [await n8n.loadPackage(), await n8n.loadPackageAgain()];
	engines = packages.map((pkg) => n8n.engine(pkg, { store }));
	const seeds = Array.from({ length: Number(pairs) }, (_, at) => Number(seed) + at);
	const tally: Record<string, Record<string, number>> = {};
	const broken: Record<string, number[]> = {};
	for (const each of seeds) {
		const pair = pairOf(each, only);
		const { runs, violations } = await runPair(pair);
		const counts = (tally[pair.behaviour] ??= { pairs: 0, writes: 0, stopped: 0, violations: 0 });
		counts.pairs += 1;
		counts.writes += runs.flatMap(({ log }) => log).filter(({ effect }) => effect).length;
		counts.stopped += Number(runs.some(({ error }) => error));
		counts.violations += violations.length;
		for (const rule of new Set(violations.map((violation) => violation.rule))) {
			if (!broken[rule] || pairs === '1') await print(pair, rule);
			(broken[rule] ??= []).push(each);
		}
	}
	console.log(`\nSeeds ${seeds[0]} to ${seeds.at(-1)}`);
	console.table(tally);
	for (const [rule, where] of Object.entries(broken))
		console.log(`${rule}: seeds ${where.join(', ')}`);
	const count = Object.values(broken).flat().length;
	console.log(`Violations: ${count}`);
	process.exit(Math.min(1, count));
}

void main();
