/** How a service may answer what the editor asks of it, by name. */

export interface Asked {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, unknown>>;
	/** The number of the request in its call, from 0. */
	readonly number: number;
}

/** A response, as n8n's HTTP helper gives it; or why there was none. */
interface Answer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
	/** The code of a network error. */
	readonly error?: string;
	/** Milliseconds on the clock of the test; Infinity for a service that never answers. */
	readonly delayMs?: number;
}

export interface Behaviour {
	readonly answer: (asked: Asked) => Answer;
	/** There is nothing to show, so that an empty list is right. */
	readonly isEmpty?: boolean;
}

/** Nothing that is shown may hold a piece of these. */
export const TOKEN = 'Zq9xW7vKp3LmTr5Y/aB+2c=';
const QUOTED = [
	`bad header Bearer ${TOKEN}`,
	`token=${encodeURIComponent(TOKEN)}`,
	`basic ${Buffer.from(`user:${TOKEN}`).toString('base64')}`,
	`${'x'.repeat(490)}${TOKEN}`,
	`no token ${TOKEN.slice(4, 16)}`,
];

type Row = Record<string, unknown>;

const pad = (number: number) => String(number).padStart(6, '0');

/** A row with the keys of every kind of record, and of every choice. */
const rowOf = (number: number, more: Row = {}): Row => ({
	id: `id-${pad(number)}`,
	name: `Name ${pad(number)}`,
	title: `Title ${pad(number)}`,
	internal_name: `internal_${number}`,
	internal_value: `value_${number}`,
	action_uid: `action_${number}`,
	trigger_type: `trigger_${number}`,
	order_id: number,
	company_id: number,
	email: `name${number}@acme.example`,
	external_id: `erp-${number}`,
	status: 'active',
	stages: [{ name: `Stage ${number}`, internal_value: `stage_${number}` }],
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-01T00:00:00Z',
	...more,
});

const rowsOf = (count: number, more: (number: number) => Row = () => ({})) =>
	Array.from({ length: count }, (_, index) => rowOf(index + 1, more(index + 1)));

interface Table {
	readonly rows: readonly unknown[];
	/** What the service does with its parameters. */
	readonly search?: 'ignored' | 'refused' | 'failing';
	readonly sort?: 'ignored' | 'refused' | 'failing' | 'unprocessable';
	readonly page?: 'ignored' | 'beyondIs404' | 'beyondIsLast' | 'endless';
	/** Rows of a page at most, or whatever is asked for. */
	readonly cap?: number;
	readonly fixed?: number;
	readonly total?: unknown;
	readonly delayMs?: number;
	/** What comes instead of the page of this number. */
	readonly pages?: Readonly<Record<number, Answer>>;
	readonly wrapped?: boolean;
}

/** A service with a table that it lists, searches, sorts and pages. */
function table({ rows, cap = 100, fixed, delayMs, wrapped = true, ...is }: Table): Behaviour {
	const texts = rows.map((row) => JSON.stringify(row).slice(0, 1000).toLowerCase());
	const sorted = new Map<string, readonly unknown[]>();
	const sortedBy = (key: string) => {
		const valueOf = (row: unknown) => (row as Row | null)?.[key] as string | number;
		const compare = (one: unknown, other: unknown) =>
			valueOf(one) < valueOf(other) ? -1 : valueOf(one) > valueOf(other) ? 1 : 0;
		if (!sorted.has(key)) sorted.set(key, [...rows].sort(compare));
		return sorted.get(key)!;
	};
	return {
		isEmpty: rows.length === 0,
		answer: ({ query }) => {
			const { search, sort, page, limit } = query;
			if (search !== undefined && is.search === 'refused')
				return { status: 400, body: { message: 'search' } };
			if (search !== undefined && is.search === 'failing')
				return { status: 500, body: { message: 'search' } };
			if (sort !== undefined && is.sort === 'refused')
				return { status: 400, body: { message: 'sort' } };
			if (sort !== undefined && is.sort === 'unprocessable')
				return { status: 422, body: { message: 'sort' } };
			if (sort !== undefined && is.sort === 'failing')
				return { status: 500, body: { message: 'sort' } };
			const word = String(search).toLowerCase();
			const found =
				search !== undefined && is.search !== 'ignored'
					? rows.filter((_, index) => texts[index].includes(word))
					: sort !== undefined && is.sort !== 'ignored'
						? sortedBy(String(sort))
						: rows;
			if (page === undefined)
				return {
					body: wrapped ? { data: found, total: is.total ?? found.length } : found,
					delayMs,
				};
			const number = Number(page);
			const instead = is.pages?.[number];
			if (instead) return { delayMs, ...instead };
			const size = fixed ?? Math.min(Number(limit), cap);
			let start = (number - 1) * size;
			if (is.page === 'ignored') start = 0;
			if (is.page === 'endless') {
				const endless = Array.from({ length: size }, (_, index) => rowOf(start + index + 1));
				return { body: { data: endless }, delayMs };
			}
			if (start >= found.length && number > 1 && is.page === 'beyondIs404')
				return { status: 404, body: { message: 'Invalid page' } };
			if (start >= found.length && is.page === 'beyondIsLast')
				start = Math.max(0, found.length - size);
			const shown = found.slice(start, start + size);
			return { body: wrapped ? { data: shown, total: is.total ?? found.length } : shown, delayMs };
		},
	};
}

