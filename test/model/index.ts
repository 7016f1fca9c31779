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
import { judge, type Item, type Run, type Snapshot, type Violation } from './oracle';
import { Service } from './service';
import { pairOf, SEARCHED, type Pair } from './tables';

const MINUTE = 60_000;
const SHRINK_ATTEMPTS = 14;

let ahead = 0;
for (const clock of [Date, performance]) {
	const now = clock.now.bind(clock);
	clock.now = () => now() + ahead;
}

const store = new CredentialStore();
let engines: Engine[];

/** The parameters of the node, as the editor stores them. */
function parametersOf(pair: Pair, isDry: boolean) {
	const { kind, operation, by } = pair;
	const names = KINDS[kind].fields.map(({ name }) => name);
	const manual = {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
		matchingColumns: [],
		schema: KINDS[kind].fields.map(({ name, type }) => ({
			id: name,
			displayName: name,
			required: false,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			type: type === 'number' || type === 'boolean' ? type : 'string',
			removed: false,
		})),
	};
	const search = pair.filter === 'empty' ? '={{ $json.nothing }}' : SEARCHED;
	return {
		resource: kind,
		operation,
		fields: pair.mapping === 'manual' ? manual : { mappingMode: 'autoMapInputData', value: null },
		...(operation === 'sync' && { mode: pair.mode, matchBy: by, dryRun: isDry }),
		...(operation === 'findOrCreate' && { findBy: by, whenFound: pair.whenFound }),
		...(pair.filter !== 'none' && { filters: { search } }),
		options: {
			maxRetries: 2,
			maxParallelRequests: 2,
			...(operation === 'sync' && { maxArchivedPercent: pair.maxPercent }),
		},
	};
}

/** A column may be named as the editor names the field. */
function itemsOf({ kind, by, rows, seed }: Pair) {
	const { numberKey, numberLabel } = KINDS[kind];
	const isLabelled = by === numberKey && seed % 2 === 0;
	return rows.map(({ [by]: key, ...row }) => ({
		json: { ...(key !== undefined && { [isLabelled ? numberLabel : by]: key }), ...row } as never,
	}));
}

async function runPair(pair: Pair): Promise<{ runs: Run[]; violations: Violation[] }> {
	const isOverlap = pair.plan === 'overlap';
	const service = await new Service(
		pair.kind,
		behaviours[pair.behaviour],
		pair.pageCap,
		isOverlap ? 40 : 0,
	).start();
	for (const { fields, archived } of pair.records) service.add({ ...fields }, 'before', archived);
	const credential = await store.add(
		'workspaceRecordsApi',
		accessWith(service.url, 'a-token').workspaceRecordsApi as never,
	);
	const staticData = {};
	const type = `workspaceRecords${pair.kind[0].toUpperCase()}${pair.kind.slice(1)}`;
	const node = (name: string, of: string, parameters: object) => ({
		id: name,
		name,
		type: of,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: parameters as never,
	});
	const execute = async (n8n: Engine, isDry: boolean) => {
		const { status, last, error } = await n8n.runWorkflow(
			{
				id: `model-${pair.seed}`,
				nodes: [
					node('Start', START_NODE_TYPE, {}),
					{
						...node('Node', type, parametersOf(pair, isDry)),
						...(pair.operation !== 'sync' && { onError: 'continueErrorOutput' as const }),
					},
				],
				connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
			},
			{ items: itemsOf(pair), credentials: { workspaceRecordsApi: credential }, staticData },
		);
		const failure = last?.error ?? error;
		const items = (last?.main ?? []).flatMap((output, at) =>
			output.map(({ json, pairedItem }): Item => {
				const paired = [pairedItem].flat()[0];
				const row = typeof paired === 'object' ? paired.item : paired;
				return { json, row, isFailed: at > 0 };
			}),
		);
		const error_ =
			status === 'success' ? undefined : [failure?.message, failure?.description].join(' | ');
		return { error: error_, items };
	};
	const snapshot = (): Snapshot[] =>
		service.records.map(({ fields, ...record }) => ({ ...record, fields: { ...fields } }));
	const runs: Run[] = [];
	const step = async (name: string, { n8n = engines[0], isDry = false, twice = false } = {}) => {
		service.run = name;
		const [from, before] = [service.log.length, snapshot()];
		const started = [execute(n8n, isDry)];
		if (twice) {
			await new Promise((done) => setTimeout(done, 100));
			started.push(execute(n8n, isDry));
		}
		const done = await Promise.all(started);
		runs.push({
			name,
			isDry,
			isOverlapping: twice,
			error: done.find(({ error }) => error)?.error,
			items: done.flatMap(({ items }) => items),
			log: service.log.slice(from),
			before,
			after: snapshot(),
		});
	};
	try {
		if (pair.plan === 'repeat') await step('dry', { isDry: true });
		await step('first', { twice: isOverlap });
		if (pair.plan === 'repeat' || isOverlap) await step('second');
		if (pair.plan === 'repeat' && pair.behaviour === 'rewrites') await step('third');
		if (pair.plan === 'later') {
			ahead += 11 * MINUTE;
			await step('later', { n8n: engines[1] });
		}
	} finally {
		await service.close();
	}
	return { runs, violations: judge(pair, runs) };
}

