import { resources } from '../../scripts/lib/definitions';
import { unmarked } from '../../nodes/shared/schema/types';
import { contract } from '../../testing/contract';

interface Part {
	readonly 'x-provenance'?: string;
	readonly 'x-provenance-required'?: string;
	readonly 'x-provenance-default'?: string;
	readonly 'x-provenance-type'?: string;
	readonly 'x-provenance-null'?: string;
	readonly type?: string | readonly string[];
	readonly anyOf?: readonly Part[];
	readonly required?: readonly string[];
	readonly default?: unknown;
	readonly properties?: Readonly<Record<string, Part>>;
}
const { components, 'x-objects': objects } = contract as {
	components: { schemas: Record<string, Part> };
	'x-objects': Record<string, { name: string }>;
};

/** Whether the contract says that the specification shows every field of the record. */
const isSpecified = (object: string) => {
	const { properties = {} } = components.schemas[`${objects[object].name}Record`];
	return Object.values(properties).every((each) => each['x-provenance'] === 'specified');
};

it.each(resources.map((resource) => [resource.label, resource] as const))(
	'%s: its reads are checked strictly only where the specification shows them',
	(_, { path, specified = {}, record, listRecord = record }) => {
		expect(Object.keys(specified).length > 0).toBe(isSpecified(path.split('/')[3]));
		const keys = Object.keys(listRecord).map((key) => unmarked(key).name);
		const { properties = {} } = components.schemas[`${objects[path.split('/')[3]].name}Record`];
		const untyped = Object.keys(properties).filter((key) => properties[key]['x-provenance-type']);
		for (const { required = [], untyped: named = [] } of Object.values(specified)) {
			expect(keys).toEqual(expect.arrayContaining([...required]));
			expect([...named].sort()).toEqual(untyped.sort());
		}
	},
);

describe('what the specification says of required keys, defaults and null', () => {
	/** Every schema that it shows with required keys; the envelopes “carry” theirs. */
	const REQUIRED = [
		'BillWrite',
		'DealCreated',
		'InventoryTransactionRecord',
		'ItemWrite',
		'LocationWrite',
		'MeterWrite',
		'MigrationUpsertAnswer',
		'MigrationUpsertRequest',
		'TokenRefreshRequest',
		'WriteEnvelope',
	];
	const schemas = Object.entries(components.schemas).filter(
		([, schema]) => schema['x-provenance'] === 'specified',
	);

	it('is all that the contract calls specified of them', () => {
		const required = schemas.filter(
			([, schema]) => schema.required && !schema['x-provenance-required'],
		);
		expect(required.map(([name]) => name).sort()).toEqual(REQUIRED);
		const defaults = schemas.flatMap(([name, { properties = {} }]) =>
			Object.entries(properties)
				.filter(
					([, property]) =>
						property['x-provenance'] === 'specified' &&
						property.default !== undefined &&
						!property['x-provenance-default'],
				)
				.map(([key]) => `${name}.${key}`),
		);
		expect(defaults).toEqual(['MigrationUpsertRequest.create_missing_items']);
		const isNullable = ({ type = [], anyOf = [] }: Part): boolean =>
			[type].flat().includes('null') || anyOf.some(isNullable);
		const nullable = schemas.filter(([, { properties = {} }]) =>
			Object.values(properties).some(
				(property) =>
					property['x-provenance'] === 'specified' &&
					isNullable(property) &&
					!property['x-provenance-null'],
			),
		);
		expect(nullable.map(([name]) => name)).toEqual(['InventoryTransactionRecord']);
	});
});
