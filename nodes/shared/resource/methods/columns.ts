import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
	ResourceMapperField,
} from 'n8n-workflow';

import { loadChoices, wordsInUse } from './choices';
import { titleCase } from '../../description';
import { labelOf, noticeOf } from './entries';
import {
	type Resource,
	writeOf,
	belongsTo,
	dependsOnWrite,
	isRequired,
	writesOf,
	type Write,
	recordFields,
} from '../definition/resource';
import { settle, type Failure } from '../../http';
import { columnTypes, type Field } from '../../schema/types';

/** The columns of the mapper for the chosen operation, with what the service offers to pick from. */
export async function loadColumns(
	context: ILoadOptionsFunctions,
	resource: Resource,
): Promise<ResourceMapperFields> {
	const operation = String(context.getNodeParameter('operation', 'create'));
	const choices = await choicesOfFields(context, resource);
	const fields = columnsOf(resource, writeOf(operation), choices);
	const [usual] = resource.findBy ?? [];
	const used = context.getCurrentNodeParameter('findBy') ?? usual;
	// What a record is found by comes first.
	const place = ({ id }: ResourceMapperField) =>
		operation === 'findOrCreate' && id === used ? 0 : 1;
	return { fields: fields.sort((one, other) => place(one) - place(other)) };
}

/** The choices of the fields that have some. A list that cannot be read leaves its field as text. */
async function choicesOfFields(
	context: ILoadOptionsFunctions,
	resource: Resource,
): Promise<Choices> {
	const choices = new Map<string, INodePropertyOptions[] | string>();
	// Read beside the others, so that a form waits for the slower one only.
	const words = wordsOf(context, resource);
	for (const { name, optionsFrom } of resource.fields) {
		if (!optionsFrom) continue;
		const found = await settle(loadChoices(context, resource, optionsFrom));
		if (!found.ok) {
			choices.set(name, `list not loaded: ${reasonOf(found.failure)}`);
			continue;
		}
		const { choices: offered, notice } = found.value;
		const isUseless = offered.length === 0 && notice.length > 0;
		choices.set(name, isUseless ? `list has no ${optionsFrom.value}` : [...offered, ...notice]);
	}
	for (const [name, values] of await words) {
		const offered = [...new Set([...values, ...mappedText(context, name)])];
		if (offered.length > 0) choices.set(name, [...offered.map(asChoice), ...noticeOf([OTHERS])]);
	}
	return choices;
}

/** The words in use of the fields that hold some; none where no records can be read. */
async function wordsOf(context: ILoadOptionsFunctions, resource: Resource) {
	const fields = recordFields(resource).filter(({ isWord }) => isWord);
	// A model may define a text, and chooses from no list.
	const isTool = context.getNode().type.endsWith('Tool');
	if (fields.length === 0 || isTool) return [];
	const used = await settle(wordsInUse(context, resource, fields));
	return used.ok ? used.value : [];
}

const OTHERS = 'Any other value: switch to Expression and type it';

const asChoice = (value: string): INodePropertyOptions => ({ name: value, value });

/** The text that is mapped to a field: it stays valid, whatever the records show. */
function mappedText(context: ILoadOptionsFunctions, name: string): string[] {
	const fields = context.getCurrentNodeParameter('fields') as { value?: IDataObject } | undefined;
	const text = fields?.value?.[name];
	return typeof text === 'string' && text !== '' && !text.startsWith('=') ? [text] : [];
}

/** Why a list was not loaded, in words of our own: what a service says is no heading. */
const reasonOf = ({ kind, message }: Failure): string =>
	kind === 'input' ? labelOf(message).replaceAll('<', '‹') : (REASONS[kind] ?? 'no such list');

const REASONS: Partial<Readonly<Record<Failure['kind'], string>>> = {
	unauthorized: 'the token is not accepted',
	forbidden: 'the token lacks the permission',
	rateLimited: 'the service asks to wait',
	unavailable: 'the service is not available',
};

/** The choices that were found for a field, or why there are none. */
export type Choices = ReadonlyMap<string, INodePropertyOptions[] | string>;

/**
 * The columns of the resource mapper: the fields of the body that are not rows. Where all writes take
 * the same fields they also get the same columns, because the editor keeps columns, with what was mapped,
 * when the operation changes. What only some writes need is marked in its name: a mark that n8n knows
 * would stay too, and keep the others from running.
 */
export function columnsOf(
	resource: Resource,
	write: Write,
	choices: Choices = new Map(),
): ResourceMapperField[] {
	const writes = writesOf(resource).map(writeOf);
	const needing = dependsOnWrite(resource) ? [write] : writes;
	return recordFields(resource)
		.filter((field) => field.type !== 'rows' && belongsTo(field, write))
		.map((field) => {
			const isNeeded = needing.every((each) => isRequired(field, each, resource));
			const found = choices.get(field.name) ?? knownChoices(field);
			const type = columnTypes[field.type as keyof typeof columnTypes];
			return {
				id: field.name,
				displayName: nameOf(field, [
					...(isRequired(field, write, resource) && !isNeeded ? ['required'] : []),
					...(typeof found === 'string' ? [found] : []),
				]),
				// What Related Records may give is checked when the node runs.
				required: isNeeded && field.refersTo === undefined,
				defaultMatch: false,
				canBeUsedToMatch: false,
				display: true,
				...(typeof found === 'string' || found.length === 0
					? { type }
					: { type: 'options' as const, options: found }),
				...(field.type === 'object' && { defaultValue: '{}' }),
				removed: isAddedByHand(field) && !isNeeded,
			};
		});
}

/**
 * A switch shown is a switch sent, and empty JSON is marked as an error; what Related Records picks from
 * a list need not be shown twice.
 */
const isAddedByHand = ({ type, refersTo }: Field) =>
	type === 'boolean' || type === 'object' || refersTo !== undefined;

const nameOf = ({ label }: Field, notes: readonly string[]) =>
	notes.length === 0 ? label : `${label} (${notes.join('; ')})`;

/** What the editor offers; by expression, any other value can be given. */
const knownChoices = ({ isChoice, knownValues = [] }: Field): INodePropertyOptions[] =>
	isChoice ? knownValues.map((value) => ({ name: titleCase(value), value })) : [];
