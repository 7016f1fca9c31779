import type {
	IBuilderHintVariation,
	INodeParameterResourceLocator,
	INodeProperties,
} from 'n8n-workflow';

import { article, askedOfModel, byText, choices, forModel } from '../../description';
import type { Field } from '../../schema/types';
import { KNOWN_BY, relatedOf, type Known, type Related } from '../definition/fields';
import {
	belongsTo,
	dependsOnWrite,
	recordFields,
	writeOf,
	writesOf,
	type Resource,
} from '../definition/resource';

/** The fields of a write: records to pick, the resource mapper, the rows that do not fit into one, what to clear. */
export const fieldParameters = (resource: Resource): INodeProperties[] => [
	...relatedParameters(resource),
	...mappers(resource),
	...resource.fields
		.filter(({ type }) => type === 'rows')
		.flatMap((field) => rowParameters(resource, field)),
	...clearParameter(resource),
];

/** The name of the method that searches a pick list: `searchCompany`, `searchGetActions`. */
export const searchMethod = (name: string) => `search${name[0].toUpperCase()}${name.slice(1)}`;

/** What the pick list of a field in a row is searched for, as in `searchMethod`; undefined where it has none. */
export const searchedFor = ({ optionsFrom, isChoice, name }: Field): string | undefined =>
	optionsFrom?.read ?? (isChoice ? name : undefined);

/** Choices with a description of each, by their values. */
export const describedChoices = (
	given: Readonly<Record<string, readonly [name: string, description: string]>>,
) => Object.entries(given).map(([value, [name, description]]) => ({ name, value, description }));

/** A way to name a record that is typed in. */
const typedMode = (displayName: string, name: string, placeholder: string, hint: string) => ({
	displayName,
	name,
	type: 'string' as const,
	placeholder,
	hint,
});

/**
 * A parameter that picks something: from the list, by ID, by external ID.
 *
 * @param searched what the list is searched for, as in `searchMethod`
 */
