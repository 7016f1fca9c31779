import { fromItem } from '../../../testing/parameters';
import { startLimitedService } from '../../../testing/services/limitedService';
import { useEngine, useService } from '../../../testing/setUp';

const service = useService(async () => await startLimitedService(20, 0.1));
const { runNode } = useEngine(service);

describe('a service with an ordinary rate limit', () => {
	it('stores every item of a run with default options', async () => {
		const companies = Array.from({ length: 60 }, (_, n) => ({
			external_id: `c-${n}`,
			name: `C ${n}`,
		}));
		const ids = companies.map(({ external_id: id }) => id);
		const { status, items } = await runNode('company', 'upsert', fromItem, { items: companies });
		expect(status).toBe('success');
		expect(service.refused()).toBeGreaterThan(0);
		expect(items.map(({ json }) => json.external_id)).toEqual(ids);
		expect([...service.stored].sort()).toEqual(ids.sort());
	});
});
