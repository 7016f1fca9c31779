/**
 * Twenty tasks for a model that follows `do` and `retry` and nothing else: what a tool returns has to be enough to end each
 * of them well, and to write nothing twice and nothing wrong.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent, type ToolNode } from '../../../testing/agent';
import { solve, type Ending, type Task } from '../../../testing/ruleModel';
import { useSandboxEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';
import type { Fault } from '../../../sandbox';

const { sandbox, n8n, credentials } = useSandboxEngine(agentTypes);

const ai = (key: string, type = 'string', usual?: string) =>
	`={{ $fromAI('${key}', '', '${type}'${usual === undefined ? '' : `, ${usual}`}) }}`;
const mapped = (...names: string[]) =>
	({
		mappingMode: 'defineBelow',
		value: Object.fromEntries(names.map((name) => [name, ai(name, 'string', "''")])),
	}) as unknown as INodeParameters;
const options = { requests: { maxRetries: 0, retryBudget: 0, timeout: 30_000 } };

/** A tool of a company, unless it says otherwise, with these fields for the model to fill. */
const tool = (
	name: string,
	operation: string,
	fields: string[] = [],
	{ type = 'Company', ...more }: INodeParameters & { type?: string } = {},
): ToolNode => ({
	type,
	name,
	parameters: { operation, ...(fields.length > 0 && { fields: mapped(...fields) }), ...more },
});
const lines = { itemsSource: 'json', itemsJson: ai('items') };

const tools: ToolNode[] = [
	tool('companies', 'getAll'),
	tool('company', 'get'),
	tool('create_company', 'create', ['name', 'url', 'email', 'phone_number', 'external_id']),
	tool('update_company', 'update', ['name', 'phone_number', 'status']),
	tool('save_company', 'upsert', ['name', 'external_id']),
	tool('archive_company', 'delete'),
	tool('find_company', 'findOrCreate', ['name', 'url'], { findBy: 'name' }),
	tool('deals', 'getAll', [], { type: 'Deal' }),
	tool('move_deal', 'update', ['caseStatus'], { type: 'Deal' }),
	tool('create_deal', 'create', ['name', 'caseStatus'], { type: 'Deal' }),
	tool('create_order', 'create', ['externalId', 'orderAt'], { type: 'Order', ...lines }),
	{ type: 'Enrich', name: 'enrich', parameters: {} },
	{ type: 'Score', name: 'score', parameters: { resource: 'deal' } },
];
const offered = tools.map((tool) => ({ ...tool, parameters: { ...tool.parameters, options } }));

const ID = '0c2f4e7a-9f0b-4c57-9d5e-0d6f4a1b2c3d';
const records = (object: string) => sandbox.records(object);
const named = (object: string, name: string) => records(object).filter((one) => one.name === name);
const posts = (path: string) =>
	sandbox.requests.filter((each) => each.method === 'POST' && each.path === path).length;
/** Calls about a record that there is; others are refused, and not billed. */
const billed = (path: string) =>
	sandbox.requests.filter(
		({ method, path: at, body }) =>
			method === 'POST' && at === path && /"record_id":"[\da-f-]{36}"/.test(JSON.stringify(body)),
	).length;
const company = (words: string) => ({ words, list: 'companies' });
const deal = (words: string) => ({ words, list: 'deals' });
const lost = (when: 'before' | 'after', path: string): Fault => ({
	kind: 'reset',
	when,
	methods: ['POST'],
	path,
	count: 1,
});

interface Case extends Task {
	faults?: Fault[];
	ends: Ending['as'];
	/** How many records each object has more afterwards; all others have as many as before. */
	made?: Record<string, number>;
	/** How many records that were there before are changed; none by default. */
	changed?: number;
	/** What else is right at the end. */
	check?: (ending: Ending) => void;
}

