/** A filter, a sort or a query parameter that turns out empty: without it a node would act on more than was meant. */
import type { IDataObject, INodeParameters, NodeApiError } from 'n8n-workflow';

import { agentTypes, askAgent } from '../../../../testing/agent';
import { fromItem } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';
import { watcherOf } from '../../../../testing/watch';

const { service, n8n, credentials, runNode } = useCustomEngine(agentTypes);
const watch = watcherOf(n8n, 'workspaceRecordsTrigger', credentials);
const records = [1, 2, 3].map((n) => ({ id: `id-${n}`, name: `N ${n}`, external_id: `x-${n}` }));

beforeEach(() => {
	service.reply = ({ path }) =>
		path.includes('whoami')
			? { body: { data: { workspace_id: 'w' } } }
			: { body: { data: records, total: records.length } };
});

interface Ended {
	readonly text: string;
	readonly hints: readonly string[];
}

type Place = (parameters: IDataObject, options?: IDataObject) => Promise<Ended>;

const node =
	(operation: string, usual: IDataObject = {}): Place =>
	async (parameters, options = {}) => {
		const { options: own, ...others } = usual;
		const more = operation === 'sync' ? { guards: options } : options;
		const { errorText, hints } = await runNode(
			'company',
			operation,
			{
				...{ ...fromItem, ...others, ...parameters },
				options: { ...(own as IDataObject), ...more },
			} as INodeParameters,
			{ items: [{ external_id: 'a' }] },
		);
		return { text: errorText, hints };
	};
const trigger: Place = async (parameters, options = {}) => {
	const { error } = await watch({ resource: 'company', ...parameters, options }).poll();
	const { message, description } = (error ?? {}) as NodeApiError;
	return { text: [message, description].join(' | '), hints: [] };
};
const getMany = node('getAll');
const mirror = node('sync', { mode: 'mirror', matchBy: 'external_id' });
const sync = node('sync', { mode: 'updateOnly', matchBy: 'external_id' });
const PLACES: ReadonlyArray<[string, Place]> = [
	['Get Many', getMany],
	['Get Many to a file', node('getAll', { options: { file: { format: 'csv' } } })],
	['Get Changes', node('getChanges')],
	['Mirror', mirror],
	['Sync', sync],
	['the trigger', trigger],
];
const VALUES = ['undefined', 'null', '" \\u200b\\u2800"', '[]', '{}', '{ a: 1 }', '["a"]', 'NaN'];
const sent = (key: string) =>
	service.requests.filter(({ path }) => !path.includes('whoami')).map(({ query }) => query[key]);

describe.each(PLACES)('%s', (_, run) => {
	it.each(VALUES)('refuses View where an expression gives %s', async (value) => {
		const { text } = await run({ filters: { view: `={{ ${value} }}` } });
		expect(text).toMatch(/Filter View|View/);
		expect(text).not.toContain('report it');
		expect(service.requests).toEqual([]);
	});

	it('refuses a filter that was added and left blank', async () => {
		const { text } = await run({ filters: { search: 'a', view: '' } });
		expect(text).toContain('Filter View was added and has no value');
		expect(service.requests).toEqual([]);
	});

	it('takes false and 0 for values, and leaves out what may be empty, but for Mirror', async () => {
		await run({ filters: { view: '={{ false }}', search: '={{ 0 }}' } });
		expect([sent('view')[0], sent('search')[0]]).toEqual(['false', '0']);
		service.requests.length = 0;
		const filters = { view: '={{ undefined }}', search: 'N' };
		const { text } = await run({ filters }, { emptyFilters: ['view'] });
		expect(sent('view').filter(Boolean)).toEqual([]);
		if (run !== mirror) expect(sent('search')[0]).toBe('N');
		else expect([text, service.requests]).toEqual([expect.stringContaining('Filter View'), []]);
	});
});

describe.each(PLACES.filter(([, run]) => run !== mirror && run !== sync))('%s', (_, run) => {
	it.each(['null', '{ view: undefined }', '{ view: "" }', '{ a: 1, b: [] }', '""'])(
		'refuses Query Parameters that are %s',
		async (value) => {
			const { text } = await run({}, { additionalQueryParameters: `={{ ${value} }}` });
			expect(text).toContain('Query Parameters: no value is given');
			expect(service.requests).toEqual([]);
		},
	);
});

it('shows what makes an empty Updated After a first run', async () => {
	const { text } = await getMany({ filters: { updatedAfter: '={{ $json.last }}' } });
	expect(text).toContain("?? '2000-01-01'");
	expect(service.requests).toEqual([]);
});

it.each<[unknown, string | undefined]>([
	[{ by: { field: 'name', direction: '={{ "DESC" }}' } }, '-name'],
	[{ by: { field: 'name', direction: '={{ "Asc" }}' } }, 'name'],
	[{ by: { field: 'name', direction: '={{ "descending" }}' } }, undefined],
	[{ by: { field: 'name', direction: '={{ $json.none }}' } }, undefined],
	[{ by: { field: '={{ $json.none }}', direction: 'asc' } }, undefined],
])('sorts by %j only as it says', async (sort, order) => {
	const { text } = await getMany({ sort } as IDataObject);
	expect(text).toEqual(order === undefined ? expect.stringMatching(/^Sort/) : '');
	expect(sent('sort')[0]).toBe(order);
});

it.each<[string, IDataObject, IDataObject, string, string | undefined]>([
	[
		'empty',
		{ view: '={{ $fromAI("view") }}' },
		{ view: '' },
		'Filter View was left out',
		undefined,
	],
	['a word for nothing', { view: '={{ $fromAI("view") }}' }, { view: 'null' }, 'View', undefined],
	['given', { view: '={{ $fromAI("view") }}' }, { view: 'v-1' }, '', 'v-1'],
	['not asked for', { view: '={{ $json.none }}' }, {}, 'Filter View is an expression', undefined],
])('a filter of a tool that is %s', async (_, filters, args, words, view) => {
	const parameters = { resource: 'company', operation: 'getAll', filters } as INodeParameters;
	const tool = { name: 'tool', type: 'Company', parameters };
	const { responses } = await askAgent(n8n, credentials(), [tool], [{ tool: 'tool', args }]);
	expect(JSON.stringify(responses)).toContain(words);
	expect(sent('view')).toEqual('none' in args || words.endsWith('expression') ? [] : [view]);
});

it('says once for each list, not for each item, that more are there', async () => {
	const items = [{}, {}, {}];
	const { hints } = await runNode('company', 'getAll', { limit: 1 }, { items });
	expect(hints.join()).toContain(
		'1 of 3 companies shown. Turn on Return All to get all. This is one of 3 lists',
	);
});
