import { areSideBySide, type Row } from '../presence';
import { isFull, notOfOrder, numbersIn, possiblePairs, type Column, type Pair } from './evidence';
import { areAlike, isNamed, plainName, Rank, type NamedField } from './names';

/** Which column holds which field: names first, then what is left is joined, proposed or ignored with a word. */
export type ColumnPlan = ReturnType<typeof planOf>;

/** What a row says of the thing that several rows are about, as the lines of an order do. */
export interface Grouped {
	/** Wire name of the field that is the same in all its rows, and those that have to be. */
	readonly by: string;
	readonly shared: ReadonlySet<string>;
}

/** The better name counts for less than the values where it fills a smaller part of the rows that another column fills. */
const CLEARLY_FULL = 0.9;

/** Gives columns to fields, by their names and by what the first rows say. */
export function planOf(
	fields: readonly NamedField[],
	seen: readonly Column[],
	named: ReadonlyMap<string, string>,
	sample: readonly Row[],
	grouped?: Grouped,
) {
	const { pairs, doubts } = possiblePairs(seen, sample);
	const taken = assign(pairs, grouped?.by);
	const [order] = [...taken].find(([{ name }]) => name === grouped?.by)?.[1] ?? [];
	for (const pair of order ? [...taken.values()].flat() : []) {
		const what = grouped?.shared.has(pair.field.name) && notOfOrder(pair, order.column.key, sample);
		if (what && taken.delete(pair.field)) doubts.push({ ...pair, what });
	}
	const all = [...taken.values()].flat();
	const assigned = new Set(all.map(keyOf));
	const left = seen.filter(({ key, filled }) => filled > 0 && !assigned.has(key));
	/** A sale and a transaction may both be the order. */
	const isTied = ({ field, column }: Pair) =>
		(field === order?.field && order.rank >= Rank.Weak) ||
		taken.get(field)?.some((one) => areAlike(field, one.column.key, column.key));
	/** A weak name says what a column is like only where it ties. */
	const like = pairs.filter((one) => taken.has(one.field) && (one.rank < Rank.Weak || isTied(one)));
	/** Not read, as another column holds the field that they are named like. */
	const others = left.flatMap((column) => like.find((one) => one.column === column) ?? []);
	const told = new Set([...doubts, ...others].map(keyOf));
	const noNumbers = new Set([...doubts, ...all.filter(({ field }) => !field.isId)].map(keyOf));
	const keys = seen.map(({ key }) => key);
	const free = keys.filter((key) => !noNumbers.has(key));
	/** Of IDs: a column that is not read is named as well as one that is, so that the choice were a mere guess. */
	const ties = [...taken].flatMap(([field, choice]) => {
		const alike = others.filter((one) => one.field === field);
		const isId = [field.isId, field.isKey, field.refersTo].some(Boolean);
		const isOpen = alike.some((one) => field.name === grouped?.by || isTied(one));
		const isGuess = isId && isOpen && choice[0].rank >= Rank.Listed;
		const both = quoted([...choice, ...alike].map(keyOf), ' and ');
		return isGuess ? [`${both} could both be the ${field.label}`] : [];
	});
	return {
		/** Columns by the wire name of their field: several where no row has values in two of them. */
		columns: new Map([...taken].map(([{ name }, choice]) => [name, choice.map(keyOf)])),
		/** Wire names of fields, with their columns, and what stands between those that make one together. */
		entries: [...taken].map(([field, choice]) => {
			const [{ part, rank }] = choice;
			const isText = rank <= Rank.Named && isPlainText(field);
			const between = part !== undefined ? ', ' : isText ? ' ' : undefined;
			const place = fields.indexOf(field);
			return { name: field.name, place, keys: choice.map(keyOf), between };
		}),
		/** Wire names of the fields whose columns hold values. */
		filled: new Set(all.filter(isFull).map(({ field }) => field.name)),
		/** Columns that hold values, and no field takes them. */
		unknown: left.map(({ key }) => key).filter((key) => !told.has(key)),
		/** Columns with their fields, where their names are not simply those of the fields: `Tel → Phone Number`. */
		renamed: all.filter(isFull).flatMap(({ field: { name, label }, column }) => {
			const isOwn = [name, label].map(plainName).includes(plainName(column.key));
			return isOwn ? [] : [`${column.key} → ${label}`];
		}),
		/** The fields that no column holds, as a person knows them. */
		missing: fields.filter((one) => seen.length > 0 && !taken.has(one)).map(({ label }) => label),
		/** Columns that are named equally well for one field, and differ, as parts of a sentence. */
		ties,
		/** What is not read, though it is named like a field, as sentences. */
		notes: doubts.map(describeDoubt),
		/** Columns that are named like a field which another column holds. */
		passedOver: others.map(keyOf),
		/** Columns that could be the number of something, those that name each row first: not read, or other IDs. */
		numbers: numbersIn(sample, free),
		seen: keys,
		isSideBySide: areSideBySide(keys, sample),
		/** The columns that the user named for one of the fields; none before any row. */
		named: [...named]
			.filter(([, to]) => seen.length > 0 && fields.some(({ name }) => name === to))
			.map(([name]) => name),
	};
}

