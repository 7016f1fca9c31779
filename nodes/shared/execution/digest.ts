import { hash, randomBytes } from 'node:crypto';

const salt = randomBytes(16).toString('base64');

/** 64 bits of a text, in two halves that are never both 0. Salted per process, to prevent hash flooding. */
export function digestOf(text: string): readonly [high: number, low: number] {
	const hex = hash('sha1', salt + text);
	return [parseInt(hex.slice(0, 8), 16), parseInt(hex.slice(8, 16), 16) || 1];
}
