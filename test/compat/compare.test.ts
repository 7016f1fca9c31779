import { compareSnapshots } from './compare';
import type { Column, NodeVersion, Parameter, Snapshots } from './types';

/** The same, to be changed. */
type Draft<T> = T extends object ? { -readonly [K in keyof T]: Draft<T[K]> } : T;

const show = (operation: string[], more = {}) => ({ show: { operation, ...more } });
const text = (name: string, more: Partial<Draft<Parameter>> = {}): Draft<Parameter> => ({
	name,
	type: 'string',
	default: '',
	...more,
});

/** A package with one node and one credential. */
const made = (): Draft<Snapshots> => {
	const column: Column = { name: 'name', type: 'string' };
	const version: NodeVersion = {
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'api', required: true }],
		parameters: [
			{ name: 'operation', type: 'options', default: 'get', values: ['get', 'getAll', 'create'] },
			text('recordId', { displayOptions: show(['get']), modes: ['list', 'id'] }),
			text('fields', { displayOptions: show(['create']) }),
			text('fields', { displayOptions: show(['getAll']), required: true }),
			{
				...text('filters', { type: 'collection', default: {}, displayOptions: show(['getAll']) }),
				parameters: [text('search'), text('view')],
			},
			{
				...text('rows', { type: 'fixedCollection', default: {}, multipleValues: true }),
				groups: { row: [text('price')] },
			},
		],
		columns: { 'fields operation=create': [column] },
	};
	const snapshots: Snapshots = {
		nodes: {
			company: {
				type: 'package.company',
				defaultVersion: 1,
				versions: { '1': version },
				outputKeys: { 'v1.0.0/company/get': ['id', 'name'] },
			},
		},
		credentials: { api: { name: 'api', fields: [text('baseUrl'), text('token')] } },
	};
	return structuredClone(snapshots) as Draft<Snapshots>;
};

/** The changes that come of a change to the package, as lines. */
function changesOf(change: (snapshots: Draft<Snapshots>, version: Draft<NodeVersion>) => void) {
	const after = made();
	change(after, after.nodes.company.versions['1']);
	return compareSnapshots(made(), after).map(
		({ breaks, where, what }) => `${breaks ? 'breaks' : 'adds'} ${where}: ${what}`,
	);
}

type Change = Parameters<typeof changesOf>[0];
const parameter = (version: Draft<NodeVersion>, name: string) =>
	version.parameters.find((each) => each.name === name) as Draft<Parameter>;

