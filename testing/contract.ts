import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

/** sandbox/openapi.yaml as it is in its file; each reader says what it looks at. */
export const contract: unknown = parse(
	readFileSync(join(__dirname, '../sandbox/openapi.yaml'), 'utf8'),
);