const initech = { tool: 'create_company', args: { name: 'Initech' } };
const cases: Record<string, Case> = {
	'a company is created': {
		tool: 'create_company',
		args: { name: 'Initech', url: 'https://initech.example' },
		ends: 'done',
		made: { companies: 1 },
	},
	'a company without a name is asked for': {
		tool: 'create_company',
		args: { name: 'null', email: 'hello@initech.example' },
		knows: { name: ['Initech'] },
		ends: 'done',
		made: { companies: 1 },
		check: () => expect(named('companies', 'Initech')).toHaveLength(1),
	},
	'words for nothing are not stored': {
		tool: 'create_company',
		args: { name: 'Initech', email: 'N/A', phone_number: 'None', external_id: '' },
		ends: 'done',
		made: { companies: 1 },
		check: () => expect(JSON.stringify(named('companies', 'Initech'))).not.toMatch(/N\/A|None/),
	},
	'a company is read by its name': {
		tool: 'company',
		args: { id: 'Siemens' },
		about: company('"Siemens"'),
		ends: 'done',
		check: ({ result }) => expect(result.name).toBe('Siemens'),
	},
	'a company that is not there is looked up': {
		tool: 'company',
		args: { id: ID },
		about: company('"Nike"'),
		ends: 'done',
		check: ({ result }) => expect(result.name).toBe('Nike'),
	},
	'nobody is found by a name that does not exist': {
		tool: 'company',
		args: { id: 'Globex' },
		about: company('"Globex"'),
		ends: 'said',
	},
	'a company on the second part of the list is changed': {
		tool: 'update_company',
		args: { id: 'Trek Bicycle', phone_number: '+1 555 0199' },
		about: company('"Trek Bicycle"'),
		changed: 1,
		ends: 'done',
		check: () => expect(named('companies', 'Trek Bicycle')[0].phone_number).toBe('+1 555 0199'),
	},
	'a deal is moved': {
		tool: 'move_deal',
		args: { id: 'Nike: support plan', caseStatus: 'proposal' },
		about: deal('"Nike: support plan"'),
		changed: 1,
		ends: 'done',
		check: () => expect(named('deals', 'Nike: support plan')[0].case_status).toBe('proposal'),
	},
	'a company is archived': {
		tool: 'archive_company',
		args: { id: 'Arm' },
		about: company('"Arm"'),
		ends: 'done',
		made: { companies: -1 },
		check: () => expect(named('companies', 'Arm')).toEqual([]),
	},
	'a company is found and not made again': {
		tool: 'find_company',
		args: { name: 'Siemens', url: '' },
		ends: 'done',
		check: ({ result }) => expect(result.created).toBe(false),
	},
	'a limit of nothing is corrected': {
		tool: 'companies',
		args: { limit: 0 },
		knows: { limit: [3] },
		ends: 'done',
		check: ({ result }) => expect(result.shown).toBe(3),
	},
	'a date that is two days is asked for': {
		tool: 'create_order',
		args: {
			externalId: 'o-1',
			orderAt: '03/04/2026',
			items: '[{"itemExternalId": "acme-item-desk", "quantity": 1}]',
		},
		knows: { orderAt: ['2026-04-03'] },
		ends: 'done',
		made: { orders: 1 },
		check: () =>
			expect(JSON.stringify(records('orders').find((one) => one.external_id === 'o-1'))).toContain(
				'2026-04-03',
			),
	},
	'a company whose response is lost is found': {
		...initech,
		about: company('"Initech"'),
		faults: [lost('after', '/companies$')],
		ends: 'found',
		made: { companies: 1 },
		check: () => expect(posts('/v1/public/companies')).toBe(1),
	},
	'a company that may not have arrived is not sent again': {
		...initech,
		about: company('"Initech"'),
		faults: [lost('before', '/companies$')],
		ends: 'said',
		check: () => expect(posts('/v1/public/companies')).toBe(1),
	},
	'a service that asks to wait is called later': {
		...initech,
		faults: [{ kind: 'error', status: 429, retryAfter: 60, methods: ['POST'], count: 1 }],
		ends: 'done',
		made: { companies: 1 },
	},
	'a service that stays down is called no more': {
		tool: 'deals',
		args: {},
		faults: [{ kind: 'error', status: 503 }],
		ends: 'said',
		check: ({ calls }) => expect(calls).toBe(2),
	},
	'a missing permission is said': {
		...initech,
		faults: [{ kind: 'error', status: 403, methods: ['POST'] }],
		ends: 'said',
		check: ({ calls }) => expect(calls).toBe(1),
	},
	'a company without an external ID is given one': {
		tool: 'save_company',
		args: { name: 'Initech', external_id: 'None' },
		knows: { external_id: ['acme-initech'] },
		ends: 'done',
		made: { companies: 1 },
		check: () => expect(named('companies', 'Initech')[0].external_id).toBe('acme-initech'),
	},
	'an enrichment whose response is lost is not paid twice': {
		tool: 'enrich',
		args: { id: 'Nike' },
		about: company('"Nike"'),
		faults: [lost('after', '/enrich$')],
		changed: 1,
		ends: 'said',
		check: () => expect(billed('/v1/enrich')).toBe(1),
	},
	'a deal is scored once': {
		tool: 'score',
		args: { id: 'SAP: pilot' },
		about: deal('"SAP: pilot"'),
		ends: 'done',
		check: ({ result }) => {
			expect(result.score).toBeDefined();
			expect(billed('/v1/score')).toBe(1);
		},
	},
};

/** Every record, by its ID, as it is stored. */
const stored = () =>
	new Map(
		['companies', 'deals', 'orders'].flatMap((object) =>
			records(object).map((one) => [`${object} ${String(one.id)}`, JSON.stringify(one)] as const),
		),
	);

describeSince('toolArguments').each(['engine', 'agent'] as const)(
	'a model that follows advice, run by the %s',
	(by) => {
		it.each(Object.entries(cases))('%s', async (_, given) => {
			const { faults = [], ends, made = {}, changed = 0, check, ...task } = given;
			sandbox.setFaults({ faults });
			const before = stored();
			const call = async (tool: string, args: IDataObject) => {
				const { responses } = await askAgent(n8n, credentials(), offered, [{ tool, args }], by);
				const [{ response, error }] = responses;
				if (!response) throw new Error(`n8n gave the model: ${error}`);
				return response[0];
			};
			const wait = () => sandbox.setFaults({ faults: faults.filter(({ count }) => !count) });
			const ending = await solve(task, call, wait);

			expect({ ...ending, as: ends }).toEqual(ending);
			const after = stored();
			const of = (object: string, map: Map<string, string>) =>
				[...map.keys()].filter((key) => key.startsWith(object)).length;
			for (const object of ['companies', 'deals', 'orders']) {
				const expected = [object, made[object] ?? 0];
				expect([object, of(object, after) - of(object, before)]).toEqual(expected);
			}
			const others = [...before].filter(([key, one]) => (after.get(key) ?? one) !== one);
			expect(others).toHaveLength(changed);
			check?.(ending);
		});
	},
);
