/**
 * What services say in the body of an HTTP 2xx, and what it means, decided by hand from the
 * specification and from the habits of frameworks and other services, before any code read it.
 */

/** What a body can name: the record that was written or read, and how the object calls it. */
export interface Named {
	readonly id: string;
	readonly externalId?: string;
	/** Key of the ID in the write envelope, such as `company_id`. */
	readonly key: string;
	/** `company` */
	readonly singular: string;
	/** `companies` */
	readonly plural: string;
}

export interface Body {
	readonly status?: number;
	/** Text is sent as it is, undefined as no bytes at all; anything else as JSON. */
	readonly body: (named: Named) => unknown;
}

export type Bodies = Readonly<Record<string, Body | ((named: Named) => unknown)>>;

/** The service's own words; a person has to see them. */
export const WORDS = 'not accepted here';

const externalOf = ({ externalId }: Named) =>
	externalId === undefined ? {} : { external_id: externalId };

/** The write was done. */
export const done: Bodies = {
	'the write envelope of the specification': (named) => ({
		...{ ok: true, status: 'created', [named.key]: named.id, ctx_id: 'ctx' },
		...externalOf(named),
	}),
	'a deal’s envelope, without ok': (named) => ({
		...{ [named.key]: named.id, status: 'created', ctx_id: 'ctx' },
		...externalOf(named),
	}),
	'ok: true alone': () => ({ ok: true }),
	'ok: true and error: null': (named) => ({ ok: true, error: null, [named.key]: named.id }),
	'an identifier and the status "failed" of the record': (named) => ({
		...{ [named.key]: named.id, status: 'failed', amount: 12 },
	}),
	'Rails: the record under its name': (named) => ({
		[named.singular]: { id: named.id, name: 'A', errors: [] },
	}),
	'JSON:API': (named) => ({
		data: { type: named.plural, id: named.id, attributes: { name: 'A', status: 'error' } },
		jsonapi: { version: '1.1' },
	}),
	'Shopify: the record under its name, no userErrors': (named) => ({
		[named.singular]: { id: named.id },
		userErrors: [],
	}),
	'a record whose own fields say error': (named) => ({
		data: { id: named.id, error: 'of the last delivery', errors: ['late'], success: false },
	}),
	'202 that is queued': { status: 202, body: () => ({ status: 'queued' }) },
	'201 and {}': { status: 201, body: () => ({}) },
	'204': { status: 204, body: () => undefined },
	'200 and no bytes': () => undefined,
};

/** The service refused it. */
export const refused: Bodies = {
	'ok: false and a message': () => ({ ok: false, message: WORDS }),
	'ok: "false"': () => ({ ok: 'false', message: WORDS }),
	'ok: false beside an identifier': (named) => ({
		ok: false,
		[named.key]: named.id,
		message: WORDS,
	}),
	'success: false and an error object': () => ({
		success: false,
		error: { code: 'invalid', message: WORDS },
		meta: { ctx_id: 'ctx' },
	}),
	'error: text': () => ({ error: WORDS }),
	'errors: by field (Laravel, Rails)': () => ({
		message: WORDS,
		errors: { name: ['is required'] },
	}),
	'errors: objects (GraphQL)': () => ({ data: null, errors: [{ message: WORDS, path: ['x'] }] }),
	'ok: true and errors': () => ({ ok: true, errors: [WORDS] }),
	'Spring: timestamp, status, error': () => ({
		...{ timestamp: '2026-03-01', status: 400, error: 'Bad Request', message: WORDS, path: '/x' },
	}),
};

/** It does not say: neither done nor refused. */
export const undecided: Bodies = {
	'{}': () => ({}),
	null: () => null,
	'a message alone': () => ({ message: WORDS }),
	'ok: true beside an identifier that is null': (named) => ({
		...{ ok: true, status: 'error', [named.key]: null },
	}),
	'status error and a message (JSend, HubSpot)': () => ({
		...{ status: 'error', message: WORDS, category: 'VALIDATION_ERROR' },
	}),
	'data: null and a message': () => ({ data: null, message: WORDS }),
	'a text': () => JSON.stringify('OK'),
	'a web page': () => '<!doctype html><title>Sign in</title>',
};

/** What a body of a single read says of the record. */
export const reads: {
	readonly found: Record<string, (record: object) => unknown>;
	readonly none: Record<string, () => unknown>;
} = {
	found: {
		'the record': (record) => record,
		'the record under data': (record) => ({ data: record }),
		'the record under data, beside ok': (record) => ({ ok: true, data: record, message: 'Read' }),
		'a record with a status of its own': (record) => ({ ...record, status: 'failed' }),
		'a record under data whose fields say error': (record) => ({
			data: { ...record, error: 'of the last delivery', success: false },
		}),
	},
	none: {
		'{}': () => ({}),
		null: () => null,
		'data: null': () => ({ data: null }),
		'data: null and a message': () => ({ data: null, message: 'not found' }),
		'success without data': () => ({ status: 'success', data: null, message: 'no such record' }),
		'ok: false': () => ({ ok: false, message: WORDS }),
		'error: text': () => ({ error: WORDS }),
		'a web page': () => '<!doctype html><title>Sign in</title>',
		'a text': () => JSON.stringify('OK'),
	},
};

/** What a body of a list says of its rows; `empty` has none, `none` is no list. */
export const lists: {
	readonly rows: Record<string, (rows: readonly object[]) => unknown>;
	readonly empty: Record<string, () => unknown>;
	readonly none: Record<string, () => unknown>;
} = {
	rows: {
		'an array': (rows) => rows,
		'data and total': (rows) => ({ data: rows, total: rows.length, page: 1, count: rows.length }),
		'data beside ok': (rows) => ({ ok: true, data: rows, total: rows.length }),
	},
	empty: {
		'[]': () => [],
		'data: []': () => ({ data: [], total: 0 }),
		'data: null': () => ({ data: null }),
		'data: null and a message': () => ({ data: null, message: 'nothing found' }),
	},
	none: {
		'{}': () => ({}),
		'ok: false': () => ({ ok: false, message: WORDS }),
		'ok: "false" beside data': () => ({ ok: 'false', message: WORDS, data: [] }),
		'success: false beside data: null': () => ({ success: false, data: null, message: WORDS }),
		'a web page': () => '<!doctype html><title>Sign in</title>',
	},
};
