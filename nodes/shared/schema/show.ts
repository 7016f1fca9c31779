import { small } from './small';

const MAX_LENGTH = 60;

/** Any value for a message: compact JSON, not too long. */
export function show(value: unknown): string {
	const text = JSON.stringify(small(value)) ?? String(value);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The first of some values for a message, and how many more there are. */
export function showSome(values: readonly unknown[], max = 10): string {
	const shown = values.slice(0, max).map(show).join(', ');
	return values.length > max ? `${shown} and ${values.length - max} more` : shown;
}
