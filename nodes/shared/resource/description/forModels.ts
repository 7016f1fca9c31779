import type { IBuilderHintVariation, INodeProperties } from 'n8n-workflow';

import { askedOfModel, forModel } from '../../description';
import { recordFields, type Resource } from '../definition/resource';

/** What models read of a record node: by an agent of each tool, by the AI builder of the fields of a write. */

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

/** The fields of a write by their types, once for the AI builder: a mapper shows it none. */
export function fieldHints(resource: Resource): IBuilderHintVariation[] {
	const fields = recordFields(resource).filter(({ type }) => type !== 'rows');
	const byType = new Map<string, string[]>();
	for (const { name, type, only, required, knownValues = [] } of fields) {
		const notes = [
			...(only ? [`${only} only`] : []),
			...(required ? ['required'] : []),
			...(knownValues.length > 0 ? [knownValues.join(' | ')] : []),
		];
		const field = notes.length > 0 ? `${name} (${notes.join(', ')})` : name;
		byType.set(type, [...(byType.get(type) ?? []), field]);
	}
	const lines = [...byType].map(([type, names]) => `${type}: ${names.join(', ')}`);
	const content = ['fields.value, with mappingMode "defineBelow", takes by type:', ...lines].join(
		'\n',
	);
	return [{ content }];
}
