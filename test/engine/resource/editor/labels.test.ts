/** A value that a field does not take is refused in the words of the form, not by the field's name on the wire. */
import type { INodeParameters } from 'n8n-workflow';

import { recordFields, writesOf } from '../../../../nodes/shared/resource/definition/resource';
import { resources } from '../../../../scripts/lib/definitions';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode } = useCustomEngine();

/** A value that no field of this type takes. */
const WRONG: Readonly<Record<string, unknown>> = {
	number: 'twelve or so',
	integer: 'twelve or so',
	boolean: 'perhaps',
	date: 'some day',
	dateTime: 'some day',
	text: { a: [1] },
	uuid: 'no-uuid',
};

const cases = resources.flatMap((resource) => {
	const operation = writesOf(resource).find((name) => ['create', 'upsert'].includes(name));
	if (operation === undefined) return [];
	return recordFields(resource)
		.filter(({ type, only }) => type in WRONG && only !== 'update')
		.map((field) => ({ node: resource.name, operation, field }));
});

it('covers the fields of all forms', () => {
	expect(cases.length).toBeGreaterThan(200);
});

it.each(cases.map((each) => [`${each.node} › ${each.field.label}`, each] as const))(
	'%s',
	async (_, { node, operation, field }) => {
		const value = { [field.name]: WRONG[field.type] };
		const fields = { mappingMode: 'defineBelow', value } as unknown as INodeParameters;
		const { error, errorText } = await runNode(node, operation, { fields });
		expect(service.requests).toEqual([]);
		expect(error).toBeDefined();
		expect(errorText).toContain(field.label);
		if (field.label.toLowerCase() !== field.name && field.name.includes('_'))
			expect(errorText).not.toContain(field.name);
		expect(errorText).not.toMatch(/parameter fields/);
	},
);
