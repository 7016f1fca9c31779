import { fromItem } from '../../../testing/parameters';
import { startCustomService } from '../../../testing/services/customService';
import { useEngine, useService } from '../../../testing/setUp';

const service = useService(startCustomService);
const { runNode } = useEngine(service);

interface Body {
	external_id: string;
	name: string;
}

describe('several writes to one record in one run', () => {
	it('are sent one after another in the order of the items, beside those to other records', async () => {
		service.reply = ({ body }) => {
			const { external_id: id } = body as Body;
			return { body: { ok: true, status: 'ok', external_id: id, company_id: id, ctx_id: 'c' } };
		};
		const items = Array.from({ length: 60 }, (_, n) => ({
			external_id: `c-${n % 4}`,
			name: `version ${n}`,
		}));
		const { status, requests } = await runNode('company', 'upsert', fromItem, { items });
		expect(status).toBe('success');
		const namesOf = (bodies: Body[], id: string) =>
			bodies.filter(({ external_id: own }) => own === id).map(({ name }) => name);
		const sent = requests.map(({ body }) => body as Body);
		for (const id of ['c-0', 'c-1', 'c-2', 'c-3']) {
			expect(namesOf(sent, id)).toEqual(namesOf(items, id));
		}
	});
});
