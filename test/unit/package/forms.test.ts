import type { INodeProperties } from 'n8n-workflow';

import { watchable, watchedFieldsOf } from '../../../nodes/RecordsTrigger/parameters';
import { looseKey } from '../../../nodes/shared/schema/types';
import { packageNodes } from '../../../scripts/lib/definitions';

const all = (parameters: readonly unknown[]): INodeProperties[] =>
	parameters.flatMap((each) => {
		const { options = [], values = [], modes = [] } = each as Record<string, unknown[]>;
		return [each as INodeProperties, ...all([...options, ...values, ...modes])];
	});

const parameters = packageNodes().flatMap(({ type: { description } }) =>
	all(description.properties).map((each) => [description.name, each] as const),
);

describe('a form', () => {
	it('has real examples', () => {
		const bare = parameters.filter(([, { placeholder = '' }]) =>
			/^e\.g\. (value|undefined|null|)$/.test(placeholder),
		);
		expect(bare.map(([node, { displayName }]) => `${node}: ${displayName}`)).toEqual([]);
	});

	it('says the unit of each number that is a time or a size', () => {
		const measured = parameters.filter(
			([, { type, displayName = '' }]) =>
				type === 'number' && /time|timeout|size|overlap|after/i.test(displayName),
		);
		const units = /\((Milliseconds|Seconds|Minutes|Hours|MB)\)|^Batch Size|Outcomes$/;
		expect(measured.length).toBeGreaterThan(50);
		expect(measured.filter(([, { displayName }]) => !units.test(displayName))).toEqual([]);
	});

	it.each(watchable.map((resource) => [resource.name, resource] as const))(
		'names watched fields of %s as the form that writes them',
		(_, resource) => {
			const offered = watchedFieldsOf(resource.name);
			expect(offered.length).toBeGreaterThan(2);
			for (const { name, value } of offered) {
				const field = resource.fields.find(
					(each) => looseKey(each.name) === looseKey(String(value)),
				);
				if (field) expect(name).toBe(field.label);
			}
		},
	);

	it('has Sort below Options, as n8n’s own nodes', () => {
		for (const { type } of packageNodes()) {
			const names = type.description.properties.map(({ name }) => name);
			if (!names.includes('sort')) continue;
			expect(names.lastIndexOf('sort')).toBeGreaterThan(names.lastIndexOf('options'));
		}
	});

	it('offers a choice of output, `simplified` of a definition, where a record has over ten keys', async () => {
		for (const { description, methods } of packageNodes().map(({ type }) => type)) {
			const isOffered = description.properties
				.filter(({ name }) => name === 'output')
				.flatMap(({ options = [] }) => options)
				.some((option) => 'value' in option && option.value === 'selected');
			const keys = (await methods?.loadOptions?.getOutputFields?.call({} as never)) ?? [];
			expect([description.name, isOffered]).toEqual([description.name, keys.length > 10]);
		}
	});

	it('names actions without articles, and records in the events of triggers', () => {
		const actions = parameters.flatMap(([, each]) => {
			const { action = '' } = each as { action?: string };
			return action === '' ? [] : [action];
		});
		expect(actions.length).toBeGreaterThan(150);
		expect(actions.filter((action) => /\b(an?|the)\b/i.test(action))).toEqual([]);
		const events = parameters.filter(([, { displayName }]) => displayName === 'Trigger On');
		expect(events).toHaveLength(2);
		for (const [, { options = [] }] of events)
			for (const { action } of options as Array<{ action?: string }>)
				expect(action).toMatch(/^On (record|transfer) /);
	});
});
