import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { resources } from '../../scripts/lib/definitions';
import { unmarked } from '../../nodes/shared/schema/types';

interface Part {
	readonly 'x-provenance'?: string;
	readonly properties?: Readonly<Record<string, Part>>;
}
const { components, 'x-objects': objects } = parse(
	readFileSync(join(__dirname, '../../contract/openapi.yaml'), 'utf8'),
) as {
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
		for (const { required = [] } of Object.values(specified)) {
			expect(keys).toEqual(expect.arrayContaining([...required]));
		}
	},
);
