import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { canvas } from '../../../../testing/canvas';
import { accessWith } from '../../../../testing/credential';
import { described } from '../../../../testing/described';
import { measureAhead } from '../../../../testing/fakeOnly';
import { fromItem } from '../../../../testing/parameters';
import { jsonOf } from '../../../../testing/runNode';
import type { Company } from '../../../../testing/services/companyTable';
import type { Received, Reply } from '../../../../testing/services/customService';
import { fill, row, rowsOf, table, useSync } from './syncTable';

/** Gives the first items to its second output. */
const loopOverItems: INodeType = {
	description: described('splitInBatches', { version: 3, outputs: ['main', 'main'] }),
	async execute() {
		return [[], this.getInputData().slice(0, 10)];
	},
};

/** Gives the items of its first input. */
const mergeItems: INodeType = {
	description: described('merge', { inputs: ['main', 'main'] }),
	async execute() {
		return [this.getInputData(0)];
	},
};

/** No limit keeps it from archiving. */
const mirror = {
	mode: 'mirror',
	options: { guards: { maxArchived: 1000, maxArchivedPercent: 100 } },
};
const {
	service,
	n8n,
	storedCredentials,
	sync: run,
} = useSync(mirror, {
	'n8n-nodes-base.splitInBatches': loopOverItems,
	'n8n-nodes-base.merge': mergeItems,
});

const archived = () => service.requests.filter(({ method }) => method === 'DELETE');

type Page = IDataObject & { data: IDataObject[] };
const isList = ({ method, path }: Received) => method === 'GET' && path.endsWith('companies');

/** Changes the pages of the list. */
function withPages(change: (page: Page, request: Received) => Page) {
	service.reply = (request) => {
		const reply = table.reply(request);
		return isList(request) ? { body: change(reply.body as Page, request) } : reply;
	};
}

/** Changes the rows of the list. */
const withRows = (change: (each: IDataObject, at: number) => IDataObject) =>
	withPages((page) => ({ ...page, data: page.data.map(change) }));

describe('a service that gives Mirror a wrong list', () => {
	it.each<[string, INodeParameters]>([['search', { filters: { search: 'Company 1' } }]])(
		'archives nothing where it ignores the filter %s',
		async (_, filters) => {
			fill(30);
			service.reply = (request) => table.reply({ ...request, query: withoutSearch(request) });
			const ignored = await run([row(1, { name: 'Company 1 New' })], filters);
			expect(archived()).toEqual([]);
			expect(ignored.hints.join()).toContain('the service may ignore them');
			const expected = { outcome: 'skipped', planned: 'archived' };
			expect(jsonOf(ignored.items).at(-1)).toMatchObject(expected);
			service.reply = table.reply;
			await run([row(1, { name: 'Company 1 New' })], filters);
			expect(archived()).toHaveLength(10);
		},
	);

	it.each<[string, (page: Page, request: Received) => Page]>([
		['counts too few', (page) => ({ ...page, total: 3 })],
		['counts none', ({ total: _, ...page }) => page as Page],
		['counts too many', (page) => ({ ...page, total: Number(page.total) + 7 })],
		['gives the first page again and again', (page) => page],
		[
			'leaves one out',
			(page) => ({ ...page, data: page.data.filter(({ name }) => name !== 'Company 7') }),
		],
		['gives rows twice', (page) => ({ ...page, data: [...page.data, ...page.data.slice(0, 3)] })],
		['gives small pages', (page) => ({ ...page, data: page.data.slice(0, 10) })],
	])(
		'archives nothing that the input has, and doubles nothing, where it %s',
		async (what, change) => {
			fill(250);
			withPages(change);
			if (what.startsWith('gives the first')) {
				const plain = service.reply;
				service.reply = (request): Reply =>
					isList(request)
						? plain({ ...request, query: { ...request.query, page: '1' } })
						: plain(request);
			}
			await run(rowsOf(240));
			const names = table.companies.map(({ name }) => name);
			expect(names.slice(0, 240)).toEqual(rowsOf(240).map(({ name }) => name));
			expect(new Set(names).size).toBe(names.length);
		},
	);

	it.each<[string, (each: IDataObject, at: number) => IDataObject]>([
		[
			'hidden',
			({ external_id: id, ...others }, at) => (at % 2 ? others : { external_id: id, ...others }),
		],
		['empty', (each, at) => (at % 2 ? { ...each, external_id: null } : each)],
		['masked', (each) => ({ ...each, external_id: `***${String(each.external_id).slice(-1)}` })],
		['cut', (each) => ({ ...each, external_id: String(each.external_id).slice(0, 5) })],
		['those of others', (each, at) => ({ ...each, external_id: `old-${at}` })],
	])('archives nothing that the input has where keys in the list are %s', async (_, change) => {
		fill(30);
		withRows(change);
		await run(rowsOf(30));
		expect(table.companies.map(({ name }) => name)).toEqual(rowsOf(30).map(({ name }) => name));
	});

	it('archives nothing that a row was written into, where the service takes it for the same company', async () => {
		fill(20);
		table.companies[19].email = 'a@b.example';
		const { reply } = table;
		service.reply = (request) => {
			const { email } = (request.body ?? {}) as IDataObject;
			const same = table.companies.find((each) => email !== undefined && each.email === email);
			if (request.method !== 'POST' || !same) return reply(request);
			same.name = 'Merged';
			return { body: { ok: true, status: 'updated', company_id: same.id, ctx_id: 'c' } };
		};
		await run([...rowsOf(19), { external_id: 'new', name: 'New', email: 'a@b.example' }]);
		expect(table.companies.map(({ name }) => name)).toContain('Merged');
	});

	it('archives nothing that was shown twice, with its old key and with that of a row', async () => {
		fill(120);
		table.companies[0].external_id = 'old';
		let pages = 0;
		const { reply } = table;
		service.reply = (request) => {
			const given = reply(request);
			pages += isList(request) ? 1 : 0;
			if (pages === 1) table.companies[0].external_id = 'erp-0';
			return given;
		};
		await run(rowsOf(120));
		expect(archived()).toEqual([]);
		expect(table.companies).toHaveLength(120);
	});
});