/** Leaves out rows and records as long as the same rule is broken. */
async function shrink(pair: Pair, rule: string): Promise<Pair> {
	let smallest = pair;
	let attempts = SHRINK_ATTEMPTS;
	for (const part of ['rows', 'records'] as const) {
		for (let at = smallest[part].length - 1; at >= 0 && attempts > 0; at -= 1) {
			const fewer = { ...smallest, [part]: smallest[part].filter((_, index) => index !== at) };
			if (fewer.rows.length === 0) continue;
			attempts -= 1;
			const { violations } = await runPair(fewer as Pair);
			if (violations.some((each) => each.rule === rule)) smallest = fewer as Pair;
		}
	}
	return smallest;
}

async function print(pair: Pair, violation: Violation): Promise<void> {
	const small = await shrink(pair, violation.rule);
	const { runs, violations } = await runPair(small);
	const { rule, run, text } = violations.find((each) => each.rule === violation.rule) ?? violation;
	const { seed, kind, operation, mode, by, behaviour, plan, mapping, filter, whenFound } = small;
	const how = operation === 'sync' ? mode : operation === 'findOrCreate' ? whenFound : '';
	console.log(`\n✗ seed ${seed}: ${rule}, in run ${run}: ${text}`);
	console.log(
		`  ${kind} ${operation} ${how} by ${by}; ${behaviour}, ${plan}, ${mapping}, filter ${filter}`,
	);
	for (const { fields, archived } of small.records)
		console.log(`  record ${archived ? '(archived) ' : ''}${JSON.stringify(fields)}`);
	for (const row of small.rows) console.log(`  row    ${JSON.stringify(row)}`);
	for (const { name, error, items, log } of runs) {
		console.log(`  ${name}: ${error ?? ''}`);
		for (const { method, path, query, body, status, effect } of log) {
			const asked = new URLSearchParams(query as Record<string, string>).toString();
			console.log(
				`    ${method} ${path.replace('/v1/public', '')}?${asked} ${JSON.stringify(body) ?? ''} → ${status} ${effect ?? ''}`,
			);
		}
		for (const { json, row } of items)
			console.log(`    item ${row}: ${JSON.stringify(json).slice(0, 400)}`);
	}
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string', default: '1' },
			pairs: { type: 'string', default: '500' },
			only: { type: 'string' },
			all: { type: 'boolean', default: false },
		},
	});
	if (values.only && !behaviours[values.only])
		throw new Error(`No such behaviour; there are ${Object.keys(behaviours).join(', ')}`);
	engines = [await loadPackage(), await loadPackageAgain()].map((pkg) => engine(pkg, { store }));
	const [first, count] = [Number(values.seed), Number(values.pairs)];
	const tally: Record<
		string,
		{ pairs: number; writes: number; stopped: number; violations: number }
	> = {};
	const rules: Record<string, number[]> = {};
	for (let seed = first; seed < first + count; seed += 1) {
		const pair = pairOf(seed, values.only);
		const { runs, violations } = await runPair(pair);
		const row = (tally[pair.behaviour] ??= { pairs: 0, writes: 0, stopped: 0, violations: 0 });
		row.pairs += 1;
		row.writes += runs.flatMap(({ log }) => log).filter(({ effect }) => effect).length;
		row.stopped += runs.some(({ error }) => error) ? 1 : 0;
		row.violations += violations.length;
		for (const rule of new Set(violations.map((each) => each.rule))) {
			const isNew = !rules[rule];
			(rules[rule] ??= []).push(seed);
			const violation = violations.find((each) => each.rule === rule) as Violation;
			if (isNew || values.all) await print(pair, violation);
		}
	}
	console.log(`\nSeeds ${first} to ${first + count - 1}`);
	console.table(tally);
	for (const [rule, seeds] of Object.entries(rules))
		console.log(`${rule}: ${seeds.length} (seeds ${seeds.slice(0, 12).join(', ')})`);
	console.log(`Violations: ${Object.values(rules).flat().length}`);
	process.exit(Object.keys(rules).length > 0 ? 1 : 0);
}

void main();
