/**
 * In what shapes services report on many orders, and what each shape says of them: decided by hand from the
 * specification and from the habits of other services, before any code read it. Three orders, of which the service
 * has stored all, or all but the second.
 */

/** An order as the service sees it. */
export interface Sent {
	readonly externalId: string;
	/** Its place in the request. */
	readonly index: number;
	readonly isStored: boolean;
	/** What the service has stored it as. */
	readonly id: string;
	readonly number: number;
}

export interface Shape {
	readonly status?: number;
	/** Whether a response in this shape says of each order what became of it. */
	readonly isClear: boolean;
	/** Whether it also says which ID is whose. */
	readonly hasIds?: boolean;
	readonly body: (orders: readonly Sent[]) => unknown;
}

/** The service's own words; a person has to see them. */
export const WORDS = 'no such customer';

const each = (tell: (order: Sent) => unknown) => (orders: readonly Sent[]) => orders.map(tell);
const inResults = (tell: (order: Sent) => unknown) => (orders: readonly Sent[]) => ({
	ok: true,
	results: orders.map(tell),
});
const inUpsertResults = (more: (order: Sent) => object = () => ({})) =>
	inResults((order) => ({
		...{ external_id: order.externalId, object_id: order.id, record_id: order.number },
		...{ created: true, errors: [], ...more(order) },
	}));
/** A result of a stored order, and this one of any other. */
const orElse = (refusal: (order: Sent) => unknown) => (order: Sent) =>
	order.isStored
		? { external_id: order.externalId, order_id: order.id, status: 'created', errors: [] }
		: refusal(order);
const stored = (orders: readonly Sent[]) => orders.filter(({ isStored }) => isStored);
const others = (orders: readonly Sent[]) => orders.filter(({ isStored }) => !isStored);
const named = ({ externalId, id }: Sent) => ({ external_id: externalId, id });

/** All orders were stored. */
export const allStored: Readonly<Record<string, Shape>> = {
	'results of the specification': { isClear: true, hasIds: true, body: inUpsertResults() },
	'results of updates': {
		...{ isClear: true, hasIds: true },
		body: inUpsertResults(() => ({ created: false })),
	},
	'results in another order': {
		...{ isClear: true, hasIds: true },
		body: (orders) => inUpsertResults()([...orders].reverse()),
	},
	'a bare list': { isClear: true, hasIds: true, body: each(named) },
	'a list under data': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({ data: orders.map(named) }),
	},
	'a list under orders': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({ orders: orders.map(named) }),
	},
	'a list under data.results': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({ success: true, data: { results: orders.map(named) } }),
	},
	'a list under data.orders': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({ ok: true, data: { orders: orders.map(named) } }),
	},
	'a list under a key of its own': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			status: 'success',
			upserted_records: orders.map(({ externalId, id }) => ({ externalId, id })),
		}),
	},
	'a list under data beside code: 0': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({ code: 0, msg: 'success', data: orders.map(named) }),
	},
	'results without external IDs': {
		isClear: true,
		body: inResults(({ id }) => ({ id, created: true })),
	},
	'results without any ID': { isClear: true, body: inResults(() => ({ ok: true, errors: [] })) },
	'results that are words': { isClear: true, body: inResults(() => ({ status: 'created' })) },
	'results with an index from 0': {
		...{ isClear: true, hasIds: true },
		body: inResults(({ id, index }) => ({ index, id, created: true })),
	},
	'results with an index from 1': {
		...{ isClear: true, hasIds: true },
		body: inResults(({ id, index }) => ({ index: index + 1, id, ok: true })),
	},
	'results with the key of the request': {
		...{ isClear: true, hasIds: true },
		body: inResults(({ id, externalId }) => ({
			...{ order_external_id: externalId, order_id: id, status: 'updated' },
		})),
	},
	'an HTTP status for each': {
		...{ isClear: true, status: 207 },
		body: inResults(({ externalId }) => ({ external_id: externalId, status: 201 })),
	},
	'each order under data': {
		...{ isClear: true, hasIds: true },
		body: inResults((order) => ({ success: true, data: named(order) })),
	},
	'each order under its name': {
		...{ isClear: true, hasIds: true },
		body: inResults((order) => ({ order: named(order), errors: null })),
	},
	'external IDs by what was done': {
		isClear: true,
		body: (orders) => ({
			created: orders.slice(0, 2).map(({ externalId }) => externalId),
			updated: orders.slice(2).map(({ externalId }) => externalId),
			failed: [],
		}),
	},
	'orders by what was done': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			created: orders.slice(0, 1).map(named),
			updated: orders.slice(1).map(named),
			failed: [],
		}),
	},
	'results by external ID': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			ok: true,
			results: Object.fromEntries(orders.map(({ externalId, id }) => [externalId, { id }])),
		}),
	},
	'successes beside no errors': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({ successes: orders.map(named), errors: [] }),
	},
	'a yes in words, and a message': {
		isClear: true,
		body: inResults(({ externalId }) => ({
			...{ external_id: externalId, status: 'success', message: 'Saved' },
		})),
	},
	'results with warnings': {
		...{ isClear: true, hasIds: true },
		body: inUpsertResults(() => ({ warnings: ['Price was rounded'], error: null })),
	},
	'results beside created items': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			...{ ok: true, items: [{ id: 'i-1', external_id: 'sku-1' }] },
			orders: orders.map(named),
		}),
	},
	'ok: true alone': { isClear: false, body: () => ({ ok: true }) },
	'an empty list': { isClear: false, body: () => ({ ok: true, results: [] }) },
};

