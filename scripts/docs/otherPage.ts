import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { code, paragraphs, table } from './markdown';

/** The part of a page that comes from a node's own parameters. */
export function otherSections(properties: readonly INodeProperties[]): string {
	const own = properties.filter(
		({ name, type }) => !['resource', 'operation', 'options'].includes(name) && type !== 'notice',
	);
	// One row for a parameter that differs by resource.
	const shown = own
		.filter(({ name }, index) => own.findIndex((other) => other.name === name) === index)
		.map((parameter) =>
			own.filter(({ name }) => name === parameter.name).length > 1
				? {
						...parameter,
						options: [],
						description: `${parameter.description ?? 'Narrows the list'} Depends on Resource.`,
					}
				: parameter,
		);
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	return paragraphs(
		'## Parameters',
		table(
			['Parameter', 'Name', 'Default', 'What it is'],
			shown.flatMap((each) => rowsOf(each)),
		),
		'## Options',
		table(
			['Option', 'Name', 'Default', 'What it is'],
			(options as INodeProperties[]).flatMap((each) => rowsOf(each, 'options.')),
		),
	);
}

function rowsOf(property: INodeProperties, before = ''): string[][] {
	const { displayName, name, type, description = '', options = [] } = property;
	const path = before + name;
	const row = [displayName, code(path), defaultOf(property), description + choicesOf(property)];
	if (type === 'collection') {
		return [row, ...(options as INodeProperties[]).flatMap((each) => rowsOf(each, `${path}.`))];
	}
	if (type === 'fixedCollection') {
		const groups = options as INodePropertyCollection[];
		return [
			row,
			...groups.flatMap((group) =>
				group.values.flatMap((each) => rowsOf(each, `${path}.${group.name}.`)),
			),
		];
	}
	return [row];
}

function defaultOf({ type, default: value }: INodeProperties): string {
	if (['collection', 'fixedCollection', 'resourceLocator', 'resourceMapper'].includes(type))
		return '';
	if (value === '' || (Array.isArray(value) && value.length === 0)) return '';
	return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function choicesOf({ type, options = [] }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return '';
	const choices = (options as INodePropertyOptions[]).map(
		({ name, value }) => `${name} (${code(String(value))})`,
	);
	return choices.length > 0 ? `. One of ${choices.join(', ')}` : '';
}
