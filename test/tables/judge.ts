/** Compares what came of a table with its answer. */
import type { IDataObject } from 'n8n-workflow';

import type { Expected, ExpectedRecord, Oracle, Parts } from './oracle';
import type { Outcome } from './run';

/** What became of the columns that make one field, in the first, the middle and the last record. */
interface FieldVerdict {
	/** Wire name. */
	readonly field: string;
	readonly result: 'right' | 'wrong' | 'missed';
	/** What went out instead. */
	readonly sent?: unknown;
}

export interface Verdict {
	readonly fields: readonly FieldVerdict[];
	/** Values of the three records that went out differently without a failure, and records that must not go out. */
	readonly silent: number;
	/** Rows that the node says something of, and all of the file. */
	readonly accounted: number;
	readonly rows: number;
	/** Everything is as the answer says. */
	readonly isRight: boolean;
	/** What is not, as sentences. */
	readonly problems: readonly string[];
}

/** The three records of an answer, each with its place among those that have to go out. */
function samplesOf({ first, middle, last, middleAt = 0, counts }: Oracle) {
	return [
		{ at: 0, expected: first },
		{ at: middleAt, expected: middle },
		{ at: counts.records - 1, expected: last },
	].flatMap(({ at, expected }) => (expected ? [{ at, expected }] : []));
}

export function judge(oracle: Oracle, outcome: Outcome): Verdict {
	const { sent, rejected, rows } = outcome;
	const accounted = new Set([...sent.flatMap((one) => one.rows), ...rejected]).size;
	const problems: string[] = [];
	if (oracle.refused) {
		const silent = sent.length;
		if (silent > 0) problems.push(`${silent} records went out: ${oracle.refused}`);
		return { fields: [], silent, accounted, rows, isRight: silent === 0, problems };
	}
	const pairs = samplesOf(oracle).map(({ at, expected }) => ({
		expected,
		record: withoutAlso(oracle, expected, recordAt(oracle, outcome, at, expected)),
	}));
	const fields = verdictsOf(pairs);
	const unwanted = sent.filter((one) => one.rows.some((row) => oracle.rejected?.includes(row)));
	const silent = pairs.reduce(
		(sum, { expected, record }) => sum + (record ? differing(expected, record) : 0),
		unwanted.length,
	);
	if (outcome.isUnread) problems.push('Extract from File cannot read it');
	else if (outcome.refusal !== undefined) problems.push(`Nothing was sent: ${outcome.refusal}`);
	else problems.push(...fields.flatMap(fieldProblem), ...countProblems(oracle, outcome));
	if (accounted !== rows) problems.push(`${accounted} of ${rows} rows are accounted for`);
	return { fields, silent, accounted, rows, isRight: problems.length === 0, problems };
}

const fieldProblem = ({ field, result, sent }: FieldVerdict): string[] => {
	if (result === 'right') return [];
	return [result === 'missed' ? `${field} is missing` : `${field} is ${JSON.stringify(sent)}`];
};

/** An order is found by its number, or by its place where all went out; a record by the row it is made of. */
function recordAt(oracle: Oracle, { sent }: Outcome, at: number, expected: ExpectedRecord) {
	if (oracle.of !== 'orders') {
		const all = [...Array(oracle.counts.rows).keys()];
		const kept = all.filter((row) => !oracle.rejected?.includes(row));
		return sent.find(({ rows }) => rows.includes(kept[at]))?.record;
	}
	const byId = sent.find(({ record }) => record.order_external_id === expected.order_external_id);
	return (byId ?? (sent.length === oracle.counts.records ? sent[at] : undefined))?.record;
}

/** A record without the fields of which the answer says that they may go out as well. */
function withoutAlso({ also = [] }: Oracle, expected: ExpectedRecord, record?: IDataObject) {
	if (!record) return undefined;
	const isKept = ([field]: [string, unknown]) => field in expected || !also.includes(field);
	return Object.fromEntries(Object.entries(record).filter(isKept)) as IDataObject;
}