const always = (answer: Answer, isEmpty = false): Behaviour => ({ answer: () => answer, isEmpty });

const STATUSES = [
	201, 202, 204, 206, 299, 301, 302, 304, 307, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410,
	413, 415, 418, 422, 423, 425, 429, 431, 451, 500, 501, 502, 503, 504, 520, 522, 599, 999,
];

const BODIES: Readonly<Record<string, unknown>> = {
	'an empty object': {},
	null: null,
	'a text': 'text',
	'an empty text': '',
	'a number': 42,
	true: true,
	'ok: false': { ok: false, message: 'Locked' },
	'success: false': { success: false, error: 'Locked' },
	'an error': { error: { message: 'Locked' } },
	'a message': { message: 'Maintenance' },
	'data that is a text': { data: 'text' },
	'data that is an object': { data: { id: '1' } },
	items: { items: [{ id: '1' }] },
	'a web page': '<!doctype html><html><title>Sign in</title></html>',
};

/** What stands among good rows. */
const ODD_ROWS: Readonly<Record<string, unknown>> = {
	null: null,
	'a number': 7,
	'a text': 'text',
	'a boolean': true,
	'a list': [1, 2],
	'an empty object': {},
	'no ID': { name: 'Nameless' },
	'an ID that is an object': { id: { value: 1 }, name: 'A' },
	'an ID that is a boolean': { id: true, name: 'A' },
	'an ID of spaces': { id: '  ', name: 'A' },
	'an ID of 1 MB': { id: 'x'.repeat(1_000_000), name: 'A' },
	'a name that is an object': rowOf(0, { name: { first: 'A' }, title: {}, internal_name: {} }),
	'a name that is a list': rowOf(0, { name: ['A'], title: [], description: [] }),
	'a blank name': rowOf(0, { name: ' \t\n ', title: '' }),
	'a name of 1 MB': rowOf(0, { name: 'x'.repeat(1_000_000), title: 'x'.repeat(1_000_000) }),
	'half a character': rowOf(0, { name: '\ud800', title: '\udfff' }),
	'control characters': rowOf(0, { name: 'A\u0000\u001b[31m\nB' }),
	'an odd date': rowOf(0, { created_at: {}, updated_at: 5, start_date: [] }),
	'a value that hides methods': rowOf(0, {
		status: { toString: 1 },
		name: { toString: 2, valueOf: 3 },
	}),
	'a prototype': JSON.parse('{"__proto__":{"polluted":true},"id":"p","name":"P"}'),
	'the token as a name': rowOf(0, {
		name: `A ${TOKEN}`,
		title: TOKEN,
		description: TOKEN,
		internal_name: TOKEN,
	}),
	'stages that are texts': rowOf(0, { stages: ['a', 'b', null, 5] }),
	'stages that are an object': rowOf(0, {
		stages: { a: { name: 'A', internal_value: 'a' }, b: null },
	}),
	'stages that are a number': rowOf(0, { stages: 5 }),
};

const errors = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'ECONNRESET',
	'ETIMEDOUT',
	'ECONNABORTED',
	'EPIPE',
	'EHOSTUNREACH',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'EPROTO',
	'ERR_BAD_RESPONSE',
];

const retryAfter = (value: string, status = 429): Behaviour =>
	always({ status, headers: { 'retry-after': value }, body: { message: 'wait' } });

const second = (name: string, answer: Answer): [string, Behaviour] => [
	`the second page: ${name}`,
	table({ rows: rowsOf(400), pages: { 2: answer }, sort: 'ignored' }),
];

const shuffled = (count: number) =>
	rowsOf(count, (n) => ({
		name: `Name ${pad((n * 7919) % 10_007)}`,
		title: `T ${pad((n * 31) % 997)}`,
	}));

