import {
	EXACT_RANK,
	isNamed,
	isWeak,
	LABEL_RANK,
	LEFT_OUT,
	NAMED_EXACT_RANK,
	ownKeyLike,
	plainName,
	SHARED_RANK,
	type Candidate,
	type Column,
	type NamedField,
	namedIn,
} from './columnCandidates';
import {
	areNumbered,
	areNumbers,
	areSideBySide,
	differsWithin,
	distinctness,
	forbidden,
	isConstant,
	isDistinct,
	isUuid,
	isWithin,
	MIN_VALUES,
	standsTogether,
	valuesOf,
	type Row,
} from './columnValues';

/** What a row says of the thing that several rows are about, as the lines of an order do. */
export interface Grouped {
	/** Wire name of the field that is the same in all its rows, and those that have to be. */
	readonly by: string;
	readonly shared: ReadonlySet<string>;
	/** Names of columns that hold all rows of it in one cell. */
	readonly lists: readonly string[];
}

/** Which column holds which field. */
export type ColumnPlan = ReturnType<typeof decide>;

/** Several columns that could hold one field. */
export type Conflict = ColumnPlan['conflicts'][number];

/** The columns that a field is read from. */
interface Choice {
	readonly columns: Column[];
	readonly rank: number;
	/** Which parts of the field they hold. */
	readonly parts: Set<number>;
}

/** A column that is not what its name says: its values are something else. */
interface Doubt {
	readonly column: Column;
	readonly field: NamedField;
	readonly what: string;
}

/** The better name counts for less than the values where it fills a smaller part of the rows that another column fills. */
const CLEARLY_FULL = 0.9;

/**
 * Gives columns to fields: those that the user named, then the best names first. Names that several
 * fields have come last, for the first of those that is left; so do columns without a value.
 */
