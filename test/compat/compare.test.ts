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

const X: Column = { name: 'x', type: 'string' };
const PARTNER = text('partner', { required: true });
const TWO = ['main', 'main'];
const ONLY_A = show(['get'], { a: [1] });
const NOT_A = { hide: { a: [1] } };
const MORE_PLACES = show(['delete', 'get']);

/** The only version gets another number. */
function moveVersion({ nodes: { company } }: Draft<Snapshots>) {
	company.versions = { '2': company.versions['1'] };
}
/** A second version, which new nodes are of. */
function addVersion({ nodes: { company } }: Draft<Snapshots>) {
	company.versions['2'] = company.versions['1'];
	company.defaultVersion = 2;
}

/** What is changed: all of it, its version, and what is in that. */
class Changed {
	readonly version: Draft<NodeVersion>;

	readonly columns: Array<Draft<Column>>;

	constructor(readonly all: Draft<Snapshots>) {
		this.version = all.nodes.company.versions['1'];
		this.columns = this.version.columns['fields operation=create'];
	}

	readonly of = (name: string) =>
		this.version.parameters.find((each) => each.name === name) as Draft<Parameter>;
}

type Change = (changed: Changed) => unknown;

/** The changes that come of a change to the package, as lines. */
function changesOf(change: Change) {
	const after = made();
	change(new Changed(after));
	return compareSnapshots(made(), after).map(
		({ breaks, where, what }) => `${breaks ? 'breaks' : 'adds'} ${where}: ${what}`,
	);
}

const KEYS = 'v1.0.0/company/get';

describe('breaks', () => {
	it.each<[RegExp, Change]>([
		[/company: the node is gone/, ({ all }) => delete all.nodes.company],
		[/company › version 1: this version is gone/, ({ all }) => moveVersion(all)],
		[
			/"package.company", is "other.company"/,
			({ all }) => (all.nodes.company.type = 'other.company'),
		],
		[/version 1 > rows: the parameter is gone/, ({ version }) => version.parameters.pop()],
		// There are others of its name.
		[/fields \(create\): the parameter is gone/, ({ version }) => version.parameters.splice(2, 1)],
		[/recordId \(get\): the parameter is gone/, ({ of }) => (of('recordId').name = 'id')],
		[/\(get\): type was "string", is "number"/, ({ of }) => (of('recordId').type = 'number')],
		[/recordId \(get\): default was "", is "x"/, ({ of }) => (of('recordId').default = 'x')],
		[/recordId \(get\): required now/, ({ of }) => (of('recordId').required = true)],
		[/partner: new, required and empty/, ({ version }) => version.parameters.push(PARTNER)],
		[/: the operation "create" is gone/, ({ of }) => (of('operation').values = ['get', 'getAll'])],
		[/: the operation "getAll" is gone/, ({ of }) => (of('operation').values![1] = 'getMany')],
		[/recordId \(get\): the mode "id" is gone/, ({ of }) => (of('recordId').modes = ['list'])],
		[/\(get\): shown was .* hidden now/, ({ of }) => (of('recordId').displayOptions = ONLY_A)],
		[/rows: shown was none, is .* hidden now/, ({ of }) => (of('rows').displayOptions = NOT_A)],
		[/\(getAll\) > view: the parameter is gone/, ({ of }) => of('filters').parameters?.pop()],
		[/rows > row > price: the parameter is gone/, ({ of }) => (of('rows').groups = { row: [] })],
		[/rows > row: the group is gone/, ({ of }) => (of('rows').groups = {})],
		[/rows: a list, or no list/, ({ of }) => delete of('rows').multipleValues],
		[/fields operation=create › column name: gone/, ({ columns }) => columns.pop()],
		[/column name: required now/, ({ columns }) => (columns[0].required = true)],
		[/column x: new and required/, ({ columns }) => columns.push({ ...X, required: true })],
		[/outputs was \["main"\], is \["main","main"\]/, ({ version }) => (version.outputs = TWO)],
		[/output names was none, is \["done"\]/, ({ version }) => (version.outputNames = ['done'])],
		[/no tool any more/, ({ version }) => (version.usableAsTool = false)],
		[/credential api: the node does not take/, ({ version }) => (version.credentials = [])],
		[/get: the key name is gone/, ({ all }) => all.nodes.company.outputKeys[KEYS].pop()],
		[/api: the credential type is gone/, ({ all }) => delete all.credentials.api],
		[/token: the field is gone: credentials that/, ({ all }) => all.credentials.api.fields.pop()],
		[/api > baseUrl: default was/, ({ all }) => (all.credentials.api.fields[0].default = 'x')],
	])('%s', (said, change) => {
		const broken = changesOf(change).filter((line) => line.startsWith('breaks '));
		expect(broken).toEqual(expect.arrayContaining([expect.stringMatching(said)]));
	});
});

describe('only adds', () => {
	it.each<[RegExp, Change]>([
		[/deal: a new node/, ({ all: { nodes } }) => (nodes.deal = nodes.company)],
		[/company › version 2: a new version/, ({ all }) => addVersion(all)],
		[/version 1 > note: a new parameter/, ({ version }) => version.parameters.push(text('note'))],
		[/a new operation "delete"/, ({ of }) => of('operation').values?.push('delete')],
		[/\(get\): shown was .*delete/, ({ of }) => (of('recordId').displayOptions = MORE_PLACES)],
		[/\(get\): shown was .* is none/, ({ of }) => delete of('recordId').displayOptions],
		[
			/fields \(getAll\): not required any more/,
			({ version }) => delete version.parameters[3].required,
		],
		[/filters \(getAll\) > more: a new/, ({ of }) => of('filters').parameters?.push(text('more'))],
		[/column x: a new column/, ({ columns }) => columns.push(X)],
		[/a new key email/, ({ all }) => all.nodes.company.outputKeys[KEYS].push('email')],
		[/api > note: a new field/, ({ all }) => all.credentials.api.fields.push(text('note'))],
	])('%s', (said, change) => {
		const changes = changesOf(change);
		expect(changes.filter((line) => line.startsWith('breaks '))).toEqual([]);
		expect(changes).toEqual(expect.arrayContaining([expect.stringMatching(said)]));
	});
});

it('the order of parameters, values and places does not count', () => {
	expect(
		changesOf(({ of, version }) => {
			of('operation').values?.reverse();
			of('filters').parameters?.reverse();
			version.parameters.reverse();
		}),
	).toEqual([]);
});
