import { engine, loadPackage } from '../../../testing/engine';
import { startLimitedService } from '../../../testing/services/limitedService';
import { fromItem, recordRuns } from '../../../testing/recordRuns';

describe('a service with an ordinary rate limit', () => {
	it('stores every item of a run with default options', async () => {
		const service = await startLimitedService(20, 0.1);
		const run = recordRuns(engine(await loadPackage()), { baseUrl: service.url, token: 't' });
		const jsons = Array.from({ length: 60 }, (_, n) => ({
			external_id: `c-${n}`,
			name: `C ${n}`,
		}));
		const { status, last } = await run('company', 'upsert', fromItem, { jsons });
		await service.close();
		expect(status).toBe('success');
		expect(service.refused()).toBeGreaterThan(10);
		expect(last.main[0].map(({ json }) => json.external_id)).toEqual(
			jsons.map(({ external_id: id }) => id),
		);
		expect([...service.stored].sort()).toEqual(jsons.map(({ external_id: id }) => id).sort());
	});
});
