import type { FieldType, INodePropertyOptions, ResourceMapperField } from 'n8n-workflow';

import type { Field } from '../../schema/types';
import type { Resource } from '../definition/resource';
import { recordFields } from '../description/bulkParameters';
import { titleCase } from '../description/wording';
import {
	belongsTo,
	dependsOnWrite,
	isRequired,
	writeOf,
	writesOf,
	type Write,
} from '../definition/writes';

const columnTypes: Readonly<Record<Exclude<Field['type'], 'rows'>, FieldType>> = {
	text: 'string',
	textOrInteger: 'string',
	number: 'number',
	integer: 'number',
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	texts: 'string',
	object: 'object',
	any: 'string',
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