export function picker(
	label: string,
	searched: string,
	{
		hint = 'The service’s ID',
		external = false,
		named = false,
		known = [] as readonly Known[],
	} = {},
) {
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${article(label)} ${label.replace(/ U?ID$/, '').toLowerCase()}…`,
				typeOptions: { searchListMethod: searchMethod(searched), searchable: true },
			},
			named
				? typedMode('By Name', 'name', 'e.g. Acme Inc.', 'The name as it is to be sent')
				: typedMode('By ID', 'id', 'e.g. 0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10', hint),
			...(external
				? [typedMode('By External ID', 'externalId', 'e.g. erp-1042', 'Your own ID of the record')]
				: []),
			...known.map(({ by, field }) =>
				typedMode(
					`By ${field.label.replace(/^\S+ /, '')}`,
					by,
					`e.g. ${String(field.example)}`,
					'Looked up; see If Missing in Reading Values',
				),
			),
		],
	} satisfies Partial<INodeProperties>;
}

/** The key of a record that other calls take as its ID. */
export const idOf = ({ identifiers: { record, number = '' } }: Pick<Resource, 'identifiers'>) =>
	record ?? number;

/** The picker of a record; in a tool a model is asked for the ID. */
export const recordLocators = (
	resource: Pick<Resource, 'identifiers' | 'label'>,
	locator: INodeProperties,
): INodeProperties[] => {
	const value = askedOfModel(
		'id',
		`The ${idOf(resource)}, as tools that list or create the record show it`,
	);
	const [own, asked] = forModel(locator, { __rl: true, mode: 'id', value });
	const modes = locator.modes?.map(({ displayName, name, type, typeOptions }) => ({
		displayName,
		name,
		type,
		...(typeOptions && { typeOptions }),
	}));
	return [own, { ...asked, modes }];
};

/** The picker of another record, as the fields that refer to it allow. */
export function relatedLocator({ resource, byId, as, byExternalId }: Related) {
	const { label = byId.label, role = byId.description } = as;
	return {
		displayName: label,
		description: role,
		...picker(label, resource, {
			external: byExternalId !== undefined,
			named: as.by === 'name',
			known: KNOWN_BY.filter((one) => one.resource === resource && one.by !== as.by),
		}),
	};
}

/** Pick lists for the records that a write refers to; a mapper's columns can have none. */
function relatedParameters(resource: Resource): INodeProperties[] {
	const related = relatedOf(resource.fields);
	if (related.length === 0) return [];
	const writes = writesOf(resource);
	const pickers = [...new Map(related.map((each) => [each.resource, each])).values()]
		.map((each): INodeProperties => {
			const fields = related.filter((other) => other.resource === each.resource);
			// A picker is offered for the writes whose body has a field for it.
			const sending = writes.filter((write) =>
				fields.some(({ byId }) => belongsTo(byId, writeOf(write))),
			);
			return {
				...relatedLocator(each),
				name: each.resource,
				...(sending.length < writes.length && {
					displayOptions: { show: { '/operation': sending } },
				}),
			};
		})
		.sort(byText('displayName'));
	// Most records belong to a company, so its picker is there without being added; left empty, it is not sent.
	const company = pickers.find(({ name, displayOptions }) => name === 'company' && !displayOptions);
	return [
		{
			displayName: 'Related Records',
			name: 'related',
			type: 'collection',
			placeholder: 'Add record',
			default: { ...(company && { company: company.default as INodeParameterResourceLocator }) },
			displayOptions: { show: { operation: writes } },
			description: 'They take precedence over IDs in Fields',
			options: pickers,
		},
	];
}

/** The resource mapper of every write, one for all that may create; and of Find. */
function mappers(resource: Resource): INodeProperties[] {
	const writes = writesOf(resource);
	const others = ['update', 'sync'].filter((operation) => writes.includes(operation));
	const creating = writes.filter((operation) => !others.includes(operation));
	const find = resource.operations.filter((operation) => operation === 'find');
	return [creating, find, ...others.map((operation) => [operation])]
		.filter((operations) => operations.length > 0)
		.map((operations) => ({ operations, operation: operations[0] }))
		.map(({ operations, operation }) => ({
			displayName: 'Fields',
			name: 'fields',
			type: 'resourceMapper',
			noDataExpression: true,
			default: {
				mappingMode: operation === 'sync' ? 'autoMapInputData' : 'defineBelow',
				value: null,
			},
			required: operation !== 'sync',
			description: 'What is not set is not sent. Columns match by name, in any spelling.',
			displayOptions: { show: { operation: operations } },
			typeOptions: {
				// The editor empties a mapper when what it depends on changes.
				...(dependsOnWrite(resource) && { loadOptionsDependsOn: ['operation'] }),
				resourceMapper: {
					resourceMapperMethod: 'getColumns',
					// `update` would ask for columns to match on; the record is picked above instead.
					mode: 'add',
					addAllFields: operation !== 'update',
					refreshStaleSchemaOnOpen: true,
				},
			},
		}));
}

/** A sentence in the form. */
export const notice = (
	name: string,
	displayName: string,
	show: Record<string, string[]>,
): INodeProperties => ({
	...{ displayName, name, type: 'notice', default: '' },
	displayOptions: { show },
});

/** The name of the parameter that says where the rows of a field come from. */
export const rowSource = (field: Field) => `${field.name}Source`;
/** The name of the parameter that holds the rows as JSON. */
export const rowJson = (field: Field) => `${field.name}Json`;

/** A list of objects as rows to fill in, or taken as it is from a field of the item. */
function rowParameters(resource: Resource, field: Field): INodeProperties[] {
	const { description, label, name, rows = [] } = field;
	const show = {
		operation: writesOf(resource).filter((write) => belongsTo(field, writeOf(write))),
	};
	return [
		{
			displayName: `${label} Source`,
			name: rowSource(field),
			type: 'options',
			options: describedChoices({
				rows: ['Enter Rows Here', 'Entered row by row'],
				json: ['From Input Field', 'Taken from a field of the item'],
			}),
			default: 'rows',
			displayOptions: { show },
			description: `Where the ${label.toLowerCase()} come from`,
		},
		{
			displayName: label,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add row',
			default: {},
			displayOptions: { show: { ...show, [rowSource(field)]: ['rows'] } },
			description,
			options: [{ displayName: 'Row', name: 'row', values: rows.map(rowField) }],
		},
		{
			displayName: `${label} (JSON)`,
			name: rowJson(field),
			type: 'json',
			default: `={{ $json.${name} }}`,
			displayOptions: { show: { ...show, [rowSource(field)]: ['json'] } },
			description: `${description}. A list of objects with the keys ${rows.map((row) => row.name).join(', ')}.`,
		},
	];
}

function rowField(field: Field): INodeProperties {
	const { description, label: displayName, name, refersTo, type } = field;
	const base = { displayName, name, description };
	if (refersTo?.by === 'id') {
		return { ...relatedLocator({ resource: refersTo.resource, byId: field, as: refersTo }), name };
	}
	const searched = searchedFor(field);
	if (searched) {
		return {
			...base,
			...picker(displayName, searched, { hint: 'The value as the service knows it' }),
		};
	}
	// Numbers too: an untouched number field would be sent as 0.
	const text = (example: unknown): INodeProperties => ({
		...base,
		type: 'string',
		default: '',
		placeholder: `e.g. ${String(example)}`,
	});
	switch (type) {
		case 'boolean':
			// Not a switch: an untouched one would be sent as false.
			return {
				...base,
				type: 'options',
				options: choices({ false: 'No', '': 'Not Set', true: 'Yes' }),
				default: '',
			};
		case 'rows':
		case 'object': {
			const column = onlyColumn(field);
			if (column) return text(field.example ?? column.example ?? 'a, b');
			return {
				...base,
				type: 'json',
				default: untouchedJson(field),
				description: `${description}, e.g. ${jsonExample(field)}`,
			};
		}
		case 'any':
			return text(jsonExample(field));
		case 'dateTime':
			return { ...base, type: 'dateTime', default: '' };
		default:
			return text(field.example ?? field.knownValues?.[0]);
	}
}

/** The one field of rows that have no other: they can be written as texts, separated by commas. */
export const onlyColumn = ({ type, rows = [] }: Field): Field | undefined =>
	type === 'rows' && rows.length === 1 ? rows[0] : undefined;

/** What a JSON field starts with, so that the editor finds no error in it; left so, nothing is sent. */
export const untouchedJson = ({ type }: Field): string | undefined =>
	type === 'rows' ? '[]' : type === 'object' ? '{}' : undefined;

/** How such a value is written as JSON. */
function jsonExample({ example, rows }: Field): string {
	if (!rows) return typeof example === 'string' ? JSON.stringify(example) : '{"key": "value"}';
	const telling = rows.find((row) => row.example ?? row.default) ?? rows[0];
	return `[{"${telling.name}": ${JSON.stringify(telling.example ?? telling.default)}}]`;
}

/** Whether its rows are lines: each is about an item of the service. */
export const hasLines = ({ rows = [] }: Field): boolean => rows.some(namesItem);

export const namesItem = ({ refersTo }: Field): boolean => refersTo?.resource === 'item';

/** Empty is not the same as absent: what is to be emptied is named. */
function clearParameter({ fields, identifiers, operations }: Resource): INodeProperties[] {
	const operation = operations.filter((write) => write === 'update' || write === 'upsert');
	const clearable = fields.filter(
		(field) => field.only !== 'create' && field.required === undefined && field.nullable !== false,
	);
	if (operation.length === 0 || clearable.length === 0) return [];
	return [
		{
			displayName: 'Fields to Clear',
			name: 'fieldsToClear',
			type: 'multiOptions',
			options: clearable
				.filter((field) => field.name !== identifiers.external)
				.map((field) => ({ name: field.label, value: field.name }))
				.sort(byText('name')),
			default: [],
			displayOptions: { show: { operation } },
			description: 'Fields to empty, which are sent as null',
		},
	];
}

/** The fields of a write by their types, once for the AI builder: a mapper shows it none. */
export function fieldHints(resource: Resource): IBuilderHintVariation[] {
	const fields = recordFields(resource).filter(({ type, required }) => type !== 'rows' || required);
	const byType = new Map<string, string[]>();
	for (const { name, type, only, required, knownValues = [] } of fields) {
		const notes = [
			...(only ? [`${only} only`] : []),
			...(required ? ['required'] : []),
			...(knownValues.length > 0 ? [knownValues.join(' | ')] : []),
		];
		const field = notes.length > 0 ? `${name} (${notes.join(', ')})` : name;
		const kind = type === 'rows' ? 'beside it' : type;
		byType.set(kind, [...(byType.get(kind) ?? []), field]);
	}
	const lines = [...byType].map(([kind, names]) => `${kind}: ${names.join(', ')}`);
	lines.unshift('fields.value, with mappingMode "defineBelow", takes by type:');
	return [{ content: lines.join('\n') }];
}
