// The example workflow carries its companies with it, so that it can be imported anywhere. They are
// written once, in examples/data/companies.json; this puts them into the workflow.
//
//   node scripts/example-data.mjs           writes them
//   node scripts/example-data.mjs --check   fails when they differ
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { exampleCompanies } from './lib/example-checks.mjs';
import { ROOT } from './lib/paths.mjs';

const WORKFLOW = join(ROOT, 'examples', 'enrich-score-route.json');
const NODE = 'Example Companies';

function read() {
	const workflow = JSON.parse(readFileSync(WORKFLOW, 'utf8'));
	return { workflow, node: workflow.nodes.find(({ name }) => name === NODE) };
}

const companiesAsJson = () => JSON.stringify({ companies: exampleCompanies() }, null, 2);

/** @throws when the workflow holds other companies than examples/data/companies.json */
export function checkExamples() {
	if (read().node.parameters.jsonOutput === companiesAsJson()) return;
	throw new Error(
		`The companies in "${NODE}" of ${WORKFLOW} differ from examples/data/companies.json. ` +
			'Put them in with: node scripts/example-data.mjs',
	);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	if (process.argv.includes('--check')) {
		checkExamples();
	} else {
		const { workflow, node } = read();
		node.parameters.jsonOutput = companiesAsJson();
		writeFileSync(WORKFLOW, `${JSON.stringify(workflow, null, 2)}\n`);
	}
}
