import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { code, paragraphs, table } from './markdown';

/** The part of a page that comes from a node's own parameters. */
export function otherSections(properties: readonly INodeProperties[]): string {
	const own = properties.filter(
		({ name, type, options = [] }) =>
			!['operation', 'options'].includes(name) &&
			!(name === 'resource' && options.length === 1) &&
			type !== 'notice',
	);
	// One row for a parameter that differs by resource.
	const shown = own
		.filter(({ name }, index) => own.findIndex((other) => other.name === name) === index)
		.map((parameter) => {
			const { name, description = name === 'filters' ? 'Narrows the list' : '' } = parameter;
			return own.filter((one) => one.name === name).length > 1
				? {
						...parameter,
						options: [],
						description: `${sentence(description)} Depends on Resource.`,
					}
				: { ...parameter, description: withCondition(description, shownWhen(parameter, own)) };
		});
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

/**
 * The rows of a parameter, and of all that it holds.
 *
 * @param before what stands before its name in the node
 */
export function rowsOf(property: INodeProperties, before = ''): string[][] {
	const { displayName, name, type, options = [] } = property;
	const path = before + name;
	const row = [displayName, code(path), defaultOf(property), whatItIs(property)];
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

/** A description of one sentence ends without a full stop; where another follows, it needs one. */
const sentence = (text: string) => (text === '' || text.endsWith('.') ? text : `${text}.`);

function whatItIs({ type, description = '', options = [] }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return description;
	const choices = (options as INodePropertyOptions[]).map(
		({ name, value }) => `${name} (${code(String(value))})`,
	);
	if (choices.length === 0) return description;
	return `${sentence(description)} One of ${choices.join(', ')}`.trim();
}

const withCondition = (text: string, condition: string) =>
	condition === '' ? text : `${sentence(text)} ${condition}`.trim();

/** For which choices of another parameter the editor shows this one. */
function shownWhen({ displayOptions }: INodeProperties, own: INodeProperties[]) {
	const conditions = Object.entries(displayOptions?.show ?? {}).flatMap(([name, values = []]) => {
		const other = own.find((one) => one.name === name);
		if (!other) return [];
		const choices = values.map((value) => nameOfChoice(other, value));
		return [`${other.displayName} is ${choices.join(' or ')}`];
	});
	if (conditions.length === 0) return '';
	return `Shown when ${conditions.join(' and ')}.`;
}

function nameOfChoice({ options = [] }: INodeProperties, value: unknown): string {
	const choice = (options as INodePropertyOptions[]).find((one) => one.value === value);
	return choice?.name ?? String(value);
}
