/** `npm run docs`: writes the reference of the nodes, docs/nodes/. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pages } from './docs/pages';

const folder = join(__dirname, '../docs/nodes');

mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) rmSync(join(folder, file));
const written = pages();
for (const [file, text] of written) writeFileSync(join(folder, file), text);
console.log(`${written.size} pages in docs/nodes`);
