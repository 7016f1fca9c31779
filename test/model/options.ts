/** What the documentation says of the options of Sync: rules by field, guards, and what comes out. */
import { isBlank, KINDS, type Fields } from './kinds';
import type { Pair } from './tables';

/** An item that came out; that of a record has no row, one of the error output the outcome `failed`. */
export type Item = { json: Fields; row: number; outcome: string };

export const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
export const DOUBT = ['ambiguous', 'rejected'];

/** What the rows of a pair want written where. */
export function rulesOf({ kind, options, rows, by }: Pair) {
	const rules = new Map(options.fieldRules?.rule.map(({ field, rule }) => [field, rule]));
	const ruleOf = (name: string) => rules.get(name) ?? rules.get('*') ?? 'always';
	const cells = (name: string) =>
		rows.map((row) => row[name]).filter((value) => value !== undefined);
	/** An external ID is the key, which no rule clears. */
	const clears = (name: string) => ruleOf(name) === 'clearIfEmpty' && name !== 'external_id';
	/** Null clears, and by its rule an empty cell, but not of a column that no row has. */
	const isCleared = (row: Fields, name: string) =>
		row[name] === null || (clears(name) && cells(name).length > 0 && isBlank(row[name]));

	/** The fields that a row writes into a record, or into a new one; null clears. */
	function wanted(row: Fields, record?: Fields): Fields {
		const entries = KINDS[kind].fields.flatMap(({ name }) => {
			const rule = ruleOf(name);
			const isKept = rule === 'onlyIfEmpty' && !isBlank(record?.[name]);
			if (name === by || rule === 'never' || isKept) return [];
			if (record && rule === 'onlyOnCreate') return [];
			if (!isBlank(row[name])) return [[name, row[name]]];
			return name !== 'external_id' && isCleared(row, name) ? [[name, null]] : [];
		});
		return Object.fromEntries(entries) as Fields;
	}
	const isRefused = KINDS[kind].fields.some(({ name }) => {
		if (name === by || !clears(name)) return rules.get(name) === 'clearIfEmpty';
		return rules.has(name)
			? cells(name).length === 0
			: cells(name).length > 0 && cells(name).every(isBlank);
	});
	return { ruleOf, wanted, isCleared, isRefused };
}

/** Whether a guard stops a plan: surely, or perhaps, where it is not said what it counts. */
export function stopOf({ options, rows }: Pair, words: string[], gone: string[], live: number) {
	const limits = { maxArchived: 20, maxArchivedPercent: 10, ...options.guards };
	const count = (from: string[], ...some: string[]) =>
		from.filter((word) => some.includes(word)).length;
	// In doubt nothing is archived, so that there may be nothing to stop.
	const isDoubtful = count(words, ...DOUBT) > 0;
	const left = count(gone, 'archived', 'updated');
	const isMuch = left > limits.maxArchived || left * 100 > limits.maxArchivedPercent * live;
	const { maxCreated = 100, maxUpdated = 100, maxRejected = 100 } = options.guards ?? {};
	const shares = [
		[maxCreated, count(words, 'created')],
		[maxUpdated, count(words, 'updated')],
		[maxRejected, count(words, ...DOUBT)],
	];
	const beyond = shares.filter(
		([limit, many]) => rows.length > 20 && many * 100 > limit * rows.length,
	);
	return {
		surely: (isMuch && !isDoubtful) || beyond.some(([, many]) => many > 20),
		perhaps: isMuch || beyond.length > 0,
	};
}
