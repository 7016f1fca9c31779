/** Requests of a node and what may come of them. */
import type { AcquiredPermit, Permit } from '../../../nodes/shared/http/limiter/permit';
import type { SendResult, ServiceRequest } from '../../../nodes/shared/http/request';

export const upsert: ServiceRequest = {
	method: 'POST',
	path: '/v1/public/companies',
	body: { external_id: 'acme' },
	idempotent: true,
	asks: {
		kind: 'write',
		record: { ids: ['company_id'], externalIds: ['external_id'], wrappers: [], fields: [] },
	},
	purpose: 'create the company',
	permission: 'write',
};
export const create: ServiceRequest = { ...upsert, body: { name: 'Acme' }, idempotent: false };
export const read: ServiceRequest = {
	...upsert,
	method: 'GET',
	body: undefined,
	asks: { kind: 'list' },
	purpose: 'list the companies',
	permission: 'read',
};

/** A value that cannot be written as JSON. */
export const hostile = {
	toJSON() {
		throw new Error('no');
	},
} as never;

export const response = (
	status: number,
	body: unknown = { ok: true, data: [], company_id: 'c1' },
	headers = {},
): SendResult => ({ kind: 'response', response: { status, headers, body } });

/** What every first request asks the limiter for. */
export const fresh = { isRetry: false, isIdempotent: true } as const;

export function acquired(permit: Permit | Promise<Permit>): AcquiredPermit {
	if ('then' in permit || permit.kind !== 'acquired') throw new Error(JSON.stringify(permit));
	return permit;
}
