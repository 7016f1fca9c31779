/** What an expression may give for lists of field names: each is used or refused in a sentence, before any request. */
import { byId, mapped } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode } = useCustomEngine();

const lists = {
	'Fields to Clear': [
		'company',
		'update',
		'fieldsToClear',
		{ ...byId('c-1'), ...mapped({ name: 'N' }) },
	],
	'Fields to Return': ['order', 'get', 'outputFields', { ...byId('c-1'), output: 'selected' }],
} as const;

const run = async (label: keyof typeof lists, given: unknown) => {
	const [node, operation, parameter, parameters] = lists[label];
	service.reply = () => ({
		body: { id: 'c-1', company_id: 'c-1', status: 'new', delivery_status: 'sent' },
	});
	const all = { ...parameters, [parameter]: `={{ ${String(given)} }}` };
	return await runNode(node, operation, all, { onError: 'continueErrorOutput' });
};

describe.each(Object.keys(lists) as Array<keyof typeof lists>)('%s', (label) => {
	it.each([
		['5', 'is 5'],
		['({ named: true })', 'is {"named":true}'],
		['[{ a: 1 }]', 'is [{"a":1}]'],
		['true', 'is true'],
		['undefined', 'has no value'],
	])('given %s is refused in a sentence', async (given, words) => {
		const { failed } = await run(label, given);
		expect(service.requests).toEqual([]);
		expect(failed[0].json).toMatchObject({
			error: `${label} ${words}`,
			message: expect.stringContaining('as a list or as text separated by commas'),
		});
	});
});

it.each([
	'"phone_number"',
	'"Phone Number, phone_number,"',
	'["Phone Number"]',
	`'["phone_number", " Phone Number"]'`,
])('Fields to Clear takes wire names and labels: %s', async (given) => {
	await run('Fields to Clear', given);
	expect(service.requests[0].body).toEqual({ name: 'N', phone_number: null });
});

it.each(['"delivery_status"', '"Delivery Status"', '["delivery_status"]'])(
	'Fields to Return takes wire names and labels: %s',
	async (given) => {
		const { items } = await run('Fields to Return', given);
		expect(items[0].json).toMatchObject({ id: 'c-1', delivery_status: 'sent' });
		expect(items[0].json).not.toHaveProperty('status');
	},
);

it('Fields to Clear refuses what is no field, with the labels of those that are', async () => {
	const { failed } = await run('Fields to Clear', '"phone, Colour"');
	expect(service.requests).toEqual([]);
	expect(failed[0].json).toMatchObject({
		error: 'Fields to Clear: the company has no field "phone", "Colour"',
		message: expect.stringMatching(/^Use .*Phone Number/),
	});
	expect(failed[0].json.message).not.toContain('phone_number');
});

it('Fields to Return takes a field that is not known, and says so', async () => {
	const { items, hints } = await run('Fields to Return', '"colour"');
	expect(items[0].json).toMatchObject({ id: 'c-1' });
	expect(hints).toContain('Fields to Return: no order is known to have "colour".');
});

it('Output that does not exist is refused', async () => {
	const parameters = { ...byId('c-1'), output: '={{ "some" }}' };
	const { failed } = await runNode('order', 'get', parameters, { onError: 'continueErrorOutput' });
	expect(service.requests).toEqual([]);
	expect(failed[0].json.error).toBe('Output is "some"');
});

it('an unknown field is refused with labels, not wire names', async () => {
	const { failed } = await runNode('deal', 'create', mapped({ colour: 'red' }), {
		onError: 'continueErrorOutput',
	});
	expect(String(failed[0].json.message)).toContain('Company External ID');
	expect(String(failed[0].json.message)).not.toMatch(/caseStatus|company_external_id/);
});
