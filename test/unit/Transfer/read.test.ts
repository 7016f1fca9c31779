import { settle } from '../../../nodes/shared/http';
import { createService } from '../../../nodes/shared/http/client';
import { readTransfer, type AskedTransfer } from '../../../nodes/shared/transfer/read';
import fc, { itForAll } from '../../../testing/properties';

const options = { maxParallelRequests: 1, maxRetries: 0, timeoutMs: 1000, budgetMs: 1000 };

/** Reads a transfer of a service that responds so. */
async function read(id: string, body: unknown, more: Partial<AskedTransfer> = {}) {
	const paths: string[] = [];
	const service = createService(
		{
			sendOnce: async ({ path, query }) => {
				paths.push(path + (query ? `?${JSON.stringify(query)}` : ''));
				return { kind: 'response', response: { status: 200, headers: {}, body } };
			},
		},
		options,
	);
	return { reading: await settle(readTransfer(service, { id, ...more })), paths };
}

/** `record`, or the kind of the failure. */
const said = async (id: string, body: unknown, more?: Partial<AskedTransfer>) => {
	const { reading } = await read(id, body, more);
	const kind = reading.ok ? 'record' : reading.failure.kind;
	expect(kind).not.toBe('defect');
	return kind;
};

const UUID = '0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10';
const OTHER_UUID = '0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d11';

describe('the ID that a record shows', () => {
	it.each<[string, unknown, string]>([
		[UUID, UUID, 'record'],
		[UUID, UUID.toUpperCase(), 'record'],
		[UUID, OTHER_UUID, 'otherRecord'],
		['7', 7, 'record'],
		['007', 7, 'record'],
		['7', '8', 'otherRecord'],
		['imp-1', 'IMP-1', 'record'],
		['imp-1', 'imp-2', 'otherRecord'],
		// Of another form: not shown, so that a status alone is no evidence.
		[UUID, 7, 'unexpectedResponse'],
		['7', UUID, 'unexpectedResponse'],
		['imp-1', 7, 'unexpectedResponse'],
		['imp-1', UUID, 'unexpectedResponse'],
		[UUID, null, 'unexpectedResponse'],
		[UUID, '', 'unexpectedResponse'],
	])('asked for %j, shown %j: %s', async (asked, shown, expected) => {
		expect(await said(asked, { id: shown, status: 'running' })).toBe(expected);
		const isOther = expected === 'otherRecord';
		const whole = { id: shown, status: 'running', total_number: 3 };
		expect(await said(asked, whole)).toBe(isOther ? expected : 'record');
		expect(await said(asked, { data: whole })).toBe(isOther ? expected : 'record');
		expect(await said(asked, whole, { acceptsOtherId: true })).toBe('record');
	});

	it('is named in the failure, with the one asked for', async () => {
		const { reading } = await read('imp-1', { id: 'imp-2', status: 'done' });
		expect(reading).toMatchObject({
			failure: {
				message: 'The service responded with the transfer "imp-2" when asked for "imp-1"',
				serviceDetails: { asked_id: 'imp-1', shown_id: 'imp-2' },
			},
		});
	});

	it('is none in the body of an error', async () => {
		const body = { id: 'not_found', message: 'no such transfer', request_id: 'r-1' };
		expect(await said('imp-1', body)).toBe('unexpectedResponse');
	});

	it('may be under another key beside a number', async () => {
		expect(await said(UUID, { id: 7, history_id: UUID, status: 'done' })).toBe('record');
		expect(await said(UUID, { id: OTHER_UUID, uuid: UUID, status: 'done' })).toBe('record');
		expect(await said(UUID, { id: UUID, job_id: OTHER_UUID, status: 'done' })).toBe('record');
		expect(await said(UUID, { transfer_id: OTHER_UUID, status: 'done' })).toBe('otherRecord');
	});
});

it('a record is read below data, with the ctx_id beside it', async () => {
	const record = { id: UUID, status: 'running', total_number: 3 };
	const { reading } = await read(UUID, { ok: true, status: 'success', ctx_id: 'c', data: record });
	expect(reading).toMatchObject({ ok: true, value: { record: { ...record, ctx_id: 'c' } } });
});

itForAll(100, fc.jsonValue())('no JSON makes it fail, and only a record is one', async (body) => {
	expect(await said(UUID, body)).not.toBe('record');
});

it('fields of another kind are set aside, and passed on', async () => {
	const odd = {
		progress: '45%',
		total_number: '1,000',
		error_message: ['row 3'],
		checkpoint_details: '{}',
		created_at: 1_767_225_600,
		status: { code: 1 },
	};
	const { reading } = await read(UUID, { id: UUID, ...odd, success_number: '7' });
	expect(reading).toMatchObject({ value: { record: odd } });
	expect(reading.ok && [...reading.value.setAside].sort()).toEqual(Object.keys(odd).sort());
});

it('asks for one segment of the path, in the workspace that is named', async () => {
	const { paths } = await read('a/b', {}, { workspaceId: 'w-1' });
	expect(paths).toEqual(['/v1/public/transfers/a%2Fb?{"workspace_id":"w-1"}']);
});
