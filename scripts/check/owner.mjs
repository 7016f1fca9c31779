// `npm run check owner`: what only the owner can fill in is filled in (docs/releasing.md). `publish.yml` asks before it packs; runs
// on nothing but Node.js.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../lib/paths.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const { author, repository } = JSON.parse(read('package.json'));
const COMPOSE = 'tools/deploy/docker-compose.yml';
const images = read(COMPOSE).match(/(?<=^\s*image: ).+$/gm) ?? [];
/** Where GitHub runs this, as `owner/name`. */
const { GITHUB_REPOSITORY: home } = process.env;

const open = [
	author.email.endsWith('.example') && `package.json: author, with an address, not ${author.email}`,
	home && !repository.url.endsWith(`github.com/${home}.git`) && `package.json: repository, ${home}`,
	...images.map((image) => !image.includes('@sha256:') && `${COMPOSE}: the digest of ${image}`),
].filter(Boolean);

if (open.length > 0) {
	console.error(`Only the owner can fill in:\n${open.map((line) => `  ${line}`).join('\n')}`);
	process.exitCode = 1;
}
