import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../../sandbox';
import { byId, fromItem } from '../../../../testing/parameters';
import { useSandboxEngine } from '../../../../testing/setUp';
import { describeSince, itSince } from '../../../../testing/since';

const { sandbox, runNode } = useSandboxEngine();

/** Columns and record ID from the item, and a time-out that is short enough to wait for. */
const fromItems = (options: INodeParameters = {}): INodeParameters => ({
	...fromItem,
	...byId('={{ $json.id }}'),
	options: { requests: { timeout: 3000, ...options } },
});

const inject = (...faults: Fault[]) => sandbox.setFaults({ seed: 3, faults });
const companies = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ external_id: `p-${n}`, name: `Patient ${n}` }));
const written = (object: string) =>
	sandbox.records(object).filter(({ name }) => String(name).startsWith('Patient'));
const statuses = () => sandbox.requests.map(({ status }) => status);
const started = () => sandbox.requests.map(({ at }) => at);

/** Updates or deletes one company. */
const change = async (operation: string, item: IDataObject, parameters = fromItems()) =>
	await runNode('company', operation, parameters, { items: [item] });

/** Upserts so many companies. */
const upsert = async (parameters: INodeParameters, count = 1, options: object = {}) =>
	await runNode('company', 'upsert', parameters, { items: companies(count), ...options });

/** No response is late here, however busy the machine is. */
const patient = { timeout: 10_000 };
/** Only a fault that never responds is waited for. */
const given = ({ kind }: Fault) => fromItems(kind === 'timeout' ? {} : patient);

describe('a service that limits the rate', () => {
	it.each([
		['429 with seconds', { status: 429, retryAfter: 0.3 }],
		['503 without a time', { status: 503 }],
	])('gets the request again: %s', async (_, error) => {
		inject({ kind: 'error', count: 1, ...error });
		const { status } = await upsert(fromItems(patient));
		expect(status).toBe('success');
		expect(statuses()).toEqual([error.status, 200]);
	});

	it('gets no request of the node during the wait, then half as many at once', async () => {
		inject({ kind: 'latency', ms: 40 }, { kind: 'error', status: 429, retryAfter: 0.4, count: 8 });
		const { items, status } = await upsert(fromItems({ ...patient, maxParallelRequests: 8 }), 24);
		expect(status).toBe('success');
		expect(items.map(({ json }) => json.external_id)).toEqual(
			companies(24).map(({ external_id: id }) => id),
		);
		expect(sandbox.requests).toHaveLength(32);
		const at = started();
		expect(at[8] - at[7]).toBeGreaterThanOrEqual(390);
		// Four at once after the wait; the others after their responses.
		expect(at[12] - at[8]).toBeGreaterThanOrEqual(35);
	});

	itSince('errorDetails')(
		'gets no further request when the wait exceeds the retry time limit, and the error has the wait',
		async () => {
			inject({ kind: 'error', status: 429, retryAfter: 90, count: 1 });
			const parameters = fromItems({ ...patient, maxParallelRequests: 1, retryBudget: 60 });
			const { items, failed } = await upsert(parameters, 5, { onError: 'continueErrorOutput' });
			expect(statuses()).toEqual([429]);
			expect(items).toEqual([]);
			expect(failed).toHaveLength(5);
			for (const { json } of failed) {
				expect(json).toMatchObject({ details: { kind: 'rateLimited' } });
				const { retryAfterMs } = json.details as { retryAfterMs: number };
				expect(retryAfterMs).toBeGreaterThan(80_000);
				expect(retryAfterMs).toBeLessThanOrEqual(90_000);
			}
		},
	);
});

