/**
 * `node scripts/schemas.mjs`: writes the output schemas that the editor shows before a node ran, from
 * the built package: `dist/nodes/X/__schema__/v1.0.0/<resource>/<operation>.json`.
 *
 * The shapes come from what a file of `nodes/X` exports as `outputs`, by the path of the schema, or
 * from the definition of a resource, which has the name of the folder.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const nodes = join(import.meta.dirname, '../dist/nodes');
const require = createRequire(import.meta.url);

async function writeSchemas() {
	const { recordOutputs } = require(join(nodes, 'shared/resource/definition/outputs.js'));
	const { unmarked } = require(join(nodes, 'shared/schema/types.js'));
	for (const folder of await readdir(nodes)) {
		if (!/^[A-Z]/.test(folder)) continue;
		const files = (await readdir(join(nodes, folder))).filter((name) =>
			/^\w+(\.node)?\.js$/.test(name),
		);
		const facts = Object.assign({}, ...files.map((name) => require(join(nodes, folder, name))));
		const resource = facts[folder[0].toLowerCase() + folder.slice(1)];
		const outputs = facts.outputs ?? (resource?.identifiers ? recordOutputs(resource) : {});
		for (const [path, shape] of Object.entries(outputs)) {
			const target = join(nodes, folder, '__schema__', 'v1.0.0', `${path}.json`);
			await writeChanged(target, JSON.stringify(jsonSchema(shape, unmarked)));
		}
	}
}

/** A file that stays as it is makes nobody reload. */
async function writeChanged(path, text) {
	const present = await readFile(path, 'utf8').catch(() => undefined);
	if (present === text) return;
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
}

/**
 * A shape as JSON schema in the forms that the editor reads: no references, no choices. Where more than
 * one kind of value may come, the usual one is first, because the editor shows that.
 */
function jsonSchema(shape, unmarked) {
	const properties = {};
	const required = [];
	for (const [key, kind] of Object.entries(shape)) {
		const isScalar = typeof kind === 'string';
		const marked = unmarked(isScalar ? kind : key);
		const name = isScalar ? key : marked.name;
		const one = Array.isArray(kind)
			? { type: 'array', items: jsonSchema(kind[0], unmarked) }
			: isScalar
				? kinds[marked.name]
				: jsonSchema(kind, unmarked);
		properties[name] = marked.always ? one : nullable(one);
		if (marked.always && one.type !== undefined) required.push(name);
	}
	return {
		type: 'object',
		properties,
		...(required.length > 0 ? { required } : {}),
		additionalProperties: true,
	};
}

/** The editor looks into an object or array only when `type` is that one word. */
function nullable(schema) {
	if (schema.type === undefined) return schema;
	if (schema.type === 'object' || schema.type === 'array') return { ...schema, nullable: true };
	return { ...schema, type: [schema.type, 'null'].flat() };
}

const text = { type: ['string', 'number'] };
const number = { type: ['number', 'string'], pattern: '^[+-]?\\d+(\\.\\d+)?$' };
const time = { type: 'string' };

const kinds = {
	text,
	textOrInteger: text,
	number,
	integer: number,
	boolean: { type: 'boolean' },
	date: time,
	dateTime: time,
	texts: { type: 'array', items: text },
	object: { type: 'object', additionalProperties: {} },
	any: {},
};

await writeSchemas();
