import { createHash } from 'node:crypto';

/** A short hash of any JSON value, the same for the same value. */
export const hashOf = (value: unknown) =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
