const [QUOTE, BACKSLASH, COMMA, COLON] = ['"', '\\', ',', ':'].map((character) =>
	character.charCodeAt(0),
);
const [LIST, LIST_END, OBJECT, OBJECT_END] = [...'[]{}'].map((character) =>
	character.charCodeAt(0),
);

/** What was counted in the beginning of a JSON text. */
export interface JsonCount {
	/** Where to go on. */
	at: number;
	/** Values that stand in lists and objects, at least. */
	values: number;
	/** Levels of lists and objects that are open. */
	levels: number;
	/** Keys of the objects that are open, by level. */
	readonly keys: number[];
	/** Keys of the object that has most. */
	mostKeys: number;
	isInString: boolean;
}

export const startCount = (): JsonCount => ({
	at: 0,
	values: 0,
	levels: 0,
	keys: [],
	mostKeys: 0,
	isInString: false,
});

/**
 * Counts on in a JSON text, without making anything of it: what JSON.parse makes of a small text can take
 * much time and memory. Takes one look at each character; of a text that is no JSON, the counts say nothing.
 *
 * @param count what was counted so far; changed
 * @param until where to stop, at the latest at the end of the text
 * @param maxLevels where there are more, it stops at once, with `levels` one more than that
 */
export function countJson(text: string, count: JsonCount, until: number, maxLevels: number): void {
	const end = Math.min(until, text.length);
	const { keys } = count;
	let { at, values, levels, mostKeys, isInString } = count;
	for (; at < end && levels <= maxLevels; at += 1) {
		const code = text.charCodeAt(at);
		if (isInString) {
			if (code === BACKSLASH) at += 1;
			else if (code === QUOTE) isInString = false;
		} else if (code === QUOTE) isInString = true;
		else if (code === COMMA) values += 1;
		else if (code === COLON) {
			// Outside of a text there is one for each key. A text that is no JSON may close what is not open.
			const more = (keys[levels] ?? 0) + 1;
			keys[levels] = more;
			if (more > mostKeys) mostKeys = more;
		} else if (code === LIST_END || code === OBJECT_END) levels -= 1;
		else if (code === LIST || code === OBJECT) {
			values += 1;
			levels += 1;
			keys[levels] = 0;
		}
	}
	Object.assign(count, { at, values, levels, mostKeys, isInString });
}

/** Whether a JSON text has more levels of lists and objects than this. */
export function isDeeper(text: string, maxLevels: number): boolean {
	// A level takes two characters, so that most texts need not be looked through.
	if (text.length <= 2 * maxLevels) return false;
	const count = startCount();
	countJson(text, count, text.length, maxLevels);
	return count.levels > maxLevels;
}

/** What a text says as JSON; what is no JSON stays a text. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