export function decide(
	fields: readonly NamedField[],
	seen: readonly Column[],
	named: ReadonlyMap<string, string>,
	sample: readonly Row[],
	grouped?: Grouped,
) {
	const doubted = narrow(seen, sample, grouped);
	const { taken, assigned } = assign(fields, seen, grouped);
	const doubts = doubted.map((doubt) => describeDoubt(doubt, taken.get(doubt.field)));
	const key = [...taken].find(([{ name }]) => name === grouped?.by)?.[1].columns[0].key ?? '';
	const areMany = valuesOf(sample, key).length >= MIN_VALUES;
	for (const [field, { columns, rank }] of [...taken]) {
		if (!grouped?.shared.has(field.name) || isNamed({ rank })) continue;
		const isReference = areMany && field.refersTo && rank > LABEL_RANK && columns.length === 1;
		const differing = columns.find(({ key: column }) => differsWithin(sample, key, column));
		const column = differing ?? columns.find(({ key }) => isReference && isConstant(sample, key));
		if (!column) continue;
		taken.delete(field);
		column.isDoubtful = true;
		const what = differing ? `different values for the same "${key}"` : 'one value for all';
		doubts.push(describeDoubt({ column, field, what }));
	}
	const left = seen.filter(({ filled }) => filled > 0).filter((column) => !assigned.has(column));
	for (const column of left) {
		const isTied = [...assigned].some(({ words }) => words !== undefined && words === column.words);
		if (!isTied) column.candidates = column.candidates.filter((each) => !isWeak(each));
	}
	const conflicts = fields.flatMap((field) => {
		const choice = taken.get(field);
		const ignored = left.filter(({ candidates }) => candidates[0]?.field === field);
		if (!choice || ignored.length === 0) return [];
		const isId = [field.isId, field.isKey, field.refersTo].some(Boolean);
		const isAlike = ({ words }: Column) =>
			field.name === grouped?.by || (words && choice.columns.some((one) => one.words === words));
		return [
			{
				field,
				/** The columns that are read. */
				taken: keysOf(choice.columns),
				/** Of IDs: a column that is not read is named as well as one that is, so that the choice were a mere guess. */
				isTied: isId && choice.rank > LABEL_RANK && ignored.some(isAlike),
				/** The user named it. */
				isNamed: isNamed(choice),
				/** The columns that are not read. */
				ignored: keysOf(ignored),
			},
		];
	});
	const lists = new Set(grouped?.lists.map(plainName));
	const isCount = (value: string) => /^\d{1,4}$/.test(value);
	const isRead = (name: string) => !isLeftOut(name, named);
	return {
		/** Columns by the wire name of their field: several where no row has values in two of them. */
		columns: new Map<string, readonly string[]>(
			[...taken].map(([{ name }, { columns }]) => [name, keysOf(columns)]),
		),
		/** Wire names of the fields whose columns hold values. */
		filled: new Set(
			[...taken]
				.filter(([, { columns }]) => columns.some(({ filled }) => filled > 0))
				.map(([{ name }]) => name),
		),
		/** Columns that hold values, and no field takes them. */
		unknown: keysOf(
			left.filter((column) => column.candidates.length === 0 && !column.isDoubtful),
		).filter(isRead),
		conflicts,
		/** Columns whose values are not what their names say, as sentences. */
		doubts,
		/** Wire names of the fields that could be taken from such columns only. */
		doubtful: new Set(doubted.map(({ field: { name } }) => name)),
		/** Columns that no field takes, and that are named as those that hold several rows in one cell. */
		lists: keysOf(left).filter(
			(name) =>
				lists.has(plainName(name)) && isRead(name) && !valuesOf(sample, name).every(isCount),
		),
		/** Columns that could be the number of something, those that name each row first: not read, or other IDs. */
		numbers: numbersIn(
			[...left, ...[...taken].flatMap(([{ isId }, { columns }]) => (isId ? columns : []))],
			sample,
		).filter(isRead),
		/** It is two tables beside each other. */
		isSideBySide: areSideBySide(seen, sample),
		/** What stands between the columns that make a field together, by its wire name. */
		joined: new Map(
			[...taken].flatMap(([{ name }, { columns, parts, rank }]): Array<[string, string]> => {
				if (parts.size > 0) return [[name, ', ']];
				const isRivalled = columns.some((one) => columns.some(({ key: k }) => one.rivals.has(k)));
				return rank === NAMED_EXACT_RANK && isRivalled ? [[name, ' ']] : [];
			}),
		),
		/** The columns that the user named for one of the fields, and whether there are such; empty before any row. */
		named: new Map(
			[...named]
				.filter(([, to]) => seen.length > 0 && fields.some(({ name }) => name === to))
				.map(([name]) => [name, seen.some((column) => plainName(column.key) === plainName(name))]),
		),
	};
}

/** Gives columns with values to fields by their names, then those without; several to one where they make it together. */
function assign(fields: readonly NamedField[], seen: readonly Column[], grouped?: Grouped) {
	const present = new Set(
		seen.flatMap(({ filled, candidates }) =>
			filled > 0 ? candidates.map(({ field }) => field.name) : [],
		),
	);
	const orderOf = ({ column, ...candidate }: Candidate & { column: Column }) => {
		if (isNamed(candidate)) return candidate.rank;
		if (present.has(candidate.bestWith ?? '')) return EXACT_RANK - 0.1;
		return column.candidates.length > 1 && candidate.rank > LABEL_RANK
			? SHARED_RANK + fields.indexOf(candidate.field)
			: candidate.rank;
	};
	const namedFields = namedIn(seen);
	const taken = new Map<NamedField, Choice>();
	const assigned = new Set<Column>();
	for (const isEmpty of [false, true]) {
		const pairs = seen
			.filter(({ filled }) => (filled === 0) === isEmpty)
			.flatMap((column) => column.candidates.map((candidate) => ({ column, ...candidate })))
			.filter((pair) => isNamed(pair) || !namedFields.has(pair.field))
			.sort((one, other) => orderOf(one) - orderOf(other));
		type Pair = (typeof pairs)[number];
		const takeAll = (mayTake: (pair: Pair, choice?: Choice) => boolean) => {
			for (const pair of pairs) {
				const { column, field, rank, part } = pair;
				const choice = taken.get(field);
				if (assigned.has(column) || !mayTake(pair, choice)) continue;
				if (choice) choice.columns.push(column);
				else taken.set(field, { columns: [column], rank, parts: new Set() });
				if (part !== undefined) taken.get(field)?.parts.add(part);
				assigned.add(column);
			}
		};
		takeAll((_, choice) => choice === undefined);
		takeAll(({ column, field }, choice) => {
			const [before, ...more] = choice?.columns ?? [];
			if (!choice || choice.rank <= LABEL_RANK || choice.parts.size + more.length > 0) return false;
			if (field.name === grouped?.by || !before.rivals.has(column.key)) return false;
			if (before.filled >= CLEARLY_FULL * column.filled) return false;
			assigned.delete(before);
			return choice.columns.pop() !== undefined;
		});
		takeAll(({ column, field, rank, part, isGeneral }, choice) => {
			if (!choice) return true;
			if (part !== undefined && choice.parts.size > 0 && !choice.parts.has(part)) return true;
			const isNamedText = !isEmpty && rank === NAMED_EXACT_RANK && choice.rank === rank;
			if (isNamedText && isPlainText(field)) return true;
			const isPart = part !== undefined || choice.parts.size > 0;
			return (
				!isGeneral && !isPart && choice.columns.every((other) => !other.rivals.has(column.key))
			);
		});
	}
	return { taken, assigned };
}