describeSince('errorDetails')('writes that may have happened', () => {
	const unsure: Array<[string, Fault]> = [
		['reset before', { kind: 'reset', when: 'before' }],
		['reset after', { kind: 'reset', when: 'after' }],
		['time-out before', { kind: 'timeout', when: 'before' }],
		['time-out after', { kind: 'timeout', when: 'after' }],
		['500 after', { kind: 'error', status: 500, when: 'after' }],
		['502 before', { kind: 'error', status: 502, when: 'before' }],
		['504 after', { kind: 'error', status: 504, when: 'after' }],
		['a web page after', { kind: 'html', status: 200, when: 'after' }],
		['half a response', { kind: 'truncate' }],
	];

	it.each(unsure)(
		'keyed by external ID, are sent again and leave one record: %s',
		async (_, fault) => {
			inject({ ...fault, count: 1 });
			const { items, status } = await upsert(given(fault));
			expect(status).toBe('success');
			expect(items[0].json).toMatchObject({ external_id: 'p-0', response: { ok: true } });
			expect(sandbox.requests).toHaveLength(2);
			expect(written('companies')).toHaveLength(1);
		},
	);

	it.each(unsure)('without a key, are never sent twice: %s', async (_, fault) => {
		inject({ ...fault, methods: ['POST'], count: 1 });
		const run = { items: [{ name: 'Patient deal' }], onError: 'continueErrorOutput' } as const;
		const { items, failed } = await runNode('deal', 'create', given(fault), run);
		expect(sandbox.requests).toHaveLength(1);
		expect(written('deals').length).toBe(fault.when === 'before' ? 0 : 1);
		expect(items).toEqual([]);
		expect(failed[0].json).toMatchObject({
			error: expect.stringContaining('Outcome unknown: the deal may or may not have been created'),
			message: expect.stringContaining('not sent again'),
			details: { kind: 'unknownOutcome', item: 0, mayHaveHappened: true },
		});
	});

	it.each(unsure)('that update are sent again: %s', async (_, fault) => {
		const [{ id }] = sandbox.records('companies');
		inject({ ...fault, methods: ['PUT'], count: 1 });
		const { status } = await change('update', { id: String(id), name: 'Patient' }, given(fault));
		expect(status).toBe('success');
		expect(sandbox.requests).toHaveLength(2);
		expect(written('companies').map((record) => record.id)).toEqual([id]);
	});

	it.each(unsure)('that delete are sent again: %s', async (_, fault) => {
		const [{ id }] = sandbox.records('companies');
		inject({ ...fault, methods: ['DELETE'], count: 1 });
		const { items } = await change('delete', { id: String(id) }, given(fault));
		expect(items[0].json).toMatchObject({ deleted: true });
		expect(sandbox.requests).toHaveLength(2);
		expect(sandbox.records('companies', { archived: true }).map((record) => record.id)).toEqual([
			id,
		]);
	});

	it('report a record as deleted when it is gone after an attempt that may have deleted it', async () => {
		const lost: Fault = { kind: 'reset', when: 'before', count: 1 };
		inject(lost, { kind: 'error', status: 404, methods: ['DELETE'] });
		const { items } = await change('delete', { id: 'gone' });
		expect(items[0].json).toEqual({ id: 'gone', deleted: true });

		inject({ kind: 'error', status: 404, methods: ['DELETE'] });
		const { status } = await change('delete', { id: 'gone' });
		expect(status).toBe('error');
	});
});

describe('failures', () => {
	it('include a conflict, which is not sent again', async () => {
		inject({ kind: 'error', status: 409 });
		const { error } = await change('update', { id: 'p-0', name: 'P' });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '409',
			message: expect.stringContaining('conflicts with the record’s current state'),
			description: expect.stringMatching(/Read the record again.*ctx_id ctx-/),
		});
		expect(sandbox.requests).toHaveLength(1);
	});

	itSince('errorCauses').each([
		['rate-limited', { kind: 'error', status: 429, retryAfter: 120 } as Fault, 120_000],
		['temporarily-unavailable', { kind: 'error', status: 503, retryAfter: 150 } as Fault, 150_000],
		['credential-invalid', { kind: 'error', status: 401 } as Fault, undefined],
		['configuration-invalid', { kind: 'error', status: 403 } as Fault, undefined],
	])('carry n8n’s own cause: %s', async (cause, fault, retryAfterMs) => {
		inject(fault);
		const { error } = await upsert(fromItems({ retryBudget: 10 }));
		const failure = { cause, ...(retryAfterMs && { retryAfterMs }) };
		expect(error).toMatchObject({ name: 'NodeApiError', failure, context: { itemIndex: 0 } });
	});
});

it('ends the requests under way when it is cancelled', async () => {
	inject({ kind: 'timeout', when: 'before' });
	const cancel = new AbortController();
	// Longer than the test may take.
	const parameters = fromItems({ maxParallelRequests: 5, timeout: 600_000 });
	const running = upsert(parameters, 50, { onError: 'continueErrorOutput', signal: cancel.signal });
	while (sandbox.requests.length < 5) await delay(10);
	await delay(100);
	cancel.abort();
	expect((await running).status).toBe('canceled');
	await delay(1200);
	expect(sandbox.requests).toHaveLength(5);
});

describe('lists', () => {
	it('are read to the end despite faults, page caps and rows that come and go', async () => {
		await upsert(fromItems({ maxParallelRequests: 10 }), 400);
		const there = new Set(written('companies').map(({ id }) => id));
		inject(
			{ kind: 'pageCap', rows: 37 },
			{ kind: 'shift', insert: 2, remove: 1, probability: 0.5, count: 60 },
			{ kind: 'reset', when: 'after', probability: 0.1 },
			{ kind: 'truncate', probability: 0.1 },
			{ kind: 'error', status: 429, retryAfter: 0.05, probability: 0.1 },
		);
		const parameters = { ...fromItems({ ...patient, maxRetries: 10 }), returnAll: true };
		const { items, status } = await runNode('company', 'getAll', parameters);
		expect(status).toBe('success');
		const got = items.map(({ json }) => json.id);
		expect(new Set(got).size).toBe(got.length);
		const stayed = written('companies').filter(({ id }) => there.has(id));
		expect(stayed.length).toBeGreaterThan(300);
		for (const { id } of stayed) expect(got).toContain(id);
	});
});
