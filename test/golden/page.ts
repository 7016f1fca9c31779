import type { GivenResponse, Request } from './caseFile';

const FIRST_TIME = Date.parse('2026-01-01T00:00:00Z');
const MINUTE = 60_000;
const USUAL_LIMIT = 50;

/** A page of a list of made-up rows, as the request's `page`, `limit` and `sort` want it. */
export function pageOf({ paged = 0, row = {}, total }: GivenResponse, { query = {} }: Request) {
	const page = Number(query.page ?? 1);
	const limit = Number(query.limit ?? USUAL_LIMIT);
	const numbers = Array.from({ length: paged }, (_, index) => index + 1);
	if (String(query.sort ?? '').startsWith('-')) numbers.reverse();
	const data = numbers.slice((page - 1) * limit, page * limit).map((n) => rowOf(row, n));
	return { data, page, count: data.length, ...(total ? { total: paged } : {}), message: 'ok' };
}

const rowOf = (row: object, n: number): unknown =>
	JSON.parse(
		JSON.stringify(row)
			.replaceAll('"{n}"', String(n))
			.replaceAll('{n}', String(n))
			.replaceAll('{time}', new Date(FIRST_TIME + n * MINUTE).toISOString()),
	);
