import { fromItem } from '../../../testing/parameters';
import { useCustomService, useEngine } from '../../../testing/setUp';

const service = useCustomService();
const { runNode } = useEngine(service);

const EVERY_MS = 50;

describe('a service with an ordinary rate limit', () => {
	it('stores every item of a run with default options', async () => {
		const stored: unknown[] = [];
		let refused = 0;
		let nextAt = 0;
		// A token bucket without a burst: a request is accepted when the last one is long enough ago.
		service.reply = ({ body }) => {
			const now = Date.now();
			if (now < nextAt) {
				refused += 1;
				return { status: 429, headers: { 'retry-after': '0.1' }, body: { message: 'Slow down' } };
			}
			nextAt = now + EVERY_MS;
			const { external_id } = body as { external_id: string };
			stored.push(external_id);
			return { body: { ok: true, status: 'created', external_id } };
		};
		const companies = Array.from({ length: 60 }, (_, n) => ({
			external_id: `c-${n}`,
			name: `C ${n}`,
		}));
		const ids = companies.map(({ external_id: id }) => id);
		const { status, items } = await runNode('company', 'upsert', fromItem, { items: companies });
		expect(status).toBe('success');
		expect(refused).toBeGreaterThan(0);
		expect(items.map(({ json }) => json.external_id)).toEqual(ids);
		expect(stored.sort()).toEqual(ids.sort());
	});
});