export const behaviours: Readonly<Record<string, Behaviour>> = {
	...Object.fromEntries(
		STATUSES.map((status) => [
			`status ${status}`,
			always({ status, body: { message: 'Because' } }, status === 204),
		]),
	),
	...Object.fromEntries(
		[400, 401, 403, 404, 409, 413, 422, 429, 500, 503].flatMap((status) =>
			QUOTED.map((message, index) => [
				`status ${status} quotes the token, ${index}`,
				always({
					status,
					body: { message, ctx_id: message, code: message, errors: { [message]: [message] } },
				}),
			]),
		),
	),
	...Object.fromEntries(
		QUOTED.map((message, index) => [
			`ok: false quotes the token, ${index}`,
			always({ body: { ok: false, message } }),
		]),
	),
	...Object.fromEntries(Object.entries(BODIES).map(([name, body]) => [name, always({ body })])),
	'data that is null': always({ body: { data: null } }, true),
	'an empty list': always({ body: [] }, true),
	...Object.fromEntries(
		[401, 403, 404, 500, 502, 503].map((status) => [
			`a web page, status ${status}`,
			always({ status, body: BODIES['a web page'] }),
		]),
	),
	...Object.fromEntries(
		Object.entries(ODD_ROWS).flatMap(([name, row]) => [
			[`${name} among rows`, table({ rows: [...rowsOf(3), row, ...rowsOf(5).slice(3)] })],
			[`nothing but ${name}`, always({ body: [row, row] })],
		]),
	),
	...Object.fromEntries(errors.map((error) => [error, always({ error })])),
	'never answers': always({ delayMs: Infinity }),
	...Object.fromEntries(
		[3_500, 9_000, 19_000, 21_000].map((delayMs) => [
			`${delayMs} ms for each page`,
			table({ rows: rowsOf(10_000), delayMs }),
		]),
	),
	'3,500 ms for each page, unsorted': table({
		rows: shuffled(10_000),
		sort: 'ignored',
		delayMs: 3_500,
	}),
	'fails after 19 s': always({ status: 503, body: {}, delayMs: 19_000 }),
	...Object.fromEntries(
		['0', '1', '15', '19', '60', '3600', 'soon', 'Wed, 21 Oct 2099 07:28:00 GMT'].map((value) => [
			`429 with Retry-After ${value}`,
			retryAfter(value),
		]),
	),
	'503 with Retry-After 30': retryAfter('30', 503),
	'one row': table({ rows: rowsOf(1) }),
	'50 rows': table({ rows: rowsOf(50) }),
	'100 rows': table({ rows: rowsOf(100) }),
	'250 rows': table({ rows: rowsOf(250) }),
	'a bare list': table({ rows: rowsOf(250), wrapped: false }),
	'10,000 rows': table({ rows: rowsOf(10_000) }),
	'10,000 unsorted rows': table({ rows: shuffled(10_000), sort: 'ignored' }),
	'10,000 unsorted rows, search ignored': table({
		rows: shuffled(10_000),
		sort: 'ignored',
		search: 'ignored',
	}),
	'10,000 rows of one name': table({
		rows: rowsOf(10_000, () => ({ name: 'Same', title: 'Same' })),
	}),
	'1,000 namesakes': table({
		rows: rowsOf(1_500, (n) => (n > 200 && n <= 1_200 ? { name: 'Same' } : {})),
	}),
	'10,000 rows without a known ID': table({
		rows: Array.from({ length: 10_000 }, (_, n) => ({ company_uid: `u-${n}`, name: `Name ${n}` })),
	}),
	'the same ID in all rows': table({ rows: rowsOf(300, () => ({ id: 'same' })) }),
	...Object.fromEntries(
		(['ignored', 'refused', 'failing'] as const).map((search) => [
			`search ${search}`,
			table({ rows: rowsOf(250), search }),
		]),
	),
	...Object.fromEntries(
		(['ignored', 'refused', 'failing', 'unprocessable'] as const).map((sort) => [
			`sort ${sort}`,
			table({ rows: shuffled(250), sort }),
		]),
	),
	...Object.fromEntries(
		(['ignored', 'beyondIs404', 'beyondIsLast', 'endless'] as const).flatMap((page) => [
			[`page ${page}`, table({ rows: rowsOf(230), page })],
			[`page ${page}, no total`, table({ rows: rowsOf(230), page, wrapped: false })],
		]),
	),
	...Object.fromEntries(
		[7, 10, 25, 50].map((cap) => [`pages of ${cap}`, table({ rows: rowsOf(230), cap })]),
	),
	...Object.fromEntries(
		[7, 30, 200].map((fixed) => [
			`pages of ${fixed} whatever is asked for`,
			table({ rows: rowsOf(430), fixed }),
		]),
	),
	...Object.fromEntries(
		[10_000, 1, 0, -5, '230', 'many', null, {}].map((total) => [
			`total ${JSON.stringify(total)}`,
			table({ rows: rowsOf(230), total }),
		]),
	),
	...Object.fromEntries([
		second('500', { status: 500, body: {} }),
		second('404 as a web page', { status: 404, body: BODIES['a web page'] }),
		second('429', { status: 429, headers: { 'retry-after': '3600' }, body: {} }),
		second('null', { body: null }),
		second('rows of null', { body: { data: [null, null] } }),
		second('nothing', { delayMs: Infinity }),
		second('the token', { status: 400, body: { message: QUOTED[0] } }),
		second('reset', { error: 'ECONNRESET' }),
	]),
};
