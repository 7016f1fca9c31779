import type { Field } from '../field';
import { MAX_ID_CHARACTERS, trimId, whyNoId } from '../ids';
import { ownText } from '../ownText';
import { show } from '../show';
import type { ValueReader } from './reader';

/** Different IDs that are compared with one another; more would take memory and tell no more. */
const MAX_COMPARED = 100_000;
/** Pairs that a warning names. */
const MAX_NAMED = 3;

/** Reads IDs: texts, as they are but for what cannot be seen around them. */
export function idReader({ label }: Field, type: 'text' | 'textOrInteger'): ValueReader {
	const known = new Set<string>();
	const alike = new Map<string, string>();
	const pairs: string[] = [];
	let last: unknown;
	return {
		observe(value) {
			const given = trimId(value);
			if (typeof given !== 'string' || given === last || given.length > MAX_ID_CHARACTERS) return;
			last = given;
			if (known.has(given) || known.size >= MAX_COMPARED) return;
			const id = ownText(given);
			known.add(id);
			const key = comparable(id);
			const other = alike.get(key);
			if (other === undefined) alike.set(key, id);
			else pairs.push(`${show(other)} and ${show(id)}`);
		},
		read(value) {
			const id = trimId(value);
			// What cannot be an ID is shown only where somebody asks why: it may be large.
			if (typeof id === 'object' || whyNoId(id) !== undefined) return undefined;
			return type === 'textOrInteger' && Number.isSafeInteger(id) ? id : String(id);
		},
		why: (value) => whyNoId(trimId(value)) as string,
		warnings() {
			// All have been compared; a file is read for long after this.
			known.clear();
			alike.clear();
			return pairs.length === 0
				? []
				: [
						`${label}: ${pairs.slice(0, MAX_NAMED).join('; ')}${pairs.length > MAX_NAMED ? ` and ${pairs.length - MAX_NAMED} more` : ''} differ only in upper and lower case, spaces or the encoding of letters, and count as different IDs.`,
					];
		},
	};
}

/** What two IDs have in common that look the same to a person. */
const comparable = (id: string) =>
	(PLAIN.test(id) ? id : id.normalize('NFKC').replace(NOT_SEEN, '')).toLowerCase();

/** ASCII without spaces. */
const PLAIN = /^[!-~]*$/;

const NOT_SEEN = /[\s\p{Cf}]/gu;
