import { jsonOf } from '../../../testing/runNode';
import { useCustomService, useEngine } from '../../../testing/setUp';

const service = useCustomService();
const { runNode } = useEngine(service);

const list = async (more: object) => {
	const row = { id: 't-1', created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' };
	service.reply = () => ({ body: [{ ...row, ...more }, row] });
	return await runNode('inventoryTransaction', 'getAll', { output: 'raw' });
};

describe('a list whose element the specification shows', () => {
	it('takes any value where it shows no type, with a hint', async () => {
		const numbers = { transaction_id: { value: 7 }, inventory_id: ['i-1'] };
		const { items, hints } = await list(numbers);
		expect(jsonOf(items)).toMatchObject([numbers, {}]);
		expect(hints.join('\n')).toMatch(/another kind of value for transaction_id, inventory_id/);
	});

	it('is refused for another kind of value where it shows the type', async () => {
		const { errorText } = await list({ amount: { value: 7 } });
		expect(errorText).toContain('an invalid "amount" in row 1');
	});
});
