/**
 * `npm run check acceptance`: what the package promises of every object, checked through its nodes in n8n's engine
 * against a workspace, or against the three services of the tests. See docs/acceptance.md.
 */
import { writeFileSync } from 'node:fs';

import { agentTypes } from '../../testing/agent';
import { engine, loadPackage } from '../../testing/engine';
import { threeServices } from '../../testing/threeServices';
import { readOptions, USAGE, type Options } from './options';
import { SERVICE } from './checks/reads';
import { factsOf, factsText, jsonOf, lineOf, tableOf } from './report';
import { runChecks, type Outcome } from './run';
import type { Workspace } from './subject';

const prefix = () => `n8n-acceptance-${Date.now().toString(36)}-`;

function workspaceOf(options: Options): Workspace {
	return {
		name: options.baseUrl as string,
		url: options.baseUrl as string,
		token: options.token as string,
		allowed: new Set([
			'read',
			...(options.write ? (['write'] as const) : []),
			...(options.ai ? (['ai'] as const) : []),
		]),
		isDisposable: false,
		showsFixedValues: false,
		prefix: prefix(),
		maxRecords: options.maxRecords,
		transfer: options.transfer,
		partner: options.partner,
		written: new Map(),
	};
}

/** Everything is allowed in a service that was started for this. */
const disposable = (options: Options, service: { name: string; url: string; token: string }) => ({
	...service,
	allowed: new Set(['read', 'write', 'ai'] as const),
	isDisposable: true,
	showsFixedValues: service.name !== 'sandbox',
	prefix: prefix(),
	maxRecords: options.maxRecords,
	partner: 'acceptance',
	written: new Map(),
});

async function main(options: Options): Promise<boolean> {
	const pkg = await loadPackage();
	const types = Object.entries(agentTypes(pkg)).map(
		([name, type]) => [pkg.fullName(name), type] as const,
	);
	const n8n = engine(pkg.with(Object.fromEntries(types)));
	const tell = (outcome: Outcome) => {
		if (options.all || outcome.result === 'failed') console.log(lineOf(outcome));
	};
	const all: Array<ReturnType<typeof jsonOf>> = [];
	const check = async (workspace: Workspace) => {
		console.log(`\n${workspace.name}`);
		if (workspace.allowed.has('write') && !workspace.isDisposable) {
			console.log(
				`Test records begin with ${workspace.prefix}; they stay in the workspace, archived.`,
			);
		}
		const outcomes = await runChecks(workspace, n8n, tell, options.objects);
		console.log(`\n${tableOf(outcomes)}\n`);
		console.log(factsText(factsOf(outcomes)));
		showBehaviour(outcomes);
		showSkipped(outcomes);
		all.push(jsonOf(workspace.name, outcomes));
	};
	if (options.baseUrl) {
		await check(workspaceOf(options));
	} else {
		for (const [name, start] of Object.entries(threeServices)) {
			if (options.service && options.service !== name) continue;
			const service = await start();
			try {
				const { url, token } = service;
				const transfer = service.endedTransfer();
				await check({ ...disposable(options, { name, url, token }), transfer });
			} finally {
				await service.close();
			}
		}
	}
	if (options.json) writeFileSync(options.json, `${JSON.stringify(all, null, '\t')}\n`);
	return all.every(({ outcomes }) => outcomes.every(({ result }) => result !== 'failed'));
}

/** What the service does with each object. */
function showBehaviour(outcomes: readonly Outcome[]) {
	const found = outcomes.filter(({ check, result }) => check === SERVICE && result === 'passed');
	if (found.length > 0)
		console.log('\nWhat the service does (no value of a record but words of statuses):');
	for (const { object, text } of found) console.log(`  ${object}: ${text}`);
}

/** Why something was skipped, and how often. */
function showSkipped(outcomes: readonly Outcome[]) {
	const reasons = new Map<string, string[]>();
	for (const { result, text, id } of outcomes) {
		if (result === 'skipped') reasons.set(text, [...(reasons.get(text) ?? []), id]);
	}
	if (reasons.size > 0) console.log('\nSkipped:');
	for (const [reason, ids] of reasons) {
		const shown = ids.slice(0, 4).join(', ');
		console.log(`  ${ids.length} × ${reason} (${shown}${ids.length > 4 ? ', …' : ''})`);
	}
}

try {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options.help) console.log(USAGE);
	else
		main(options).then(
			(isGood) => process.exit(isGood ? 0 : 1),
			(error: Error) => {
				console.error(error.message);
				process.exit(1);
			},
		);
} catch (error) {
	console.error(`${(error as Error).message}\n\n${USAGE}`);
	process.exitCode = 1;
}
