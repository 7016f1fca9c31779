/**
 * `npm run check forms`: what a form shows before anything is opened, and how many options it offers; with the search
 * names of each node. Counted as a person sees it at the defaults: Resource and Operation, Poll Times, the columns of a
 * mapper; no collection with nothing in it but its button, and no Authentication, which n8n has in the credential. A
 * mapper that maps automatically shows a notice of n8n's own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { lookedUp, writeOf } from '../../nodes/shared/resource/definition/resource';
import { columnsOf } from '../../nodes/shared/resource/methods/columns';
import { packageNodes, type PackageNode } from '../lib/definitions';

const ROOT = join(__dirname, '../..');
const MAX_OPTIONS = 8;
const MAX_ALIASES = 12;

/** Fields and notices at first sight: of one form, or of an operation in every node. */
const LIMITS: Readonly<Record<string, readonly [fields: number, notices: number]>> = {
	upsert: [9, 0],
	'Company sync': [6, 1],
	'Company getChanges': [4, 0],
	'Enrich enrich': [4, 0],
	'Score score': [4, 0],
	'MigrationUpsert upsertOrders': [6, 1],
	'Trigger ': [4, 1],
};

/** What a form shows of an operation. */
function formOf({ type: { description }, resource }: PackageNode, operation: string) {
	const { properties, polling } = description;
	const given = operation ? { operation } : {};
	const values = NodeHelpers.getNodeParameters(properties, given, true, false, null, description);
	const isShown = (each: INodeProperties) =>
		NodeHelpers.displayParameter(values ?? {}, each, { typeVersion: 1 }, description);
	const form = { fields: polling ? 1 : 0, notices: 0, options: 0 };
	for (const each of properties.filter(isShown)) {
		const { name, type, options = [], typeOptions: { resourceMapper } = {} } = each;
		if (type === 'notice') form.notices++;
		else if (name === 'options')
			form.options = (options as INodeProperties[]).filter(isShown).length;
		else if (type === 'collection') form.fields += Object.keys(each.default ?? {}).length;
		else if (type !== 'fixedCollection' && name !== 'authentication') form.fields++;
		if (!resourceMapper) continue;
		const { mappingMode } = each.default as { mappingMode?: string };
		if (mappingMode === 'autoMapInputData') form.notices++;
		else if (resource) {
			const mapped = operation === 'find' ? lookedUp(resource) : resource;
			form.fields += columnsOf(mapped, writeOf(operation)).filter(({ removed, required }) =>
				resourceMapper.addAllFields ? !removed : required,
			).length;
		}
	}
	return form;
}

const problems: string[] = [];
const hold = (what: string, count: number, unit: string, most = Infinity) => {
	if (count > most) problems.push(`${what}: ${count} ${unit}, at most ${most}`);
};
const rows = packageNodes().flatMap((node) => {
	const { name, properties } = node.type.description;
	const short = name.replace('workspaceRecords', '');
	const codex = readFileSync(join(ROOT, node.file.replace(/\.ts$/, '.json')), 'utf8');
	hold(short, (JSON.parse(codex) as { alias: string[] }).alias.length, 'search names', MAX_ALIASES);
	const operations = properties
		.filter((each) => each.name === 'operation')
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	const names = new Set(operations.map(({ value }) => String(value)));
	return [...(names.size > 0 ? names : [''])].map((operation) => {
		const form = `${short} ${operation}`;
		const counts = formOf(node, operation);
		const [fields, notices] = LIMITS[form] ?? LIMITS[operation] ?? [];
		hold(form, counts.fields, 'fields', fields);
		hold(form, counts.notices, 'notices', notices);
		hold(form, counts.options, 'options', MAX_OPTIONS);
		return { form, ...counts };
	});
});
console.table(rows);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