describe('a record that changes between the list and its archiving', () => {
	/** The first record that Get gives has been changed, after the list was read. */
	const changed = (change: (record: Company) => void) => {
		const { reply } = table;
		service.reply = (request) => {
			if (request.method === 'GET' && !isList(request)) change(table.companies.at(-1)!);
			return reply(request);
		};
	};

	it('is archived where Get shows no keys at all', async () => {
		fill(20);
		const { reply } = table;
		service.reply = (request) => {
			const given = reply(request);
			if (request.method !== 'GET' || isList(request)) return given;
			const { external_id: _, ...body } = given.body as IDataObject;
			return { body };
		};
		await run(rowsOf(19));
		expect(archived()).toHaveLength(1);
	});

	it.each([
		['null', (record: Company) => (record.external_id = null)],
		['empty', (record: Company) => (record.external_id = '')],
		['absent', (record: Company) => delete record.external_id],
		['another', (record: Company) => (record.external_id = 'mine')],
	])('is left when its key is %s then', async (_, change) => {
		fill(20);
		changed(change);
		const { items } = await run(rowsOf(19));
		expect(archived()).toEqual([]);
		expect(JSON.stringify(items)).toContain('It has changed since it was read');
	});
});

describe('a workflow that gives Mirror a part of the input', () => {
	const parameters = {
		...{ resource: 'company', operation: 'sync', matchBy: 'external_id' },
		...{ ...mirror, ...fromItem },
	};
	const company = { name: 'Mirror', type: 'workspaceRecordsCompany', parameters };
	const part = (name: string) => ({ name, type: 'n8n-nodes-base.splitInBatches' });
	/** Runs the nodes on the rows of thirty companies that are there. */
	const runCanvas = async (...given: Parameters<typeof canvas>) => {
		fill(30);
		return await n8n.runWorkflow(canvas(...given), {
			credentials: accessWith(service.url, 'a-token'),
			items: rowsOf(30).map((json) => ({ json })),
		});
	};

	it('is refused in a loop, before the first part is mirrored', async () => {
		const loop = { ...part('Loop'), parameters: { batchSize: 10 }, typeVersion: 3 };
		const connections = { Start: [['Loop']], Loop: [[], ['Mirror']], Mirror: [['Loop']] };
		const output = await runCanvas([loop, company], connections);
		expect(JSON.stringify(output)).toContain('Mirror is in the loop Loop');
		expect(table.companies).toHaveLength(30);
	});

	it.each<[string, string[], Record<string, string[][]>]>([
		['of one node', ['Mirror', 'Mirror'], {}],
		['directly', ['A', 'Mirror'], { A: [[], ['Mirror']] }],
		['before another node', ['A', 'B'], { A: [[], ['C']], B: [[], ['C']], C: [[], ['Mirror']] }],
	])(
		'is refused where two branches come together %s, before the first one is mirrored',
		async (_, outputs, connections) => {
			const nodes = [...['Fork', 'A', 'B', 'C'].map(part), company];
			const all = { Start: [['Fork']], Fork: [[], outputs], ...connections };
			const output = await runCanvas(nodes, all);
			expect(JSON.stringify(output)).toContain('Branches come together in');
			expect(table.companies).toHaveLength(30);
		},
	);

	it.each([
		['Mirror', 'Second', false],
		['Second', 'Mirror', false],
		['Mirror', 'Second', true],
	])('is refused in the second of two branches: %s, then %s; first dry: %s', async (...given) => {
		const [first, second, dryRun] = given;
		// Of two branches, n8n runs the upper one first.
		const rows = { ...part('Rows'), position: [0, 100] as [number, number] };
		const dry = { ...company, parameters: { ...parameters, dryRun } };
		const { nodes } = await runCanvas([rows, { ...company, name: 'Second' }, dry], {
			Start: [[first, 'Rows']],
			Rows: [[], [second]],
		});
		expect(nodes[first].error).toBeUndefined();
		const refused = expect.stringContaining('Companies were mirrored before in this execution');
		expect(nodes[second].error?.message).toEqual(dryRun ? undefined : refused);
		expect(archived()).toHaveLength(dryRun ? 20 : 0);
	});

	it('is not refused behind a Merge, which brings the rows of two branches together', async () => {
		const merge = { name: 'Merge', type: 'n8n-nodes-base.merge' };
		const { nodes } = await runCanvas([part('A'), part('B'), merge, company], {
			Start: [['A', 'B']],
			A: [[], ['Merge']],
			B: [[], [['Merge', 1]]],
			Merge: [['Mirror']],
		});
		expect(nodes.Mirror.error).toBeUndefined();
		expect(archived()).toHaveLength(20);
	});

	it('is not refused behind two triggers, of which one starts the execution', async () => {
		const other = { name: 'Other', type: 'n8n-nodes-base.manualTrigger' };
		const output = await runCanvas([other, company], { Start: [['Mirror']], Other: [['Mirror']] });
		expect(JSON.stringify(output)).not.toContain('Branches come together');
	});

	it('is refused with Execute Once', async () => {
		const output = await runCanvas([{ ...company, executeOnce: true }], { Start: [['Mirror']] });
		expect(JSON.stringify(output)).toContain('Execute Once leaves all items but the first out');
		expect(table.companies).toHaveLength(30);
	});

	it('is refused in the second call of a sub-workflow within a minute, and in no later one', async () => {
		fill(30);
		const asSubWorkflow = { mode: 'integrated', credentials: await storedCredentials() } as const;
		const first = await run(rowsOf(30), {}, asSubWorkflow);
		expect(first.errorText).toBe('');
		const second = await run(rowsOf(15), {}, asSubWorkflow);
		expect(second.errorText).toContain('Another call of a sub-workflow mirrored Companies');
		expect(table.companies).toHaveLength(30);
		const clock = measureAhead(() => 61_000);
		const later = await run(rowsOf(29), {}, asSubWorkflow);
		clock.mockRestore();
		expect(later.errorText).toBe('');
		expect(table.companies).toHaveLength(29);
	});

	it('archives nothing beside the item of an error, or an empty one', async () => {
		fill(30);
		for (const item of [{ error: 'The sheet could not be read' }, {}, { external_id: ' ' }]) {
			await run([...rowsOf(20), item]);
			expect(archived()).toEqual([]);
		}
	});
});

const withoutSearch = ({ query }: Received) =>
	Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'search'));
