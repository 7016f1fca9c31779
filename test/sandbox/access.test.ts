import { useRunning } from './client';

const running = useRunning();
beforeEach(() => running.sandbox.reset());

const company = () => running.sandbox.records('companies')[0].id as string;

it('accepts the workspace code for enrich and score only', async () => {
	const { as, sandbox } = running;
	const api = as();
	const headers = { 'X-Workspace-Code': sandbox.tokens.workspaceCode };
	const body = { object_type: 'company', record_id: company() };
	expect((await api.post('/v1/enrich', body, { headers })).status).toBe(200);
	expect((await api.post('/v1/score', body, { headers })).status).toBe(200);
	expect((await api.get('/v1/public/companies', { headers })).status).toBe(401);
	const wrong = { 'X-Workspace-Code': 'wrong' };
	expect((await api.post('/v1/score', body, { headers: wrong })).status).toBe(401);
	const expected = ['workspaceCode', 'workspaceCode', 'none', 'invalid'];
	expect(sandbox.requests.map(({ principal }) => principal)).toEqual(expected);
});

it('opens the calendar to everyone', async () => {
	const { data, status } = await running.as().get('/v1/public/calendar/bootstrap');
	expect(status).toBe(200);
	expect(data).toMatchObject({ status: 'ready', mode: 'book', event: { slug: 'intro' } });
	expect(data.event.schedule).toHaveLength(7);
	const unknown = await running.as().get('/v1/public/calendar/bootstrap?slug=other');
	expect(unknown.status).toBe(404);
});

describe('token refresh', () => {
	const refresh = async (token: string) =>
		await running.as().post('/api/token/refresh/', { refresh: token });

	it('is served with a trailing slash', async () => {
		const { status } = await running.api.post('/api/token/refresh', { refresh: 'x' });
		expect(status).toBe(404);
	});

	it('rejects a token that it does not know, and a request without one', async () => {
		const refused = await refresh('wrong');
		expect([refused.status, refused.data.code]).toEqual([401, 'token_not_valid']);
		expect((await running.as().post('/api/token/refresh/', {})).status).toBe(422);
		expect(running.sandbox.refreshCount()).toBe(0);
	});

	it('can rotate: the old refresh token ends at once', async () => {
		const { sandbox } = running;
		sandbox.setTokens({ rotate: true });
		const first = await refresh(sandbox.tokens.refresh);
		expect((await refresh(sandbox.tokens.refresh)).status).toBe(401);
		expect((await refresh(first.data.refresh)).status).toBe(200);
		expect(sandbox.refreshCount()).toBe(2);
	});

	it('can return tokens that expire after some seconds, or by the Control API', async () => {
		const { sandbox, as } = running;
		sandbox.setTokens({ lifetimeSeconds: 60 });
		const { data } = await refresh(sandbox.tokens.refresh);
		const get = async (token: string) => (await as(token).get('/v1/public/companies')).status;
		expect(await get(data.access)).toBe(200);
		sandbox.advance(61_000);
		expect(await get(data.access)).toBe(401);
		const next = (await refresh(sandbox.tokens.refresh)).data.access;
		expect(await get(next)).toBe(200);
		sandbox.expireTokens();
		expect(await get(next)).toBe(401);
	});

	it.each(['access_token', 'token', 'none'] as const)(
		'can name the access token %s',
		async (response) => {
			const { sandbox } = running;
			sandbox.setTokens({ response, rotate: true });
			const { data } = await refresh(sandbox.tokens.refresh);
			const keys = response === 'none' ? ['refresh_token'] : [response, 'refresh_token'];
			expect(Object.keys(data as object)).toEqual(keys);
		},
	);
});

it('never writes a token into the request log', async () => {
	const { sandbox, api } = running;
	await api.get('/v1/public/companies');
	await running.as().post('/api/token/refresh/', { refresh: sandbox.tokens.refresh });
	const log = JSON.stringify(sandbox.requests);
	for (const token of Object.values(sandbox.tokens)) expect(log).not.toContain(token);
});
