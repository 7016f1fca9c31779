import { objects, operations } from '../../sandbox/contract';
import { useRunning } from './client';

type Json = Record<string, unknown>;

const running = useRunning();

const path = (object: string) => `/v1/public/${object}${object === 'properties' ? '/orders' : ''}`;

describe.each([...objects.values()].map((facts) => [facts.key, facts] as const))(
	'%s',
	(object, facts) => {
		it('reject an unknown record, in the error variant of the object', async () => {
			const missing = await running.api.get(`${path(object)}/no-such-record`);
			expect(missing.status).toBe(404);
			expect(missing.data.message).toContain('no-such-record');
			const operation = [...operations.values()].find(
				(entry) => entry.object === facts && entry.action === 'retrieve',
			)!;
			const variant = operation.responses[404].$ref!.slice(-1);
			const keys = { A: ['errors'], B: ['errors', 'code'], C: ['code'], D: [], E: ['code'] }[
				variant
			]!;
			expect(Object.keys(missing.data as Json).sort()).toEqual(
				['ctx_id', 'message', ...keys].sort(),
			);
		});

		it('reject a body that is not in the contract', async () => {
			const { status, data } = await running.api.post(path(object), { no_such_field: 1 });
			// What a workflow has beside its nodes is free.
			expect(status).toBe(object === 'workflows' ? 200 : 422);
			if (status === 200) return;
			expect(data.detail).toContainEqual(
				expect.objectContaining({ loc: ['body', 'no_such_field'], type: 'additionalProperties' }),
			);
		});
	},
);

it('serves every operation of the contract', async () => {
	const { api } = running;
	for (const operation of operations.values()) {
		const url = operation.path.replace('{object_name}', 'companies').replace(/\{\w+\}/g, 'none');
		const response = await api.request({ method: operation.method, url, data: {} });
		expect([operation.id, response.data?.detail]).not.toEqual([operation.id, 'Not found']);
		expect([operation.id, response.status]).not.toEqual([operation.id, 500]);
	}
});