/** The second order was refused. */
export const oneRefused: Readonly<Record<string, Shape>> = {
	'errors, as the specification has them': {
		...{ isClear: true, hasIds: true },
		body: inUpsertResults(({ isStored }) =>
			isStored ? {} : { created: false, object_id: null, record_id: null, errors: [WORDS] },
		),
	},
	'ok: false': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ external_id: externalId, ok: false, message: WORDS })),
		),
	},
	'the status failed and an error': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ external_id: externalId, status: 'failed', error: WORDS })),
		),
	},
	'the status failed alone': {
		...{ isClear: true, hasIds: true },
		body: inResults(orElse(({ externalId }) => ({ external_id: externalId, status: 'Failed' }))),
	},
	'the status rejected beside an ID that is null': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({
				...{ external_id: externalId, status: 'rejected', order_id: null, reason: WORDS },
			})),
		),
	},
	'the status 422': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ external_id: externalId, status: 422, message: WORDS })),
		),
	},
	'the status "422"': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ external_id: externalId, status: '422', detail: WORDS })),
		),
	},
	'statusCode 409': {
		...{ isClear: true, hasIds: true, status: 207 },
		body: inResults(
			orElse(({ externalId }) => ({
				...{ external_id: externalId, statusCode: 409, code: 'E_CUSTOMER', detail: WORDS },
			})),
		),
	},
	'an error object': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ external_id: externalId, error: { code: 7, message: WORDS } })),
		),
	},
	'success: false': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ externalId, success: false, errors: { customer: [WORDS] } })),
		),
	},
	error_message: {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ external_id: externalId, error_message: WORDS, id: null })),
		),
	},
	'a bare list': {
		...{ isClear: true, hasIds: true },
		body: each(orElse(({ externalId }) => ({ external_id: externalId, error: WORDS }))),
	},
	'a list under data': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			data: orders.map(orElse(({ externalId }) => ({ external_id: externalId, error: WORDS }))),
		}),
	},
	'ok: false beside a list under orders': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			...{ ok: false, message: 'Some orders were refused' },
			orders: orders.map(
				orElse(({ externalId }) => ({ external_id: externalId, ok: false, error: WORDS })),
			),
		}),
	},
	'no in the order under data': {
		...{ isClear: true, hasIds: true },
		body: inResults(
			orElse(({ externalId }) => ({ data: { external_id: externalId, ok: false, error: WORDS } })),
		),
	},
	'an index from 0 and no external ID': {
		...{ isClear: true, hasIds: true },
		body: inResults(({ index, id, isStored }) =>
			isStored ? { index, id } : { index, error: WORDS },
		),
	},
	'a list of those that failed': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			created: stored(orders).map(named),
			failed: others(orders).map(({ externalId }) => ({ external_id: externalId, reason: WORDS })),
		}),
	},
	'external IDs of those that failed': {
		isClear: true,
		body: (orders) => ({
			created: stored(orders).map(({ externalId }) => externalId),
			rejected: others(orders).map(({ externalId }) => externalId),
		}),
	},
	'errors beside the results of the others': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			results: stored(orders).map(named),
			errors: others(orders).map(({ externalId }) => ({ external_id: externalId, message: WORDS })),
		}),
	},
	'results by external ID': {
		...{ isClear: true, hasIds: true },
		body: (orders) => ({
			results: Object.fromEntries(
				orders.map(({ externalId, id, isStored }) => [
					externalId,
					isStored ? { id } : { error: WORDS },
				]),
			),
		}),
	},
	'results without external IDs': {
		isClear: false,
		body: inResults(({ id, isStored }) => (isStored ? { id } : { error: WORDS })),
	},
	'created: false without an ID': {
		isClear: false,
		body: inResults(orElse(({ externalId }) => ({ external_id: externalId, created: false }))),
	},
	'created: false beside IDs that are null': {
		isClear: false,
		body: inUpsertResults(({ isStored }) =>
			isStored ? {} : { created: false, object_id: null, record_id: null },
		),
	},
	'a message alone': {
		isClear: false,
		body: inResults(orElse(({ externalId }) => ({ external_id: externalId, message: WORDS }))),
	},
	'a word that nobody knows': {
		isClear: false,
		body: inResults(orElse(({ externalId }) => ({ external_id: externalId, status: 'NG' }))),
	},
	'nothing of it': {
		isClear: false,
		body: (orders) => inResults(orElse(() => null))(stored(orders)),
	},
	'null in its place': { isClear: false, body: inResults(orElse(() => null)) },
	'errors that name nobody': {
		isClear: false,
		body: (orders) => ({ results: stored(orders).map(named), errors: [WORDS] }),
	},
};
