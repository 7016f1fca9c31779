import type { IBuilderHintVariation, INodeProperties } from 'n8n-workflow';

import { article, askedOfModel, forModel, toolDescription } from '../../description';
import { recordFields, type Resource } from '../definition/resource';

/** What models read of a record node: by an agent of each tool, by the AI builder of the fields of a write. */

const READS = 'It changes nothing.';

/** The key of a record that other calls take as its ID. */
const idOf = ({ identifiers: { record, number = '' } }: Pick<Resource, 'identifiers'>) =>
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

/** What each operation needs, returns and writes, for a model that chooses among tools. */
export function toolDescriptions(resource: Resource): INodeProperties[] {
	const { bulk, extraReads = [], fields, findBy = [], identifiers, operations } = resource;
	const one = resource.label.toLowerCase();
	const many = resource.plural.toLowerCase();
	const oneOf = `${article(one)} ${one}`;
	const id = idOf(resource);
	const { external } = identifiers;
	const starts = fields.some((field) => field.name === 'triggerWorkflows')
		? ' and may start workflows of the service'
		: '';
	const writes = `It writes at once${starts}.`;
	const creates = `Creates ${oneOf} and returns its ${id}. ${writes} Every call creates another.`;
	const standard: Record<string, string> = {
		confirmChanges: `Confirms that the changed ${many} are dealt with, so that they are not listed again.`,
		create: creates,
		delete: `Archives one ${one}. Needs its ${id}. It writes at once, and no tool undoes it.`,
		findOrCreate: `Finds the ${one} with this ${findBy.join(' or ')}, or creates it, and returns it. ${writes}`,
		get: `Returns one ${one}. Needs its ${id}. ${READS}`,
		getAll: `Lists ${many}, each with its ${id}, which other tools need. ${READS}`,
		getChanges: `Lists the ${many} created or changed since the call before. ${READS}`,
		sync: `Makes the ${many} equal to rows. It only says what it would do, unless a person lets agents write.`,
		update: `Changes the given fields of one ${one}. Needs its ${id}. ${writes}`,
		upsert: `Creates ${oneOf}, or updates the one with the same ${external}; returns its ${id}. Needs ${external}. ${writes}`,
	};
	const described = (operation: string, text: string) =>
		toolDescription(text, { operation: [operation] });
	return [
		...operations.map((operation) => described(operation, standard[operation])),
		...extraReads.map(({ description, operation }) =>
			described(operation, `${description}. ${READS}`),
		),
		...(bulk
			? [described(bulk.operation, `Creates ${many} and returns their IDs. ${writes}`)]
			: []),
	];
}

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
