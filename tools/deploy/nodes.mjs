// Puts the built package into `.local/deploy` as n8n itself installs it, for docker-compose.yml.
import { join } from 'node:path';

import { installPackage } from '../../scripts/lib/package.mjs';
import { LOCAL } from '../../scripts/lib/paths.mjs';

const { name, version } = await installPackage(join(LOCAL, 'deploy'));
console.log(`${name} ${version} is in .local/deploy/.n8n/nodes`);
