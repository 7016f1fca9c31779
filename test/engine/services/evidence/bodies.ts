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
	'ok: true and no data': () => ({ ok: true, data: null, message: 'Saved' }),
	'ok: true and an empty list of errors': (named) => ({
		ok: true,
		errors: [],
		[named.key]: named.id,
	}),
	'ok: true and error: null': (named) => ({ ok: true, error: null, [named.key]: named.id }),
	'ok: true, error: "" and errors: {}': (named) => ({
		...{ ok: true, error: '', errors: {}, [named.key]: named.id },
	}),
	'ok: true and error: false': (named) => ({ ok: true, error: false, id: named.id }),
	'ok: true and warnings': () => ({ ok: true, warnings: ['Price was rounded'] }),
	'ok: true with a message about an error of before': () => ({
		...{ ok: true, message: 'The error of the last import is solved' },
	}),
	'ok: 1': (named) => ({ ok: 1, id: named.id }),
	'ok: "true"': (named) => ({ ok: 'true', id: named.id }),
	'an identifier and the status "failed" of the record': (named) => ({
		...{ [named.key]: named.id, status: 'failed', amount: 12 },
	}),
	'an identifier and the status "error"': (named) => ({ id: named.id, status: 'error' }),
	'an identifier and status: 0': (named) => ({ id: named.id, status: 0 }),
	'an identifier and code: 0': (named) => ({ code: 0, msg: 'success', data: { id: named.id } }),
	'JSend: status success and data': (named) => ({ status: 'success', data: { id: named.id } }),
	'success: true and data': (named) => ({ success: true, data: { id: named.id }, meta: {} }),
	'Django REST: 201 and the record': {
		status: 201,
		body: (named) => ({ id: named.id, url: `/x/${named.id}/`, name: 'A' }),
	},
	'Django REST: 200 and the record': (named) => ({ id: named.id, name: 'A', is_active: false }),
	'Rails: the record under its name': (named) => ({
		[named.singular]: { id: named.id, name: 'A', errors: [] },
	}),
	'Spring HATEOAS: links beside the record': (named) => ({
		...{ id: named.id, name: 'A', _links: { self: { href: `/x/${named.id}` } } },
	}),
	'Laravel: a resource under data': (named) => ({ data: { id: named.id, deleted_at: null } }),
	'JSON:API': (named) => ({
		data: { type: named.plural, id: named.id, attributes: { name: 'A', status: 'error' } },
		jsonapi: { version: '1.1' },
	}),
	'HubSpot: properties, archived: false': (named) => ({
		...{ id: named.id, properties: { name: 'A' }, createdAt: '2026-03-01T00:00:00Z' },
		archived: false,
	}),
	'Shopify: the record under its name, no userErrors': (named) => ({
		[named.singular]: { id: named.id },
		userErrors: [],
	}),
	OData: (named) => ({ '@odata.context': '$metadata#x', id: named.id, name: 'A' }),
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
	'ok: "False"': () => ({ ok: 'False', message: WORDS }),
	'ok: null': () => ({ ok: null, message: WORDS }),
	'ok: 0': () => ({ ok: 0, message: WORDS }),
	'ok: ""': () => ({ ok: '', message: WORDS }),
	'ok: "no"': () => ({ ok: 'no', message: WORDS }),
	'ok: false beside an identifier': (named) => ({
		ok: false,
		[named.key]: named.id,
		message: WORDS,
	}),
	'success: false and error': () => ({ success: false, error: WORDS }),
	'success: false and an error object': () => ({
		success: false,
		error: { code: 'invalid', message: WORDS },
		meta: { ctx_id: 'ctx' },
	}),
	'success: "0"': () => ({ success: '0', message: WORDS }),
	'success: null': () => ({ success: null, message: WORDS }),
	'ok: true and success: false': () => ({ ok: true, success: false, message: WORDS }),
	'error: text': () => ({ error: WORDS }),
	'error: true and a message': () => ({ error: true, message: WORDS }),
	'error: an object': () => ({ error: { code: 422, message: WORDS } }),
	'errors: texts': () => ({ errors: [WORDS] }),
	'errors: by field (Laravel, Rails)': () => ({
		message: WORDS,
		errors: { name: ['is required'] },
	}),
	'errors: objects (GraphQL)': () => ({ data: null, errors: [{ message: WORDS, path: ['x'] }] }),
	'errors: objects (JSON:API)': () => ({ errors: [{ status: '422', detail: WORDS }] }),
	'ok: true and errors': () => ({ ok: true, errors: [WORDS] }),
	'Spring: timestamp, status, error': () => ({
		...{ timestamp: '2026-03-01', status: 400, error: 'Bad Request', message: WORDS, path: '/x' },
	}),
	'NestJS: statusCode, error': () => ({ statusCode: 422, error: 'Unprocessable', message: WORDS }),
};

