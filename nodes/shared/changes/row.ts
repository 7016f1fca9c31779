import { hash } from 'node:crypto';

/** A record of a list, as far as the search for changes looks at it. */
export interface Row<R = unknown> {
	/** The ID that a path takes. */
	readonly id: string;
	/** When it was created, milliseconds since 1970; undefined where the record does not say. */
	readonly created?: number;
	/** When it was last updated; undefined where the record does not say. */
	readonly updated?: number;
	/** Another one whenever the record is another one. */
	readonly version: string;
	/** A short hash of each watched field, all of the same length. */
	readonly prints?: readonly string[];
	/** The watched fields themselves. */
	readonly values?: readonly unknown[];
	/** How it stands, in the service's words; undefined where it does not say. */
	readonly state?: string;
	/** Whether it says of itself that it is archived. */
	readonly archived?: boolean;
	readonly record: R;
	/** How it was compared until now, where other watched fields were chosen since. */
	readonly former?: Row<R>;
}

/** The time that a record is ordered by; undefined for one that does not say when it was updated. */
export const timeOf = ({ created, updated }: Pick<Row, 'created' | 'updated'>) =>
	updated === undefined ? undefined : Math.max(updated, created ?? updated);

export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** A text as it is compared: UUIDs may be written in either case. */
export const normalizedId = (id: string): string =>
	id.length === 36 && UUID.test(id.toLowerCase()) ? id.toLowerCase() : id;

/** Nine characters: among 100,000 texts the chance that any two have the same is one in four millions. */
const HASH_LENGTH = 9;

/** A short hash of a text. */
export const hashOf = (text: string, length = HASH_LENGTH): string =>
	hash('sha256', text, 'base64url').slice(0, length);

/** Six characters for a field: one change in 69 thousand millions is taken for none. */
const PRINT_LENGTH = 6;

/** A short hash of any JSON value; the order of keys makes no difference. */
export const printOf = (value: unknown): string => hashOf(sortedJson(value), PRINT_LENGTH);

/** Objects with more keys are taken in the order that they come in: sorting those blocks n8n. */
const MAX_SORTED_KEYS = 1000;

/** Text that does not depend on the order of keys: JSON, with a hash in the place of objects with very many. */
export function sortedJson(value: unknown): string {
	return (
		JSON.stringify(value, (_, part: unknown) => {
			if (typeof part === 'string') return normalizedId(part);
			if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
			return Object.keys(part).length > MAX_SORTED_KEYS
				? hashOf(JSON.stringify(part), WHOLE_HASH)
				: Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
		}) ?? ''
	);
}

const WHOLE_HASH = 43;