/** Leaves each column the fields that its values may be of, and says of which columns none is left. */
function narrow(seen: readonly Column[], sample: readonly Row[], grouped?: Grouped): Doubt[] {
	const doubts: Doubt[] = [];
	const namedFields = namedIn(seen);
	for (const column of seen) {
		const { key, candidates } = column;
		if (column.filled === 0 || candidates.length === 0 || isNamed(candidates[0])) continue;
		const values = valuesOf(sample, key);
		const isWhole = values.every((value) => /^\d+$/.test(value));
		const why = ({ field, rank, bestWith }: Candidate) => {
			const isOwn = rank <= LABEL_RANK || bestWith !== undefined;
			if (namedFields.has(field) || (isOwn && field.name !== 'currency')) return undefined;
			if (field.isKey && !isDistinct(sample, key)) return 'the same values again and again';
			return forbidden(field, values, candidates.length === 1);
		};
		const possible = candidates
			.filter(({ field }) => ownKeyLike(field) !== key || (field.isKey && !isWhole))
			.flatMap((each) => (each.isGeneral ? asNumber(seen, sample, column, each, grouped) : [each]));
		column.candidates = possible.filter((each) => why(each) === undefined);
		const [first] = possible;
		const what = first && column.candidates.length === 0 ? why(first) : undefined;
		if (what !== undefined) doubts.push({ column, field: first.field, what });
		column.isDoubtful = what !== undefined;
	}
	narrowNames(seen, sample);
	narrowAddresses(seen, sample);
	return doubts;
}

/** The columns with values that could be a field. */
const columnsFor = (
	seen: readonly Column[],
	name: string,
	isMeant: (candidate: Candidate) => boolean = () => true,
) =>
	seen.filter(
		({ filled, candidates }) =>
			filled > 0 && candidates.some((each) => each.field.name === name && isMeant(each)),
	);

/** A name that holds the first or the last name of another column is the whole one, and nothing is taken beside it. */
function narrowNames(seen: readonly Column[], sample: readonly Row[]): void {
	const firsts = columnsFor(seen, 'name', ({ bestWith }) => bestWith === 'last_name');
	for (const column of seen) {
		column.candidates = column.candidates.filter((each) => {
			if (each.field.name !== 'last_name' || isNamed(each)) return true;
			if (each.bestWith !== undefined)
				return firsts.some((one) => one !== column && !isWithin(sample, one.key, column.key));
			const wholes = firsts.length > 0 ? [] : columnsFor(seen, 'name');
			return !wholes.some((one) => isWithin(sample, column.key, one.key));
		});
	}
}

