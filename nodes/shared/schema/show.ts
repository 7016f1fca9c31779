import { small } from './small';

const MAX_LENGTH = 60;

/** Any value for a message: compact JSON, not too long. */
export function show(value: unknown): string {
	const text = JSON.stringify(small(value)) ?? String(value);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
