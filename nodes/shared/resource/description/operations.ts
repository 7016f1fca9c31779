import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Resource } from '../definition/resource';
import { findWords } from './findParameters';
import { article } from './wording';

/** The Resource dropdown. One option too: the actions panel and AI tools are built from it. */
export function resourceParameter(
	resources: ReadonlyArray<Pick<Resource, 'name' | 'label'>>,
): INodeProperties {
	const first = resources[0].name;
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, label }) => ({ name: label, value: name })),
		default: first,
	};
}

/** The operations of a resource as options: names in Title Case, actions as sentences. */
function operationsOf(resource: Resource): INodePropertyOptions[] {
	const one = resource.label.toLowerCase();
	const many = resource.plural.toLowerCase();
	const a = article(resource.label);
	const standard: Record<string, Omit<INodePropertyOptions, 'value'>> = {
		create: { name: 'Create', action: `Create ${a} ${one}`, description: `Create ${a} ${one}` },
		upsert: {
			name: 'Create or Update',
			action: `Create or update ${a} ${one} by external ID`,
			description: `Create ${a} ${one}, or update the one with the same external ID (upsert)`,
		},
		delete: {
			name: 'Delete',
			action: `Delete ${a} ${one} by archiving it`,
			description: `Archive ${a} ${one}: it is kept, and may be hidden from lists`,
		},
		findOrCreate: {
			name: 'Find or Create',
			action: `Find or create ${a} ${one} by ${findWords(resource)}`,
			description: `Find ${a} ${one} by ${findWords(resource)}, and create it only if there is none`,
		},
		get: { name: 'Get', action: `Get ${a} ${one}`, description: `Retrieve one ${one}` },
		getAll: {
			name: 'Get Many',
			action: `Get many ${many}`,
			description: `Retrieve many ${many}`,
		},
		getChanges: {
			name: 'Get Changes',
			action: `Get ${many} that have changed`,
			description: `Retrieve the ${many} that were created or changed since an earlier run`,
		},
		update: {
			name: 'Update',
			action: `Update ${a} ${one}`,
			description: `Change fields of ${a} ${one}; fields that are not sent keep their values`,
		},
	};
	const further = [...(resource.extraReads ?? []), ...(resource.bulk ? [resource.bulk] : [])];
	return [
		...resource.operations.map((operation) => ({ ...standard[operation], value: operation })),
		...further.map(({ operation, label, action, description }) => ({
			name: label,
			value: operation,
			action,
			description,
		})),
	].sort(byText('name'));
}

/**
 * The Operation dropdown, twice: a new tool of an AI agent starts with reading.
 *
 * Only the tool's has `show.resource`: by the first that has it n8n names a node that is added, and
 * describes a tool to the model. The actions of the node panel come from the first dropdown of all.
 */
export function operationParameters(resource: Resource): INodeProperties[] {
	const options = operationsOf(resource);
	const defaultOf = (...wanted: string[]) =>
		wanted.find((operation) => options.some(({ value }) => value === operation)) ??
		options[0].value;
	return [
		dropdown(options, defaultOf('create'), { hide: { '@tool': [true] } }),
		dropdown(options, defaultOf('getAll', 'get'), {
			show: { resource: [resource.name], '@tool': [true] },
		}),
	];
}

const dropdown = (
	options: INodePropertyOptions[],
	first: INodeProperties['default'],
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions,
	options,
	default: first,
});