/** The parts of a field are joined where one of them is a street with its house number, and no column holds the whole. */
function narrowAddresses(seen: readonly Column[], sample: readonly Row[]): void {
	const isPart = (place: number) => (each: Candidate) => each.part === place;
	const fields = seen.flatMap(({ candidates }) =>
		candidates.filter(({ part }) => part !== undefined),
	);
	for (const name of new Set(fields.map(({ field }) => field.name))) {
		const [parts, streets, houses, wholes] = [
			columnsFor(seen, name, ({ part = 0 }) => part > 0),
			columnsFor(seen, name, isPart(STREET)),
			columnsFor(seen, name, isPart(STREET + 1)),
			columnsFor(seen, name, ({ part }) => part === undefined),
		];
		const whole = wholes.find(({ key }) => parts.some((one) => isWithin(sample, one.key, key)));
		const street = [...streets, ...wholes][0] as Column | undefined;
		const isNumbered = houses.length > 0 || areNumbered(valuesOf(sample, street?.key ?? ''));
		const isJoined = !whole && parts.length + streets.length > 0 && isNumbered;
		for (const column of seen) {
			column.candidates = column.candidates.flatMap((each) => {
				if (each.field.name !== name || isNamed(each)) return [each];
				if (!isJoined) return each.part === undefined ? [each] : [];
				if (each.part === undefined) return column === street ? [{ ...each, part: STREET }] : [];
				return [each];
			});
		}
	}
}

/** The first part of an address; the house number, where it stands alone, is the second. */
const STREET = 0;

/** A candidate by a general name, if the column numbers the rows, and no other one could. */
function asNumber(
	seen: readonly Column[],
	sample: readonly Row[],
	column: Column,
	candidate: Candidate,
	grouped?: Grouped,
): Candidate[] {
	const values = valuesOf(sample, column.key);
	// As shops show it to their customers; it stands in all rows of an order.
	if (values.every((value) => /^#\d+$/.test(value))) return [{ ...candidate, rank: EXACT_RANK }];
	const isRival = ({ key, candidates }: Column) =>
		key !== column.key &&
		candidates.every(({ field }) => field.isId) &&
		NUMBER_NAME.test(key) &&
		areNumbers(valuesOf(sample, key)) &&
		sample.some((row) => String(row[key]) !== String(row[column.key]));
	const isOfOrders = grouped && values.length > 1 && standsTogether(sample, column.key);
	const isPlain = candidate.field.isKey
		? values.every(isKeyLike)
		: areNumbers(values) && !seen.some(isRival);
	if (!isDistinct(sample, column.key) && !isOfOrders) return [];
	return isPlain && !values.some(isUuid) ? [candidate] : [];
}

/** As columns with numbers of things are called. */
const NUMBER_NAME = /(?:id|no|nr|num|number|code|key|ref)$|^id/i;

/** Without spaces, as programs write keys. */
const isKeyLike = (value: string) => /^[^\s@]{1,100}$/.test(value);

const areKeys = (values: readonly string[]) => values.length > 2 && values.every(isKeyLike);

/** Those that name each row, then those that look like numbers, the more distinct the earlier. */
function numbersIn(columns: readonly Column[], sample: readonly Row[]): string[] {
	return keysOf(columns.filter(({ isDoubtful }) => !isDoubtful))
		.map((key) => ({ key, values: valuesOf(sample, key), part: distinctness(sample, key) }))
		.filter(({ values, part }) => areNumbers(values) || (part === 1 && areKeys(values)))
		.sort((one, other) => other.part - one.part)
		.map(({ key }) => key);
}

const describeDoubt = ({ column, field: { label }, what }: Doubt, instead?: Choice): string =>
	instead === undefined
		? `"${column.key}" holds ${what}, so ${label} was not taken from it. If it is right, choose ${label} for it under Column Names.`
		: `${label} was taken from ${quoted(keysOf(instead.columns), ' and ')}; ignored: "${column.key}", which holds ${what}.`;

const keysOf = (columns: readonly Column[]) => columns.map(({ key }) => key);

/** Several columns that the user named make it together. */
const isPlainText = ({ type = 'text', isId, refersTo }: NamedField) =>
	type === 'text' && !isId && !refersTo;

const isLeftOut = (column: string, named: ReadonlyMap<string, string>) =>
	[...named].some(([name, field]) => field === LEFT_OUT && plainName(name) === plainName(column));

export const quoted = (names: readonly string[], between = ', ') =>
	names.map((name) => `"${name}"`).join(between);
