/** `npm run docs`: records an example of every operation, and writes the reference of the nodes, docs/nodes/, and docs/texts.md: every text of the editor, not kept in git. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { RECORDED } from './docs/examples';
import { recordExamples } from './docs/examples/record';
import { pages } from './docs/pages';
import { textsPage } from './docs/texts';

const root = join(__dirname, '..');
const folder = join(root, 'docs/nodes');

async function main() {
	const examples = await recordExamples();
	writeFileSync(RECORDED, `${JSON.stringify(examples, null, '\t')}\n`);
	mkdirSync(folder, { recursive: true });
	for (const file of readdirSync(folder)) rmSync(join(folder, file));
	const written = pages(examples);
	for (const [file, text] of written) writeFileSync(join(folder, file), text);
	writeFileSync(join(root, 'docs/texts.md'), textsPage());
	console.log(`${written.size} pages in docs/nodes`);
}

main().then(
	() => process.exit(),
	(error: Error) => {
		console.error(error);
		process.exit(1);
	},
);