const keyOf = ({ column }: Pair) => column.key;

/** Gives columns with values to fields by their names, then those without; several to one where they make it together. */
function assign(pairs: readonly Pair[], by?: string) {
	const namedFields = new Set(pairs.filter(isNamed).map(({ field }) => field));
	const present = new Set(pairs.filter(isFull).map(({ field }) => field.name));
	const isSole = (pair: Pair) => pairs.every((one) => one === pair || one.column !== pair.column);
	const rankOf = (pair: Pair) => {
		if (present.has(pair.beside ?? '')) return Rank.Own - 1;
		const isListed = pair.rank >= Rank.Listed && pair.rank < Rank.Weak;
		return isListed && !isSole(pair) ? Rank.Weak + pair.rank : pair.rank;
	};
	const isLess = ({ field, column, part, rank }: Pair) => {
		const rivals = pairs.filter((one) => one.field === field && column.rivals.has(one.column));
		const isFuller = (one: Pair) => column.filled < CLEARLY_FULL * one.column.filled;
		const isSure = rank < Rank.Listed || field.name === by || part !== undefined;
		return !isSure && rivals.some(isFuller);
	};
	const ordered = pairs
		.filter((pair) => isNamed(pair) || !(namedFields.has(pair.field) || isLess(pair)))
		.map((pair) => ({ pair, rank: rankOf(pair) + (isFull(pair) ? 0 : Rank.Empty) }))
		.sort((one, other) => one.rank - other.rank);
	const taken = new Map<NamedField, Pair[]>();
	const assigned = new Set<Column>();
	for (const { pair } of ordered) {
		const choice = taken.get(pair.field) ?? [];
		if (assigned.has(pair.column) || (choice.length > 0 && !goesWith(pair, choice))) continue;
		taken.set(pair.field, [...choice, pair]);
		assigned.add(pair.column);
	}
	return taken;
}

/** Whether a further column makes a field together with those that were taken. */
function goesWith(pair: Pair, choice: readonly Pair[]): boolean {
	const { part, rank, field, column } = pair;
	if (choice[0].part !== undefined)
		return part !== undefined && !choice.some((one) => one.part === part);
	const areNamed = rank < Rank.Named && choice[0].rank < Rank.Named && isPlainText(field);
	return areNamed || !choice.some((one) => column.rivals.has(one.column));
}

/** Several columns that the user named make it together. */
const isPlainText = ({ type = 'text', isId, refersTo }: NamedField) =>
	type === 'text' && !isId && !refersTo;

const describeDoubt = ({ column, field: { label }, what = '' }: Pair) =>
	`"${column.key}" holds ${what}, so ${label} was not taken from it. If it is right, choose ${label} for it under Column Names.`;

export const quoted = (names: readonly string[], between = ', '): string =>
	names.map((name) => `"${name}"`).join(between);
