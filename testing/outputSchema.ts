import { dirname } from 'node:path';

import Ajv, { type ValidateFunction } from 'ajv';
import { loadOutputSchema } from 'n8n-core';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { LoadedPackage } from './engine';

/** The schema that n8n serves for the output of an operation of the newest version; undefined when the package has none. */
export function servedSchema(
	pkg: LoadedPackage,
	node: string,
	resource?: string,
	operation?: string,
) {
	const nodeDir = dirname(pkg.getKnownTypes()[node].sourcePath);
	// A trigger has neither; n8n looks for `output.json` then.
	const versionFallback = resource === undefined;
	const { version: versions } = pkg.getByNameAndVersion(pkg.fullName(node)).description;
	const version = Math.max(...[versions].flat());
	return loadOutputSchema({ nodeDir, version, resource, operation, versionFallback });
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const compiled = new Map<string, ValidateFunction>();

/** Expects items to match a schema: valid values, and no key that the schema does not have. */
export function expectMatch(schema: object, items: readonly object[]) {
	const key = JSON.stringify(schema);
	const validate = compiled.get(key) ?? ajv.compile(schema);
	compiled.set(key, validate);
	const shown = Object.keys((schema as { properties?: object }).properties ?? {});
	for (const item of items) {
		expect([validate(item), validate.errors]).toEqual([true, null]);
		expect(shown).toEqual(expect.arrayContaining(Object.keys(item)));
	}
}

/** Expects the output of an operation to match the schema that the editor shows. */
export function expectShown(
	pkg: LoadedPackage,
	node: string,
	resource: string,
	operation: string,
	items: readonly object[],
) {
	// Older n8n serve none.
	if (!loadOutputSchema) return;
	const schema = servedSchema(pkg, node, resource, operation);
	if (!schema) throw new Error(`${node} has no schema for ${resource}/${operation}`);
	expectMatch(schema, items);
}

/** Every `resource/operation` that a node offers; the resource is in the `displayOptions` of the operation. */
export function operationsOf(properties: readonly INodeProperties[]): Array<[string, string]> {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(({ value }): [string, string] => [
					String(resource),
					String(value),
				]),
			),
		);
}
