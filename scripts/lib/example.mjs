// Runs "Enrich, score and route deals" once and shows its result.
import Table from 'cli-table3';

import { checkRecords } from './example-checks.mjs';
import { failuresOf, itemsOf } from './n8n-client.mjs';
import { step } from './progress.mjs';

/** Names in the example workflow. */
const EXAMPLE = { name: 'Enrich, score and route deals', trigger: 'Start', report: 'Report' };

/**
 * Runs the example, prints its table and compares the service's records with it.
 *
 * @param {import('./workspace.mjs').Workspace} workspace
 * @returns {Promise<boolean>} whether every step worked and the records are right
 */
export async function runExample({ n8n, sandbox, workflows }) {
	const workflow = exampleOf(workflows);
	let failures = [];
	const execution = await step(EXAMPLE.name, async (note) => {
		const ran = await n8n.client.runWorkflow(workflow.id, EXAMPLE.trigger);
		failures = failuresOf(ran);
		const nodes = Object.keys(ran.data.resultData.runData).length;
		const rows = itemsOf(ran, EXAMPLE.report).length;
		note(`${ran.status}, ${nodes} nodes ran, ${rows} deals`, failures.length === 0);
		return ran;
	});
	const report = itemsOf(execution, EXAMPLE.report).map(({ json }) => json);
	if (report.length) console.log(`\n${tableOf(report)}\n`);
	if (!failures.length) {
		await step('Reading the records back from the service', async (note) => {
			failures = await checkRecords(report, sandbox);
			const [first] = failures;
			note(first ? `${failures.length} wrong` : 'all correct', !first);
		});
	}
	for (const failure of failures.slice(0, 20)) console.error(`  ✗ ${failure}`);
	if (failures.length > 20) console.error(`  … and ${failures.length - 20} more`);
	return failures.length === 0;
}

/** The example among the imported workflows. */
export const exampleOf = (workflows) => workflows.find(({ name }) => name === EXAMPLE.name);

function tableOf(report) {
	const table = new Table({
		head: ['Company', 'Enrichment changed', 'Score', 'Band', 'Deal stage'],
		colAligns: ['left', 'left', 'right', 'left', 'left'],
		style: { head: [], border: [], compact: true },
	});
	const byScore = [...report].sort(
		(a, b) => b.score - a.score || a.company.localeCompare(b.company),
	);
	for (const { company, enriched, score, band, stage_before, stage_after } of byScore) {
		const changed = Object.keys(enriched ?? {}).join(', ') || '–';
		const stage = stage_before === stage_after ? stage_after : `${stage_before} → ${stage_after}`;
		table.push([company, changed, score, band, stage]);
	}
	return table.toString();
}
