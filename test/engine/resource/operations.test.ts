import { resources } from '../../../scripts/lib/definitions';
import { behaviours } from '../../../testing/behaviours';
import { RoundTrip } from '../../../testing/roundTrip';
import { useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox({}, { keepsRecords: true });
const { n8n } = useEngine(sandbox);

const inOrder = [
	'create',
	'upsert',
	'findOrCreate',
	'getAll',
	'getChanges',
	'get',
	'update',
	'delete',
];
const table = resources.map((resource) => {
	const own = inOrder.filter((name) => (resource.operations as string[]).includes(name));
	const further = (resource.extraReads ?? []).map(({ operation }) => operation);
	return { resource, label: resource.label, operations: [...own, ...further] };
});

it('the table has all operations except the bulk write of orders', () => {
	expect(table).toHaveLength(21);
	expect(table.flatMap(({ operations }) => operations)).toHaveLength(145 - 1);
});

describe.each(behaviours)('with $service', ({ behaviour }) => {
	describe.each(table)('$label', ({ resource, operations }) => {
		let trip: RoundTrip;
		beforeAll(() => {
			sandbox.reset();
			sandbox.setBehaviour(behaviour);
			trip = new RoundTrip(resource, sandbox, n8n, behaviour);
		});
		it.each(operations)('%s', async (operation) => await trip.operations[operation]());
	});
});
