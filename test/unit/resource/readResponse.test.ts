import {
	settle,
	settleNow,
	type ServiceRequest,
	type ServiceResponse,
} from '../../../nodes/shared/http';
import {
	readObject,
	readRows,
	readWritten,
	type Expected,
} from '../../../nodes/shared/resource/actions/readResponse';

const request: ServiceRequest = {
	method: 'GET',
	path: '/companies',
	idempotent: true,
	asks: { kind: 'list' },
	purpose: 'list the companies',
	permission: 'read',
};
const answer = (body: unknown): ServiceResponse => ({
	status: 200,
	headers: {},
	body: body as ServiceResponse['body'],
});
const observed: Expected = { shape: { id: 'text!', size: 'number' } };
const specified: Expected = { ...observed, specified: { required: ['id'] } };

describe('the rows of a list', () => {
	const read = async (body: unknown, expected = observed, before?: number) =>
		await settle(readRows(request, answer(body), expected, before));
	const messageOf = async (...given: Parameters<typeof read>) => {
		const result = await read(...given);
		return result.ok ? undefined : result.failure.message;
	};
	const rows = [{ id: 'a' }, { id: 'b' }];

	it('are none where null stands in their place', async () => {
		const value = { rows: [], isNull: true };
		expect(await read({ data: null })).toMatchObject({ ok: true, value });
	});

	it('have to be a list', async () =>
		expect(await messageOf({ data: 'none' })).toContain('no list'));

	it.each([
		[[{ id: 'a' }, 7], 0, 'entry 2 '],
		[[{ id: 'a' }, { id: 'b' }, null], 100, 'entry 103 '],
	])('are objects: %j', async (body, before, entry) => {
		expect(await messageOf(body, observed, before)).toContain(
			`a list whose ${entry}is not an object`,
		);
	});

	it('have what the specification shows', async () => {
		expect(await messageOf([{ id: 'a' }, { size: 1 }], specified, 10)).toContain(
			'no "id" in row 12',
		);
		expect(await messageOf([{ id: 'a', size: 'many' }], specified)).toContain(
			'an invalid "size" in row 1',
		);
		expect(await messageOf(rows, specified)).toBeUndefined();
	});

	it('that differ from what was observed are passed on', async () => {
		const body = [{ size: 1 }, { size: 'many', id: 'b' }, { size: 'more' }];
		expect(await read(body)).toMatchObject({ ok: true, value: { rows: body } });
	});
});

describe('one object', () => {
	const read = (body: unknown, expected = observed) =>
		settleNow(() => readObject(request, answer(body), expected));

	it.each<[string, unknown, object]>([
		['as it is', { id: 'a' }, { id: 'a' }],
		['under data', { ok: true, data: { id: 'a' } }, { id: 'a' }],
		['with its correlation ID', { data: { id: 'a' }, ctx_id: 'c' }, { id: 'a', ctx_id: 'c' }],
		['with data of its own', { id: 'a', data: { x: 1 } }, { id: 'a', data: { x: 1 } }],
		['with data that is no object', { id: 'a', data: [1] }, { id: 'a', data: [1] }],
	])('is read %s', (_, body, value) => {
		expect(read(body)).toEqual({ ok: true, value });
	});

	it.each([[[{ id: 'a' }]], ['a'], [undefined]])('is not %j', (body) => {
		expect(read(body)).toMatchObject({
			failure: { message: expect.stringContaining('not an object') },
		});
	});

	it('has what the specification shows; the first that it lacks is named', () => {
		expect(read({ size: 'many' }, specified)).toMatchObject({
			failure: { message: expect.stringContaining('no "id"') },
		});
		expect(read({ id: 'a' }, specified)).toEqual({ ok: true, value: { id: 'a' } });
	});

	it('may lack what is not required', () => {
		const required = { ...observed, specified: { required: ['size'] } };
		expect(read({ size: 1 }, required)).toEqual({ ok: true, value: { size: 1 } });
	});
});

describe('the response to a write', () => {
	it.each<[unknown, object]>([
		[undefined, {}],
		['Created', {}],
		[{ id: 'a' }, { response: { id: 'a' } }],
		[
			{ ok: true, status: 'updated', name: 'A' },
			{ response: { ok: true, status: 'updated', name: 'A' } },
		],
		[{ status: 'updated', case_id: 7 }, { response: { status: 'updated', case_id: 7 } }],
		[
			{ id: 'a', status: 'active', name: 'A' },
			{ id: 'a', status: 'active', name: 'A' },
		],
		[
			{ ok: true, id: 'x', data: { id: 'a' } },
			{ id: 'a', response: { ok: true, id: 'x' } },
		],
		[
			{ ok: true, status: 'updated', data: { id: 'a', status: 'active' } },
			{ id: 'a', status: 'active', response: { ok: true, status: 'updated' } },
		],
	])('%j is read with the envelope apart', (body, value) => {
		expect(readWritten(request, answer(body))).toEqual(value);
	});

	it('is not copied without data', () => {
		const body = { id: 'a' };
		expect(readWritten(request, answer(body)).response).toBe(body);
	});
});
