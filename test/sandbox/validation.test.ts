import { useRunning } from './client';

const running = useRunning();

interface Problem {
	type: string;
	loc: string[];
	msg: string;
}

const problemsOf = (data: unknown) => (data as { detail: Problem[] }).detail;

describe('A request that does not match the contract', () => {
	it('is a 422 that names the wrong part of the path', async () => {
		const { status, data } = await running.api.get('/v1/public/properties/unicorns/name');
		expect(status).toBe(422);
		expect(problemsOf(data)).toEqual([
			{ type: 'enum', loc: ['path', 'object_name'], msg: expect.stringContaining('companies') },
		]);
	});

	it('is a 422 that names every wrong query parameter', async () => {
		for (const params of [{ page: 'two', limit: 0 }, { page: 0 }, { colour: 'red', limit: -1 }]) {
			const { status, data } = await running.api.get('/v1/public/companies', { params });
			expect(status).toBe(422);
			const named = Object.keys(params).map((name) => ['query', name]);
			expect(problemsOf(data).map(({ loc }) => loc)).toEqual(named);
		}
	});

	it('is a 422 that names every wrong field of the body, and writes nothing', async () => {
		const before = running.sandbox.records('companies').length;
		const { status, data } = await running.api.post('/v1/public/companies', { name: 1, age: 2 });
		expect(status).toBe(422);
		expect(problemsOf(data).map(({ loc }) => loc)).toEqual(
			expect.arrayContaining([
				['body', 'age'],
				['body', 'name'],
			]),
		);
		expect(running.sandbox.records('companies')).toHaveLength(before);
	});

	it('is a 422 when the body is missing', async () => {
		const { status, data } = await running.api.post('/v1/public/companies');
		expect(status).toBe(422);
		expect(problemsOf(data)[0].loc).toEqual(['body']);
	});

	it('has detail and ctx_id in its response, and no code', async () => {
		const { data } = await running.api.get('/v1/public/companies', { params: { page: 'two' } });
		expect(Object.keys(data as object).sort()).toEqual(['ctx_id', 'detail']);
	});

	it('is not validated before the token is', async () => {
		const { status } = await running.as().post('/v1/public/companies', { age: 2 });
		expect(status).toBe(401);
	});

	it('is logged with its body', async () => {
		await running.api.post('/v1/public/companies', { age: 3 });
		expect(running.sandbox.requests.at(-1)).toMatchObject({ status: 422, body: { age: 3 } });
	});
});

it('turns query parameters into numbers, and fills in defaults', async () => {
	const { data } = await running.api.get('/v1/public/workflows', { params: { limit: '2' } });
	expect(data).toMatchObject({ limit: 2, page: 1 });
});
