import type {
	ILoadOptionsFunctions,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { deal } from '../../../nodes/Deal/WorkspaceRecordsDeal.node';
import { recordNode } from '../../../nodes/shared/resource';
import { packageNodes } from '../../../scripts/lib/definitions';

const nodes = packageNodes();

/** A parameter, wherever it is nested, with the names on the way to it. */
interface Found {
	path: string;
	property: INodeProperties;
}

const isGroup = (option: object): option is INodePropertyCollection => 'values' in option;
const isParameter = (option: object): option is INodeProperties => 'type' in option;

function walk(properties: INodeProperties[], before = ''): Found[] {
	return properties.flatMap((property): Found[] => {
		const path = before + property.name;
		const nested = (property.options ?? []).flatMap((option) => {
			if (isGroup(option)) return walk(option.values, `${path}.${option.name}.`);
			return isParameter(option) ? walk([option], `${path}.`) : [];
		});
		return [{ path, property }, ...nested];
	});
}

const choicesOf = ({ options = [] }: INodeProperties) =>
	options.filter((option): option is INodePropertyOptions => 'value' in option);

/** Words that stay small inside a title. */
const SMALL = /^(a|an|and|as|at|by|for|from|in|of|on|or|per|the|to|with)$/;

function isTitle(name: string): boolean {
	const words = name
		.replace(/[()›%]/g, ' ')
		.trim()
		.split(/\s+/);
	return words.every((word, index) => {
		const inside = index > 0 && index < words.length - 1;
		return /^[A-Z0-9]/.test(word) || (inside && SMALL.test(word));
	});
}

/** One sentence has no full stop, several have one each. */
const isProse = (text: string) =>
	/^[A-Z]/.test(text) && text.endsWith('.') === /[.?!;] [A-Z]/.test(text);

const fitsDefault: Record<string, (value: unknown, property: INodeProperties) => boolean> = {
	boolean: (value) => typeof value === 'boolean',
	number: (value, { typeOptions: { minValue = -Infinity, maxValue = Infinity } = {} }) =>
		typeof value === 'number' && value >= minValue && value <= maxValue,
	string: (value) => typeof value === 'string',
	json: (value) => typeof value === 'string',
	dateTime: (value) => value === '',
	options: (value, property) =>
		property.typeOptions?.loadOptionsMethod !== undefined ||
		choicesOf(property).some((choice) => choice.value === value),
	multiOptions: (value) => Array.isArray(value),
	// An entry that is there at first is empty.
	collection: (value, { options = [] }) =>
		Object.entries(value as INodeParameters).every(([name, preset]) =>
			(options as INodeProperties[]).some(
				(option) =>
					option.name === name && JSON.stringify(option.default) === JSON.stringify(preset),
			),
		),
	fixedCollection: (value) => typeof value === 'object' && value !== null,
	// Enrich and Score begin with the record of the item.
	resourceLocator: (value, { modes = [] }) =>
		[
			{ mode: modes[0]?.name, value: '' },
			{ mode: 'id', value: '={{ $json.id }}' },
		].some((one) => JSON.stringify(value) === JSON.stringify(one)),
	resourceMapper: (value) => /^{"mappingMode":"\w+","value":null}$/.test(JSON.stringify(value)),
	notice: () => true,
};

/** What n8n describes by itself, or shows as a title above other parameters. */
const speaksForItself = ({ name, type }: INodeProperties) =>
	['resource', 'operation', 'toolDescription'].includes(name) ||
	['notice', 'collection'].includes(type);

/** A label that says it all, as of a limit with its unit: a description would say that again in every definition for an AI builder. */
const isSaid = ({ displayName, type }: INodeProperties) =>
	displayName === 'Language' ||
	(type === 'number' && /^Max |^Records per |\((Seconds|Milliseconds)\)$/.test(displayName));

const placeholders: Record<string, RegExp> = {
	string: /^e\.g\. .+/,
	json: /^e\.g\. .+/,
	collection: /^Add [a-z ]+$/,
	fixedCollection: /^Add [a-z ]+$/,
};

const ACTION = /^[A-Z](?:[a-z ,()]|ID)+$/;

/** What is wrong with one parameter, in words. */
function faultsOf({ path, property }: Found): string[] {
	const { displayName, type, hint = '', placeholder = '', default: preset } = property;
	const { description = hint } = property;
	const faults: string[] = [];
	const check = (isGood: boolean, fault: string) => {
		if (!isGood) faults.push(`${path}: ${fault}`);
	};
	const isOfTools = property.displayOptions?.show?.['@tool'] !== undefined;
	const asked = isOfTools && JSON.stringify(preset).includes('={{ /*n8n-auto-generated');
	if (type !== 'notice') check(isTitle(displayName), `"${displayName}" is not in Title Case`);
	const fits = fitsDefault[type]?.(preset, property) === true;
	check(asked || fits, `default ${JSON.stringify(preset)}`);
	// What is filled in already shows no placeholder.
	const isEmpty = preset === '' || JSON.stringify(preset) === '{}';
	if (isEmpty) check(placeholders[type]?.test(placeholder) ?? true, `placeholder "${placeholder}"`);
	// What a model is asked for is described to the model, in the default.
	if (!speaksForItself(property) && !asked && (description || !isSaid(property)))
		check(isProse(description), `description "${description}"`);
	if (type === 'boolean') check(description.startsWith('Whether '), 'says no "Whether"');

	const choices = choicesOf(property);
	const names = choices.map(({ name }) => name);
	check(new Set(names).size === names.length, 'has two choices of one name');
	check(new Set(choices.map(({ value }) => value)).size === names.length, 'has one choice twice');
	// The node panel shows operations in their order.
	if (names.length > 4 && property.name !== 'operation') {
		const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en'));
		check(names.join() === sorted.join(), `choices are not sorted: ${names.join()}`);
	}
	for (const { name, description: about, action } of choices) {
		check(isTitle(name), `choice "${name}" is not in Title Case`);
		if (about !== undefined) check(isProse(about), `choice "${name}" is described "${about}"`);
		if (property.name !== 'operation') continue;
		check(ACTION.test(action ?? ''), `operation "${name}" has the action "${action}"`);
		// A tool has a text for each of its operations instead.
		check(about !== undefined || isOfTools, `operation "${name}" has no description`);
	}
	return faults;
}

/** Whether two parameters can be shown at once. */
function meet(one: INodeProperties, other: INodeProperties): boolean {
	const isHidden = (hiding: INodeProperties, shown: INodeProperties) =>
		Object.entries(hiding.displayOptions?.hide ?? {}).some(([key, values]) =>
			shown.displayOptions?.show?.[key]?.every((value) => values?.includes(value)),
		);
	if (isHidden(one, other) || isHidden(other, one)) return false;
	const [a, b] = [one, other].map(({ displayOptions }) => displayOptions?.show ?? {});
	return Object.keys(a).every(
		(key) => !(key in b) || a[key]?.some((value) => b[key]?.includes(value)),
	);
}

function doublesIn({ properties }: INodeTypeDescription): string[] {
	return properties.flatMap((one, index) =>
		properties
			.slice(index + 1)
			.filter((other) => other.name === one.name && meet(one, other))
			.map(() => `${one.name} stands twice`),
	);
}

describe.each(nodes.map((node) => ({ ...node, name: node.type.description.name })))(
	'$name',
	({ type: { description } }) => {
		it('has parameters that speak to people', () => {
			expect(walk(description.properties).flatMap(faultsOf)).toEqual([]);
		});

		it('has each parameter once', () => {
			expect(doublesIn(description)).toEqual([]);
		});
	},
);

describe('the nodes of the package', () => {
	const operationsOf = ({ type }: (typeof nodes)[number]) => {
		const found = type.description.properties.filter(({ name }) => name === 'operation');
		const all = found.flatMap(({ options }) => options as INodePropertyOptions[]);
		return [...new Set(all.map(({ value }) => value))];
	};

	it('are the record nodes with the operations of their definitions, and the supporting nodes', () => {
		for (const node of nodes) {
			if (!node.resource) continue;
			const { operations, bulk, extraReads = [] } = node.resource;
			const own = [...extraReads, ...(bulk ? [bulk] : [])].map(({ operation }) => operation);
			expect(operationsOf(node).sort()).toEqual([...operations, ...own].sort());
		}
		const supporting = nodes.filter(({ resource }) => resource === undefined);
		const names = ['Account', 'Calendar', 'Enrich', 'MigrationUpsert', 'Score', 'Transfer'];
		expect(supporting.map(({ type }) => type.description.name).sort()).toEqual(
			[...names, 'TransferTrigger', 'Trigger'].map((name) => `workspaceRecords${name}`),
		);
	});
});

describe('Column Names', () => {
	const fieldsOf = async (name: string) => {
		const { type } = nodes.find((node) => node.type.description.name === name)!;
		const found = walk(type.description.properties).find(
			({ path }) => path === 'options.reading.columnNames.column.field',
		);
		const { typeOptions, allowArbitraryValues } = found!.property;
		const list = type.methods?.loadOptions?.[String(typeOptions?.loadOptionsMethod)];
		const choices = (await list?.call({} as ILoadOptionsFunctions)) ?? [];
		return { allowArbitraryValues, names: choices.map(({ value }) => value) };
	};

	it('offers every field of a record, those of its lines and links, and to leave a column out', async () => {
		const { names, allowArbitraryValues } = await fieldsOf('workspaceRecordsOrder');
		expect(names).toEqual(
			expect.arrayContaining(['Leave Out', 'External ID', 'Price', 'Company Website']),
		);
		expect(new Set(names).size).toBe(names.length);
		expect(allowArbitraryValues).toBe(true);
	});

	it('offers no links to an order of a migration, which takes external IDs alone', async () => {
		const { names } = await fieldsOf('workspaceRecordsMigrationUpsert');
		expect(names).toEqual(expect.arrayContaining(['Leave Out', 'Order External ID', 'Quantity']));
		expect(names).not.toContain('Company Website');
	});
});

it('a node offers the workspace where only a further read takes it', () => {
	const { description } = recordNode({ ...deal, workspace: undefined }, []);
	const paths = walk(description.properties).map(({ path }) => path);
	expect(paths).toContain('options.requests.workspaceId');
});
