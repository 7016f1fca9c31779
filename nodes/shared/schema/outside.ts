import { z } from 'zod';

import { isObject } from './values';

/**
 * Data from outside that is read by schemas of zod: what a token opens, what prepares a migration, the text of a cursor, and
 * the states that n8n stores for triggers. zod is n8n's, or that of another package before it in n8n's search path: only what
 * zod 3 and 4 share is used. It is asked whether a value fits, and nothing else: its messages may show values.
 */
export { z };

/** An ID of the service: a text, or a number as some send it. Absent and null are no ID, and no mistake. */
export const idOrNone = z.union([z.string(), z.number()]).nullish();

/** An object whose keys are not looked at: it may have hundreds of thousands. */
export const anyObject = z.custom<object>(isObject);

/** Whether a value is what the schema says. */
export const fits = <T>(schema: z.ZodType<T>, value: unknown): value is T =>
	schema.safeParse(value).success;

/** Keys that are named of those that do not fit. */
const MAX_NAMED = 5;

/** The keys of a value that are not what the schema says, the first ones; `all` where it is no object. */
export function misfits(schema: z.ZodTypeAny, value: unknown): string[] {
	const { success, error } = schema.safeParse(value);
	if (success) return [];
	const keys = error.issues.map(({ path: [key = 'all'] }) => String(key));
	return [...new Set(keys)].slice(0, MAX_NAMED);
}