/** It does not say: neither done nor refused. */
export const undecided: Bodies = {
	'{}': () => ({}),
	null: () => null,
	'[]': () => [],
	'a message alone': () => ({ message: WORDS }),
	'detail alone (FastAPI, Django)': () => ({
		detail: 'Authentication credentials were not provided.',
	}),
	'ok: true beside an identifier that is null': (named) => ({
		...{ ok: true, status: 'error', [named.key]: null },
	}),
	'status error and a message (JSend, HubSpot)': () => ({
		...{ status: 'error', message: WORDS, category: 'VALIDATION_ERROR' },
	}),
	'status fail and data (JSend)': () => ({ status: 'fail', data: { title: 'is required' } }),
	'problem+json': () => ({ type: 'about:blank', title: 'Invalid', status: 422, detail: WORDS }),
	'data: null and a message': () => ({ data: null, message: WORDS }),
	'code and message': () => ({ code: 400, message: WORDS }),
	'fault (SOAP gateways)': () => ({ fault: { faultstring: WORDS } }),
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
		'the record under data, beside success': (record) => ({
			success: true,
			data: record,
			meta: {},
		}),
		'the record under data, beside error: null': (record) => ({ error: null, data: record }),
		'the record under data, beside a status': (record) => ({ status: 'success', data: record }),
		'the record beside links': (record) => ({ ...record, _links: { self: {} } }),
		'a record with a status of its own': (record) => ({ ...record, status: 'failed' }),
		'a record with further fields': (record) => ({ ...record, custom: { error: 'none' } }),
		'a record under data whose fields say error': (record) => ({
			data: { ...record, error: 'of the last delivery', success: false },
		}),
	},
	none: {
		'{}': () => ({}),
		null: () => null,
		'[]': () => [],
		'data: null': () => ({ data: null }),
		'data: null and a message': () => ({ data: null, message: 'not found' }),
		'data: {}': () => ({ data: {} }),
		'data: []': () => ({ data: [] }),
		'success without data': () => ({ status: 'success', data: null, message: 'no such record' }),
		'a message alone': () => ({ message: WORDS }),
		'detail alone': () => ({ detail: 'Not found.' }),
		'ok: true alone': () => ({ ok: true }),
		'ok: false': () => ({ ok: false, message: WORDS }),
		'ok: "false"': () => ({ ok: 'false', message: WORDS }),
		'success: false': () => ({ success: false, error: WORDS }),
		'error: text': () => ({ error: WORDS }),
		'error: an object': () => ({ error: { code: 404, message: WORDS } }),
		'errors (GraphQL)': () => ({ data: null, errors: [{ message: WORDS }] }),
		'problem+json': () => ({ type: 'about:blank', title: 'Gone', status: 410, detail: WORDS }),
		'code and message': () => ({ code: 404, message: WORDS }),
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
		'data beside success and error: null': (rows) => ({
			...{ success: true, error: null, data: rows, total: rows.length },
		}),
		'data beside errors: []': (rows) => ({ errors: [], data: rows, total: rows.length }),
	},
	empty: {
		'[]': () => [],
		'data: []': () => ({ data: [], total: 0 }),
		'data: null': () => ({ data: null }),
		'data: null and a message': () => ({ data: null, message: 'nothing found' }),
	},
	none: {
		'{}': () => ({}),
		'a message alone': () => ({ message: WORDS }),
		'detail alone': () => ({ detail: 'Authentication credentials were not provided.' }),
		'ok: false': () => ({ ok: false, message: WORDS }),
		'ok: "false" beside data': () => ({ ok: 'false', message: WORDS, data: [] }),
		'success: false': () => ({ success: false, error: WORDS }),
		'success: false beside data: null': () => ({ success: false, data: null, message: WORDS }),
		'error beside data: null': () => ({ error: WORDS, data: null }),
		'errors (GraphQL)': () => ({ data: null, errors: [{ message: WORDS }] }),
		'a web page': () => '<!doctype html><title>Sign in</title>',
	},
};