describe('breaks', () => {
	it.each<[string, Change, RegExp]>([
		['a node that is gone', (all) => delete all.nodes.company, /company: the node is gone/],
		[
			'a version that is gone',
			({ nodes: { company } }) => (company.versions = { '2': company.versions['1'] }),
			/company › version 1: this version is gone/,
		],
		[
			'another package name',
			({ nodes }) => (nodes.company.type = 'other.company'),
			/was "package.company", is "other.company"/,
		],
		[
			'a parameter that is gone',
			(_, version) => version.parameters.pop(),
			/version 1 > rows: the parameter is gone/,
		],
		[
			'a parameter that is gone where there are others of its name',
			(_, version) => version.parameters.splice(2, 1),
			/fields \(create\): the parameter is gone/,
		],
		[
			'another name of a parameter',
			(_, version) => (parameter(version, 'recordId').name = 'id'),
			/recordId \(get\): the parameter is gone/,
		],
		[
			'another type',
			(_, version) => (parameter(version, 'recordId').type = 'number'),
			/recordId \(get\): type was "string", is "number"/,
		],
		[
			'another default',
			(_, version) => (parameter(version, 'recordId').default = 'x'),
			/recordId \(get\): default was "", is "x"/,
		],
		[
			'a parameter that is required now',
			(_, version) => (parameter(version, 'recordId').required = true),
			/recordId \(get\): required now/,
		],
		[
			'a new parameter that is required and empty',
			(_, version) => version.parameters.push(text('partner', { required: true })),
			/partner: new, required and empty/,
		],
		[
			'an operation that is gone',
			(_, version) => (parameter(version, 'operation').values = ['get', 'getAll']),
			/operation: the operation "create" is gone/,
		],
		[
			'another value of an option',
			(_, version) => (parameter(version, 'operation').values = ['get', 'getMany', 'create']),
			/operation: the operation "getAll" is gone/,
		],
		[
			'a mode that is gone',
			(_, version) => (parameter(version, 'recordId').modes = ['list']),
			/recordId \(get\): the mode "id" is gone/,
		],
		[
			'a parameter that is shown for less',
			(_, version) => (parameter(version, 'recordId').displayOptions = show(['get'], { a: [1] })),
			/recordId \(get\): shown was .* hidden now/,
		],
		[
			'a parameter that is hidden for more',
			(_, version) => (parameter(version, 'rows').displayOptions = { hide: { a: [1] } }),
			/rows: shown was none, is .* hidden now/,
		],
		[
			'an entry of a collection that is gone',
			(_, version) => parameter(version, 'filters').parameters?.pop(),
			/filters \(getAll\) > view: the parameter is gone/,
		],
		[
			'an entry of a fixed collection that is gone',
			(_, version) => (parameter(version, 'rows').groups = { row: [] }),
			/rows > row > price: the parameter is gone/,
		],
		[
			'a group that is gone',
			(_, version) => (parameter(version, 'rows').groups = {}),
			/rows > row: the group is gone/,
		],
		[
			'a list that is none any more',
			(_, version) => delete parameter(version, 'rows').multipleValues,
			/rows: a list, or no list/,
		],
		[
			'a column that is gone',
			(_, version) => version.columns['fields operation=create'].pop(),
			/fields operation=create › column name: gone/,
		],
		[
			'a column that is required now',
			(_, version) => (version.columns['fields operation=create'][0].required = true),
			/column name: required now/,
		],
		[
			'a new column that is required',
			(_, version) =>
				version.columns['fields operation=create'].push({
					name: 'x',
					type: 'string',
					required: true,
				}),
			/column x: new and required/,
		],
		[
			'another output',
			(_, version) => (version.outputs = ['main', 'main']),
			/outputs was \["main"\], is \["main","main"\]/,
		],
		[
			'another name of an output',
			(_, version) => (version.outputNames = ['done']),
			/output names was none, is \["done"\]/,
		],
		[
			'a node that is no tool any more',
			(_, version) => (version.usableAsTool = false),
			/no tool any more/,
		],
		[
			'a credential that a node does not take any more',
			(_, version) => (version.credentials = []),
			/credential api: the node does not take/,
		],
		[
			'an output key that is gone',
			({ nodes }) => nodes.company.outputKeys['v1.0.0/company/get'].pop(),
			/output v1.0.0\/company\/get: the key name is gone/,
		],
		[
			'a credential type that is gone',
			(all) => delete all.credentials.api,
			/api: the credential type is gone/,
		],
		[
			'a field of a credential that is gone',
			({ credentials }) => credentials.api.fields.pop(),
			/api > token: the field is gone: credentials that set it/,
		],
		[
			'another default of a field',
			({ credentials }) => (credentials.api.fields[0].default = 'https://api.example'),
			/api > baseUrl: default was/,
		],
	])('%s', (_, change, said) => {
		const broken = changesOf(change).filter((line) => line.startsWith('breaks '));
		expect(broken).toEqual(expect.arrayContaining([expect.stringMatching(said)]));
	});
});

describe('only adds', () => {
	it.each<[string, Change, RegExp]>([
		['a node', ({ nodes }) => (nodes.deal = nodes.company), /deal: a new node/],
		[
			'a version, and new nodes are of it',
			({ nodes: { company } }) => {
				company.versions['2'] = company.versions['1'];
				company.defaultVersion = 2;
			},
			/company › version 2: a new version/,
		],
		[
			'a parameter',
			(_, version) => version.parameters.push(text('note')),
			/version 1 > note: a new parameter/,
		],
		[
			'an operation',
			(_, version) => parameter(version, 'operation').values?.push('delete'),
			/a new operation "delete"/,
		],
		[
			'another place where a parameter is shown',
			(_, version) => (parameter(version, 'recordId').displayOptions = show(['delete', 'get'])),
			/recordId \(get\): shown was/,
		],
		[
			'fewer places where a parameter is hidden',
			(_, version) => delete parameter(version, 'recordId').displayOptions,
			/recordId \(get\): shown was .* is none/,
		],
		[
			'a parameter that is not required any more',
			(_, version) => delete (version.parameters[3] as Draft<Parameter>).required,
			/fields \(getAll\): not required any more/,
		],
		[
			'an entry of a collection',
			(_, version) => parameter(version, 'filters').parameters?.push(text('more')),
			/filters \(getAll\) > more: a new parameter/,
		],
		[
			'a column',
			(_, version) =>
				version.columns['fields operation=create'].push({ name: 'x', type: 'string' }),
			/column x: a new column/,
		],
		[
			'an output key',
			({ nodes }) => nodes.company.outputKeys['v1.0.0/company/get'].push('email'),
			/a new key email/,
		],
		[
			'a field of a credential',
			({ credentials }) => credentials.api.fields.push(text('note')),
			/api > note: a new field/,
		],
	])('%s', (_, change, said) => {
		const changes = changesOf(change);
		expect(changes.filter((line) => line.startsWith('breaks '))).toEqual([]);
		expect(changes).toEqual(expect.arrayContaining([expect.stringMatching(said)]));
	});
});

it('the order of parameters, values and places does not count', () => {
	expect(
		changesOf((_, version) => {
			parameter(version, 'operation').values?.reverse();
			parameter(version, 'filters').parameters?.reverse();
			version.parameters.reverse();
		}),
	).toEqual([]);
});
