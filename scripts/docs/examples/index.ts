import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Examples } from './example';

/** Where the recorded examples are. */
export const RECORDED = join(__dirname, 'recorded.json');

/** The examples of the last recording. */
export const readExamples = () => JSON.parse(readFileSync(RECORDED, 'utf8')) as Examples;
