import { byId, fromItem } from '../../../../testing/parameters';
import { startCustomService } from '../../../../testing/services/customService';
import { useEngine, useService } from '../../../../testing/setUp';

const service = useService(startCustomService);
const { runNode } = useEngine(service);

interface Body {
	external_id: string;
	name: string;
}

describe('several writes to one record in one run', () => {
	it('are sent one after another in the order of the items, beside those to other records', async () => {
		let isFirst = true;
		service.reply = ({ body }) => {
			const { external_id: id } = body as Body;
			const reply = { body: { ok: true, status: 'ok', external_id: id, company_id: id } };
			if (!isFirst) return reply;
			isFirst = false;
			// Sent again; what comes after it has to wait.
			return { status: 500, body: { message: 'Try again' } };
		};
		const items = Array.from({ length: 60 }, (_, n) => ({
			external_id: `c-${n % 4}`,
			name: `version ${n}`,
		}));
		const { status, requests } = await runNode('company', 'upsert', fromItem, { items });
		expect(status).toBe('success');
		const namesOf = (bodies: Body[], id: string) =>
			bodies.filter(({ external_id: own }) => own === id).map(({ name }) => name);
		const sent = requests.slice(1).map(({ body }) => body as Body);
		for (const id of ['c-0', 'c-1', 'c-2', 'c-3']) {
			expect(namesOf(sent, id)).toEqual(namesOf(items, id));
		}
	});

	it('are not archived beside each other either', async () => {
		const archived = new Set<string>();
		service.reply = ({ path }) => {
			const id = path.split('/').pop() ?? '';
			if (archived.has(id)) return { status: 404, body: { message: 'Not found' } };
			archived.add(id);
			return { body: { ok: true, status: 'archived', company_id: id, ctx_id: 'c' } };
		};
		const items = Array.from({ length: 40 }, (_, n) => ({ id: `r-${n >> 1}` }));
		const given = { items, onError: 'continueRegularOutput' } as const;
		const { requests } = await runNode('company', 'delete', byId('={{ $json.id }}'), given);
		const ids = requests.map(({ path }) => path.split('/').pop());
		expect(ids).toHaveLength(40);
		// Both are there when the run starts; the second of each has to wait for the response to the first.
		expect(ids.some((id, index) => id === ids[index + 1])).toBe(false);
	});
});
