import type { IExecuteFunctions } from 'n8n-workflow';

import { badInput } from '../../../http';
import type { Field } from '../../../schema/types';
import { looseKey } from '../../../schema/sameValue';
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
 * Reads names of fields, none for null: a list or, as expressions and models give them, text such as `a, b` or `["a", "b"]`.
 *
 * @param fields those that can be named, by wire name or by label
 * @throws Failure for anything else, such as an expression without a value
 */
export function readFieldNames(
	given: unknown,
	{ name: parameter, displayName }: { readonly name: string; readonly displayName: string },
	fields: ReadonlyArray<Pick<Field, 'name' | 'label'>>,
): FieldNames {
	const texts = readValue('texts', given === null ? [] : given, '') as string[] | undefined;
	if (!texts) {
		throw badInput(
			parameter,
			`${displayName} ${given === undefined ? 'has no value' : `is ${show(given)}`}`,
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
}

/** The fields that an item clears, by wire name. */
export function readFieldsToClear(
	context: IExecuteFunctions,
	label: string,
	fields: readonly Field[],
	item: number,
): readonly string[] {
	const given = context.getNodeParameter('fieldsToClear', item, []) as unknown;
	const parameter = { name: 'fieldsToClear', displayName: 'Fields to Clear' };
	const { names, unknown } = readFieldNames(given, parameter, fields);
	if (unknown.length === 0) return names;
	throw badInput(
		parameter.name,
		`${parameter.displayName} names ${showSome(unknown)}, which is no field of the ${label.toLowerCase()}`,
		`Use ${fields.map((field) => field.label).join(', ')}.`,
	);
}