/** What a body of Enrich and Score says: `done` was billed, `unknown` may have been. */
export const billed: {
	readonly done: Bodies;
	readonly refused: Bodies;
	readonly unknown: Bodies;
} = {
	done: {
		'the result under data': ({ id }) => ({ data: { record_id: id, score: 80 }, message: 'Done' }),
		'the result by itself': ({ id }) => ({ record_id: id, score: 80, band: 'high' }),
		'the result beside ok': ({ id }) => ({ ok: true, data: { company_id: id, run_id: 'r' } }),
		'a score and nothing else': () => ({ score: 12 }),
		'a result without changes': () => ({ data: { updated_builtin_fields: [] } }),
		'a result beside error: null': ({ id }) => ({ error: null, record_id: id, score: 80 }),
		'a result whose status is "failed"': ({ id }) => ({
			status: 'failed',
			record_id: id,
			score: 1,
		}),
		'a result with warnings': () => ({ score: 3, warnings: ['one source did not respond'] }),
	},
	refused: {
		'ok: false': () => ({ ok: false, message: WORDS }),
		'ok: "false"': () => ({ ok: 'false', message: WORDS }),
		'ok: null': () => ({ ok: null, message: WORDS }),
		'success: false': () => ({ success: false, error: WORDS }),
		'error: text': () => ({ error: WORDS }),
		errors: () => ({ errors: [WORDS] }),
		'an error object': () => ({ error: { code: 'quota', message: WORDS } }),
	},
	unknown: {
		'{}': () => ({}),
		null: () => null,
		'a message alone': () => ({ message: WORDS }),
		'detail alone': () => ({ detail: 'Authentication credentials were not provided.' }),
		'ok: true alone': () => ({ ok: true }),
		'data: null': () => ({ data: null, message: WORDS }),
		'data: {}': () => ({ data: {} }),
		'status and message': () => ({ status: 'error', message: WORDS }),
		'no bytes': () => undefined,
		'a web page': () => '<!doctype html><title>Sign in</title>',
	},
};

/** What a body of the token check says. */
export const tokenChecks: {
	readonly accepted: Record<string, unknown>;
	readonly unproven: Record<string, unknown>;
} = {
	accepted: {
		'the user under data': { data: { user_id: 'u', auth_mode: 'oauth_app' }, message: 'ok' },
		'the user': { user_id: 7, auth_mode: null, permissions: null, plan: 'gold' },
		'ok and a workspace': { ok: true, workspace_id: 'w' },
		'another service’s words': { data: { id: 'u', email: 'ada@acme.example' } },
		'error: null beside the user': { error: null, user: { id: 1 } },
	},
	unproven: {
		'{}': {},
		'detail alone': { detail: 'Authentication credentials were not provided.' },
		'success: false': { success: false },
		'ok: false and a message': { ok: false, message: WORDS },
		error: { error: WORDS },
		'data: null': { data: null },
		'a message alone': { message: WORDS },
		'errors beside data: null': { data: null, errors: [{ message: WORDS }] },
	},
};
