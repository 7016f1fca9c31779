/**
 * Writes the output schemas that the editor shows before a node ran, from the built package:
 * `dist/nodes/X/__schema__/v1.0.0/<resource>/<operation>.json`, and `v1.1.0` for nodes that have
 * that version.
 *
 * The shapes come from what a file of `nodes/X` exports as `outputs` (version 1.1:
 * `outputsSimplified`), by the path of the schema, or
 * from the definition of a resource in `nodes/X/x.ts`.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { zodToJsonSchema } from 'zod-to-json-schema';

const nodes = join(import.meta.dirname, '../dist/nodes');
const require = createRequire(import.meta.url);

export async function writeSchemas() {
	const { recordOutputs } = require(join(nodes, 'shared/resource/definition/outputs.js'));
	const { shapeSchema } = require(join(nodes, 'shared/schema/shape.js'));
	for (const folder of await readdir(nodes)) {
		if (!/^[A-Z]/.test(folder)) continue;
		const files = (await readdir(join(nodes, folder))).filter((name) => /^\w+\.js$/.test(name));
		const facts = Object.assign({}, ...files.map((name) => require(join(nodes, folder, name))));
		const resource = facts[folder[0].toLowerCase() + folder.slice(1)];
		const outputs = facts.outputs ?? (resource?.identifiers ? recordOutputs(resource) : {});
		const versions = { 'v1.0.0': outputs, 'v1.1.0': facts.outputsSimplified ?? {} };
		for (const [version, shapes] of Object.entries(versions)) {
			for (const [path, shape] of Object.entries(shapes)) {
				const target = join(nodes, folder, '__schema__', version, `${path}.json`);
				await mkdir(dirname(target), { recursive: true });
				await writeFile(target, `${JSON.stringify(jsonSchema(shapeSchema(shape)), null, '\t')}\n`);
			}
		}
	}
}

/** The zod schema as JSON schema in the forms that the editor reads: no references, no choices. */
function jsonSchema(schema) {
	const { $schema, ...json } = zodToJsonSchema(schema, {
		$refStrategy: 'none',
		postProcess: withoutChoices,
	});
	return json;
}

/** `anyOf` becomes a list of types, the usual one first; the editor sees `type` only. */
function withoutChoices(json) {
	if (!json?.anyOf) return json;
	const choices = json.anyOf.filter(({ type }) => type !== 'null');
	const nullable = choices.length < json.anyOf.length;
	if (choices.some(({ type }) => type === undefined)) return {};
	const [first] = choices;
	// The editor shows what is inside an object or array only when `type` is that one word.
	if (first.type === 'object' || first.type === 'array') return { ...first, nullable };
	const types = choices.flatMap(({ type }) => type);
	return Object.assign({}, ...choices, { type: nullable ? [...types, 'null'] : types });
}
