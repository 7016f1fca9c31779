import { type Field, unmarked, type Shape } from '../../nodes/shared/schema/types';
import { relatedOf } from '../../nodes/shared/resource/definition/fields';
import { relatedLocator } from '../../nodes/shared/resource/description/fields';
import {
	type Resource,
	hasUpdateTime,
	isNullable,
	isRequired,
	type Write,
} from '../../nodes/shared/resource/definition/resource';
import { recordOutputs } from '../../nodes/shared/resource/definition/outputs';
import { code, paragraphs, table } from './markdown';

const kinds: Readonly<Record<Field['type'], string>> = {
	text: 'text',
	textOrInteger: 'text or whole number',
	number: 'number',
	integer: 'whole number',
	boolean: 'yes or no',
	date: 'day',
	dateTime: 'date and time',
	texts: 'list of texts',
	object: 'JSON object',
	any: 'any JSON',
	rows: 'rows',
};

const operationWords: Readonly<Record<Write, string>> = {
	create: 'Create',
	upsert: 'Create or Update',
	update: 'Update',
};

const writesOf = ({ operations }: Resource) =>
	(['create', 'upsert', 'update'] as const).filter((write) => operations.includes(write));

/** The part of a record node's page that comes from its definition. */
export function recordSections(resource: Resource): string {
	return paragraphs(fieldSection(resource), listSection(resource), responseSection(resource));
}

function fieldSection(resource: Resource): string {
	const writes = writesOf(resource);
	if (writes.length === 0) return '';
	const row = (field: Field) => [
		field.label,
		code([...(field.nestedIn ?? []), field.name].join('.')),
		kinds[field.type],
		whenOf(writes, (write) => isRequired(field, write, resource)),
		whenOf(writes, (write) => isNullable(field, write)),
		`${field.description}${field.knownValues ? `. Seen: ${field.knownValues.map(code).join(', ')}` : ''}`,
	];
	const rowTables = resource.fields
		.flatMap((field) => nested(field))
		.map(({ label, rows = [] }) => rowSection(label, rows));
	return paragraphs(
		'## Fields',
		'What is not set is not sent; a field named under Fields to Clear is sent as null.',
		table(
			['Field', 'On the wire', 'Kind', 'Required', 'Can be cleared', 'What it is'],
			resource.fields.map(row),
		),
		relatedSentence(resource),
		resource.additionalProperties
			? 'The service takes further fields that are not documented.'
			: '',
		...rowTables,
	);
}

/** The fields of something that several rows or lists hold. */
export const rowSection = (title: string, rows: readonly Field[]): string =>
	paragraphs(
		`### ${title}`,
		table(
			['Field', 'On the wire', 'Kind', 'Required', 'What it is'],
			rows.map((each) => [
				each.label,
				code(each.name),
				kinds[each.type],
				each.required ? 'yes' : '',
				each.description,
			]),
		),
	);

function relatedSentence({ fields }: Resource): string {
	const picked = relatedOf(fields).map((each) => relatedLocator(each).displayName);
	return picked.length > 0
		? `Under Related Records these are picked from a list: ${picked.join(', ')}.`
		: '';
}

const nested = (field: Field): Field[] =>
	field.type === 'rows' ? [field, ...(field.rows ?? []).flatMap(nested)] : [];

function whenOf(writes: readonly Write[], holds: (write: Write) => boolean) {
	const when = writes.filter(holds);
	if (when.length === 0) return '';
	return when.length === writes.length
		? 'yes'
		: when.map((write) => operationWords[write]).join(', ');
}

const pagingWords = {
	total: 'The service sends pages with a total; the node reads as many as are wanted.',
	untilShort: 'The service sends pages without a total; the node reads until one is not full.',
	none: 'The service sends the whole list at once.',
} as const;

function listSection(resource: Resource): string {
	const { list, operations } = resource;
	if (!operations.includes('getAll')) return '';
	const filters = [
		...(list.search ? [['Search', list.search, 'Text that the service looks for']] : []),
		...(list.filters ?? []).map(({ label, name, description }) => [label, name, description]),
	].map(([label, name, description]) => [label, code(`?${name}=`), description]);
	return paragraphs(
		'## Get Many',
		`${pagingWords[list.paging ?? 'none']}${list.sort ? ' It can sort by any key of a record (`?sort=name`, `?sort=-name`).' : ''}`,
		hasUpdateTime(resource)
			? `Updated After is done by the node, which reads ${list.sort ? 'the latest first and stops at the first older one' : 'the whole list for it'}.`
			: '',
		table(['Filter', 'On the wire', 'What it does'], filters),
	);
}

/** Which keys of the responses are specified, and which were only observed. */
function responseSection(resource: Resource): string {
	const [write] = writesOf(resource);
	const { name, identifiers, specified: reads } = resource;
	const specified = ['ok', 'status', 'external_id', identifiers.envelope, 'ctx_id'];
	const { response, ...record } = recordOutputs(resource)[`${name}/${write}`];
	const observed = Object.keys({ ...(response as Shape), ...record })
		.map((key) => unmarked(key).name)
		.filter((key) => key !== 'id' && !specified.includes(key));
	return paragraphs(
		'## Responses',
		`Specified of a write, below \`response\` in its item: ${specified.map(code).join(', ')}${observed.length > 0 ? `; only observed: ${observed.map(code).join(', ')}` : ''}.`,
		reads?.get
			? 'The record of Get is specified.'
			: 'The record of Get is observed; your workspace may send other keys.',
	);
}
