import type { IExecuteFunctions } from 'n8n-workflow';

import { itemReader, valueOf, type Definition, type Parameter } from '../../../execution';
import { badInput } from '../../../http';
import { looseKey, type Field } from '../../../schema/types';
import { showSome, show } from '../../../schema/limits';
import { readValue } from '../../../schema/values';

/** Fields that a parameter names. */
export interface FieldNames {
	/** Wire names; what is no field stays as it was given. */
	readonly names: readonly string[];
	/** Those that are no field. */
	readonly unknown: readonly string[];
}

/**
 * Names of fields, none for null: a list or, as expressions and models give them, text such as `a, b` or `["a", "b"]`.
 * Anything else is refused, such as an expression without a value.
 *
 * @param fields those that can be named, by wire name or by label
 */
export const fieldNamesOf = (
	definition: Definition,
	fields: ReadonlyArray<Pick<Field, 'name' | 'label'>>,
): Parameter<FieldNames> =>
	valueOf(definition, (given, path) => {
		const texts = readValue('texts', given === null ? [] : given, '') as string[] | undefined;
		if (!texts) {
			throw badInput(
				path,
				`${definition.displayName} ${given === undefined ? 'has no value' : `is ${show(given)}`}`,
				'Pick the fields, or enter their names as a list or as text separated by commas.',
			);
		}
		const wanted = texts.map((text) => text.trim()).filter((text) => text !== '');
		const found = wanted.map((text) => {
			const isMeant = ({ name, label }: Pick<Field, 'name' | 'label'>) =>
				looseKey(name) === looseKey(text) || looseKey(label) === looseKey(text);
			return { text, field: fields.find(({ name }) => name === text) ?? fields.find(isMeant) };
		});
		return {
			names: [...new Set(found.map(({ text, field }) => field?.name ?? text))],
			unknown: found.filter(({ field }) => !field).map(({ text }) => text),
		};
	});

/** Prepares the reading of the fields that an item clears, by wire name. */
export function fieldsToClearReader(
	context: IExecuteFunctions,
	label: string,
	fields: readonly Field[],
): (item: number) => readonly string[] {
	const read = itemReader(context, { clear: fieldNamesOf(TO_CLEAR, fields) });
	return (item) => {
		const { names, unknown } = read(item).clear;
		if (unknown.length === 0) return names;
		throw badInput(
			TO_CLEAR.name,
			`${TO_CLEAR.displayName} names ${showSome(unknown)}, which is no field of the ${label.toLowerCase()}`,
			`Use ${fields.map((field) => field.label).join(', ')}.`,
		);
	};
}

const TO_CLEAR = { displayName: 'Fields to Clear', name: 'fieldsToClear', default: [] };
