import { mapped } from '../../../testing/parameters';
import { useCustomService, useEngine } from '../../../testing/setUp';

const service = useCustomService();
const { runNode } = useEngine(service);

describe('an invalid date', () => {
	it.each([
		['expense', 'due_date', '={{ DateTime.fromISO("never") }}'],
		['bill', 'due_date', '={{ DateTime.fromISO("never") }}'],
		['expense', 'due_date', '={{ new Date("never") }}'],
	])('of a %s in %s is refused, and never sent as null', async (resource, field, value) => {
		const { errorText } = await runNode(resource, 'create', mapped({ [field]: value }));
		expect(service.requests).toEqual([]);
		expect(errorText).not.toBe('');
	});
});

it.each([
	['small, large', ['small', 'large']],
	['["small", "large"]', ['small', 'large']],
	['{"s": "small"}', { s: 'small' }],
	['={{ ["small"] }}', ['small']],
])('choices of a property given as %s are sent as a list or a map', async (given, sent) => {
	await runNode('property', 'create', {
		objectName: 'orders',
		...mapped({ name: 'P', choice_values: given }),
	});
	expect(service.requests[0].body).toEqual({ name: 'P', choice_values: sent });
});