function countProblems({ of, counts, rejected: all = [] }: Oracle, outcome: Outcome): string[] {
	// Extract from File may have left out the last.
	const rejected = all.filter((row) => row < outcome.rows);
	const { length } = outcome.sent;
	const lines = outcome.sent.reduce(
		(sum, { record }) => sum + ((record.items as unknown[] | undefined)?.length ?? 0),
		0,
	);
	return [
		length !== counts.records && `${length} records instead of ${counts.records}`,
		of === 'orders' && lines !== counts.lines && `${lines} lines instead of ${counts.lines}`,
		outcome.rejected.join() !== rejected.join() &&
			`rejected rows: ${shorten(outcome.rejected)} instead of ${shorten(rejected)}`,
	].filter((problem): problem is string => problem !== false);
}

const MAX_ROWS_SHOWN = 5;

function shorten(rows: readonly number[]): string {
	const shown = rows.slice(0, MAX_ROWS_SHOWN).join(', ');
	return rows.length > MAX_ROWS_SHOWN ? `${shown} … (${rows.length})` : shown || 'none';
}

interface Pair {
	readonly expected: ExpectedRecord;
	readonly record: IDataObject | undefined;
}

const linesOf = (record: ExpectedRecord | IDataObject | undefined) =>
	(record?.items ?? []) as readonly IDataObject[];

/** The values of a field in a record, or in each of its lines. */
const valuesOf = (record: ExpectedRecord | IDataObject | undefined, field: string): unknown[] =>
	[record, ...linesOf(record)].map((each) => each?.[field]);

const namesIn = (record: ExpectedRecord | IDataObject | undefined) =>
	[record ?? {}, ...linesOf(record)].flatMap((each) =>
		Object.keys(each).filter((field) => field !== 'items'),
	);

function verdictsOf(pairs: readonly Pair[]): FieldVerdict[] {
	const names = new Set(
		pairs.flatMap(({ expected, record }) => [...namesIn(expected), ...namesIn(record)]),
	);
	return [...names].map((field) => {
		let result: FieldVerdict['result'] = 'right';
		for (const { expected, record } of pairs) {
			const wanted = valuesOf(expected, field) as Array<Expected | undefined>;
			const given = valuesOf(record, field);
			const differs = given.findIndex(
				(value, index) => value !== undefined && !isSame(wanted[index], value),
			);
			if (differs >= 0) return { field, result: 'wrong', sent: given[differs] };
			if (wanted.some((value, index) => value !== undefined && given[index] === undefined)) {
				result = 'missed';
			}
		}
		return { field, result };
	});
}

/** How many values of a record that went out are not those of the answer. */
function differing(expected: ExpectedRecord, record: IDataObject): number {
	return namesIn(record)
		.filter((field, index, all) => all.indexOf(field) === index)
		.reduce((sum, field) => {
			const wanted = valuesOf(expected, field) as Array<Expected | undefined>;
			const wrong = valuesOf(record, field).filter(
				(value, index) => value !== undefined && !isSame(wanted[index], value),
			);
			return sum + wrong.length;
		}, 0);
}

/** The same moment may be written in two zones. */
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Texts are the same whatever stands around them and however their lines end. */
const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();

function isSame(expected: Expected | undefined, given: unknown): boolean {
	if (isParts(expected)) return typeof given === 'string' && isMadeOf(given, expected.parts);
	if (typeof expected === 'string' && typeof given === 'string') {
		const areMoments = MOMENT.test(expected) && MOMENT.test(given);
		if (areMoments) return Date.parse(expected) === Date.parse(given);
		return plain(expected) === plain(given);
	}
	return expected === given;
}

const isParts = (expected: Expected | undefined): expected is Parts =>
	typeof expected === 'object' && expected !== null;

/** All parts are there, and nothing else but signs and spaces. */
function isMadeOf(text: string, parts: readonly string[]): boolean {
	const rest = [...parts]
		.sort((a, b) => b.length - a.length)
		.reduce<string | undefined>((left, part) => {
			const at = left?.indexOf(part) ?? -1;
			return left === undefined || at < 0
				? undefined
				: `${left.slice(0, at)} ${left.slice(at + part.length)}`;
		}, text);
	return rest !== undefined && !/[\p{L}\p{N}]/u.test(rest);
}
