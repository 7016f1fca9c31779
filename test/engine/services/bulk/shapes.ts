/**
 * In what shapes services report on many orders, and what each shape says of them: decided by hand from the
 * specification and from the habits of other services, before any code read it. Three orders, of which the service
 * has stored all, or all but the second.
 */

/** An order as the service sees it. */
export interface Sent {
	readonly externalId: string;
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
	readonly body: Body;
}
type Body = (orders: readonly Sent[]) => unknown;

const withIds = (body: Body, status?: number): Shape => ({
	...{ isClear: true, hasIds: true, status, body },
});
const unclear = (body: Body): Shape => ({ isClear: false, body });

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
	'results of the specification': withIds(inUpsertResults()),
	'results of updates': withIds(inUpsertResults(() => ({ created: false }))),
	'results in another order': withIds((orders) => inUpsertResults()([...orders].reverse())),
	'a bare list': withIds(each(named)),
	'a list under data': withIds((orders) => ({ data: orders.map(named) })),
	'a list under orders': withIds((orders) => ({ orders: orders.map(named) })),
	'a list under data.results': withIds((orders) => ({
		success: true,
		data: { results: orders.map(named) },
	})),
	'a list under data.orders': withIds((orders) => ({
		ok: true,
		data: { orders: orders.map(named) },
	})),
	'a list under data beside code: 0': withIds((orders) => ({
		code: 0,
		msg: 'success',
		data: orders.map(named),
	})),
	'results without external IDs': unclear(inResults(({ id }) => ({ id, created: true }))),
	'results without any ID': unclear(inResults(() => ({ ok: true, errors: [] }))),
	'results that are words': unclear(inResults(() => ({ status: 'created' }))),
	'results with the key of the request': withIds(
		inResults(({ id, externalId }) => ({
			...{ order_external_id: externalId, order_id: id, status: 'updated' },
		})),
	),
	'each order under data': unclear(inResults((order) => ({ success: true, data: named(order) }))),
	'each order under its name': unclear(
		inResults((order) => ({ order: named(order), errors: null })),
	),
	'orders by what was done': unclear((orders) => ({
		created: orders.slice(0, 1).map(named),
		updated: orders.slice(1).map(named),
		failed: [],
	})),
	'results with warnings': withIds(
		inUpsertResults(() => ({ warnings: ['Price was rounded'], error: null })),
	),
	'results beside created items': withIds((orders) => ({
		...{ ok: true, items: [{ id: 'i-1', external_id: 'sku-1' }] },
		orders: orders.map(named),
	})),
	'ok: true alone': unclear(() => ({ ok: true })),
	'an empty list': unclear(() => ({ ok: true, results: [] })),
};

/** The second order was refused. */
export const oneRefused: Readonly<Record<string, Shape>> = {
	'errors, as the specification has them': withIds(
		inUpsertResults(({ isStored }) =>
			isStored ? {} : { created: false, object_id: null, record_id: null, errors: [WORDS] },
		),
	),
	'ok: false': withIds(
		inResults(orElse(({ externalId }) => ({ external_id: externalId, ok: false, message: WORDS }))),
	),
	'the status failed and an error': withIds(
		inResults(
			orElse(({ externalId }) => ({ external_id: externalId, status: 'failed', error: WORDS })),
		),
	),
	'the status failed alone': withIds(
		inResults(orElse(({ externalId }) => ({ external_id: externalId, status: 'Failed' }))),
	),
	'the status rejected beside an ID that is null': withIds(
		inResults(
			orElse(({ externalId }) => ({
				...{ external_id: externalId, status: 'rejected', order_id: null, reason: WORDS },
			})),
		),
	),
	'the status 422': withIds(
		inResults(
			orElse(({ externalId }) => ({ external_id: externalId, status: 422, message: WORDS })),
		),
	),
	'an error object': withIds(
		inResults(
			orElse(({ externalId }) => ({ external_id: externalId, error: { code: 7, message: WORDS } })),
		),
	),
	'success: false': withIds(
		inResults(
			orElse(({ externalId }) => ({ externalId, success: false, errors: { customer: [WORDS] } })),
		),
	),
	error_message: withIds(
		inResults(
			orElse(({ externalId }) => ({ external_id: externalId, error_message: WORDS, id: null })),
		),
	),
	'a bare list': withIds(
		each(orElse(({ externalId }) => ({ external_id: externalId, error: WORDS }))),
	),
	'a list under data': withIds((orders) => ({
		data: orders.map(orElse(({ externalId }) => ({ external_id: externalId, error: WORDS }))),
	})),
	'ok: false beside a list under orders': withIds((orders) => ({
		...{ ok: false, message: 'Some orders were refused' },
		orders: orders.map(
			orElse(({ externalId }) => ({ external_id: externalId, ok: false, error: WORDS })),
		),
	})),
	'errors beside the results of the others': withIds((orders) => ({
		results: stored(orders).map(named),
		errors: others(orders).map(({ externalId }) => ({ external_id: externalId, message: WORDS })),
	})),
	'results without external IDs': unclear(
		inResults(({ id, isStored }) => (isStored ? { id } : { error: WORDS })),
	),
	'created: false without an ID': unclear(
		inResults(orElse(({ externalId }) => ({ external_id: externalId, created: false }))),
	),
	'created: false beside IDs that are null': unclear(
		inUpsertResults(({ isStored }) =>
			isStored ? {} : { created: false, object_id: null, record_id: null },
		),
	),
	'a message alone': unclear(
		inResults(orElse(({ externalId }) => ({ external_id: externalId, message: WORDS }))),
	),
	'nothing of it': unclear((orders) => inResults(orElse(() => null))(stored(orders))),
	'null in its place': unclear(inResults(orElse(() => null))),
	'errors that name nobody': unclear((orders) => ({
		results: stored(orders).map(named),
		errors: [WORDS],
	})),
};
