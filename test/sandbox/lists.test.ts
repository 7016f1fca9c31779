import { useRunning } from './client';

const running = useRunning({ seed: 'none' });
beforeAll(async () => {
	for (let index = 1; index <= 250; index++) {
		await running.api.post('/v1/public/companies', {
			external_id: `c-${index}`,
			name: `Company ${String(index).padStart(3, '0')}`,
			email: index % 50 === 0 ? `fifty-${index}@example.com` : null,
		});
	}
});

const page = async (params: Record<string, unknown>, object = 'companies') =>
	(await running.api.get(`/v1/public/${object}`, { params })).data;

it('lowers a limit that is too large, and has a default limit', async () => {
	expect((await page({ limit: 5000 })).data).toHaveLength(100);
	expect((await page({})).data).toHaveLength(20);
});

it('searches, also after a change, and takes % literally', async () => {
	expect((await page({ search: 'FIFTY-' })).total).toBe(5);
	expect((await page({ search: '%' })).total).toBe(0);
	await running.api.put('/v1/public/companies/c-1', { email: 'fifty-1@example.com' });
	expect((await page({ search: 'fifty-' })).total).toBe(6);
});

it('numbers the pages of workflows without a total', async () => {
	for (let index = 0; index < 60; index++) {
		await running.api.post('/v1/public/workflows', { external_id: `w-${index}`, nodes: [] });
	}
	const first = await page({}, 'workflows');
	expect(first).toMatchObject({ page: 1, limit: 50, count: 50 });
	expect(first).not.toHaveProperty('total');
	expect((await page({ page: 2 }, 'workflows')).data).toHaveLength(10);
});

it('closes the gap that an archived record leaves', async () => {
	const { api } = running;
	const before = await page({ limit: 100 });
	await api.delete(`/v1/public/companies/${before.data[3].id}`);
	const after = await page({ limit: 100 });
	expect(after.total).toBe(before.total - 1);
	expect(after.data).toHaveLength(100);
	expect(after.data.slice(0, 5)).toEqual([...before.data.slice(0, 3), ...before.data.slice(4, 6)]);
	await api.post('/v1/public/companies', { external_id: 'c-4' });
	expect((await page({ limit: 100 })).data).toEqual([
		...before.data.slice(0, 3),
		expect.objectContaining({ id: before.data[3].id }),
		...before.data.slice(4),
	]);
});

it('shows read-only tokens the permission to view', async () => {
	const { as, sandbox } = running;
	const { data } = await as(sandbox.tokens.regular).get('/v1/public/companies');
	expect(data.permission).toBe('view');
});
