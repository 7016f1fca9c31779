/**
 * Reads every kind of list from a sandbox that gives its lists in many ways, and compares what comes out
 * with the sandbox's own table: rows lost, rows that came twice, requests beside the least possible.
 */
import type { INodeParameters } from 'n8n-workflow';

import { NOTICE } from '../nodes/shared/schema/limits';
import type { Behaviour, Fault, Sandbox } from '../sandbox';
import { accessWith } from './credential';
import type { Engine } from './engine';
import { runNodeWith } from './runNode';

/** A way in which the service gives its lists. */
export interface ListMode {
	readonly name: string;
	readonly behaviour?: Behaviour;
	/** Happens before every page after the first. */
	readonly fault?: Fault;
	/** Rows of a page at most. */
	readonly cap?: number;
	/** Rows cannot be reached. */
	readonly isCutOff?: boolean;
}

export const LIST_MODES: readonly ListMode[] = [
	{ name: 'as observed' },
	{ name: 'ties in a new order for every page', behaviour: { ties: 'random' } },
	{ name: 'newest first', behaviour: { listOrder: 'newestFirst' } },
	{ name: '`sort` ignored', behaviour: { sort: 'ignored' } },
	{
		name: '`sort` ignored, newest first',
		behaviour: { sort: 'ignored', listOrder: 'newestFirst' },
	},
	{
		name: '`sort` ignored, a new order for every page',
		behaviour: { sort: 'ignored', ties: 'random' },
	},
	{ name: '`sort` rejected', behaviour: { sort: 'rejected' } },
	{ name: 'totals as text', behaviour: { totals: 'text' } },
	{ name: 'totals late', behaviour: { totals: 'late' } },
	{ name: 'totals too low', behaviour: { totals: 'low' } },
	{ name: 'totals too high', behaviour: { totals: 'high' } },
	{ name: 'no totals', behaviour: { totals: 'absent' } },
	{ name: 'no totals, ties in a new order', behaviour: { totals: 'absent', ties: 'random' } },
	{ name: 'pages of 50 at most', cap: 50 },
	{ name: 'pages of 20 at most, ties in a new order', cap: 20, behaviour: { ties: 'random' } },
	{ name: 'rows come in', fault: { kind: 'shift', insert: 3 } },
	{ name: 'rows are archived', fault: { kind: 'shift', remove: 3 } },
	{ name: 'rows move to the other end', fault: { kind: 'shift', update: 3 } },
	{
		name: 'rows move, newest first',
		fault: { kind: 'shift', update: 3 },
		behaviour: { listOrder: 'newestFirst' },
	},
	{ name: '`page` ignored', behaviour: { page: 'ignored' }, isCutOff: true },
];

type Row = Record<string, unknown>;

interface Wanted {
	/** IDs as they came. */
	readonly ids: readonly string[];
	/** What was said about it: an error, or hints. */
	readonly said: string;
}

/** A kind of list, and how it is read. */
export interface ListKind {
	readonly name: string;
	/** The object whose rows are listed, as paths of the service name it. */
	readonly object: string;
	/** What is wanted of its rows; all of them where left out. */
	readonly isWanted?: (row: Row) => boolean;
	/** Rows wanted at most. */
	readonly limit?: number;
	/** A person chose the sort, so that one that is rejected is an error. */
	readonly isSorted?: boolean;
	/** Requests without which it cannot be read. */
	readonly least: (rows: number, pageRows: number) => number;
	readonly read: (reader: Reader) => Promise<Wanted>;
}

interface Reader {
	readonly n8n: Engine;
	readonly sandbox: Sandbox;
}

const getMany =
	(type: string, parameters: INodeParameters = { returnAll: true }) =>
	async ({ n8n, sandbox }: Reader): Promise<Wanted> => {
		const run = await runNodeWith(n8n, sandbox)(type, 'getAll', parameters);
		const ids = run.items.map(({ json }) => String(json.id));
		return { ids, said: [run.errorText, ...run.hints].filter(Boolean).join(' ') };
	};

/** The same to files, of which several are needed. */
const getManyToFile =
	(type: string, parameters: INodeParameters = {}) =>
	async ({ n8n, sandbox }: Reader): Promise<Wanted> => {
		const run = await runNodeWith(n8n, sandbox)(type, 'getAll', {
			returnAll: true,
			...parameters,
			options: { file: { format: 'ndjson', recordsPerFile: 100 } },
		});
		const ids: string[] = [];
		for (const item of run.items) {
			const lines = (await n8n.readBinary(item)).toString().split('\n').slice(0, -1);
			if (lines.length !== item.json.records) throw new Error('A file has other records');
			ids.push(...lines.map((line) => String((JSON.parse(line) as Row).id)));
		}
		return { ids, said: [run.errorText, ...run.hints].filter(Boolean).join(' ') };
	};

/** All pages of a pick list, as a person scrolls through it. */
const pickList =
	(type: string) =>
	async ({ n8n, sandbox }: Reader): Promise<Wanted> => {
		const credentials = accessWith(sandbox.url, sandbox.tokens.fullAccess);
		const ids: string[] = [];
		let said = '';
		let paginationToken: string | undefined;
		do {
			const node = `workspaceRecords${type[0].toUpperCase()}${type.slice(1)}`;
			const page = await n8n.listSearch(node, 'searchRecords', {
				credentials,
				paginationToken,
				parameters: { resource: type },
			});
			for (const { name, value } of page.results) {
				if (value === NOTICE) said = name;
				else ids.push(String(value));
			}
			paginationToken = page.paginationToken as string | undefined;
		} while (paginationToken !== undefined);
		return { ids, said };
	};

/** The name of the records that Updated After is to find. */
const UPDATED_NAME = 'Updated';

const updatedAt = (sandbox: Sandbox) =>
	sandbox
		.records('companies')
		.filter(({ name }) => name === UPDATED_NAME)
		.map((row) => String(row.updated_at))
		.sort()[0];

const pages = (rows: number, pageRows: number) => Math.max(1, Math.ceil(rows / pageRows));

export const LIST_KINDS: readonly ListKind[] = [
	{ name: 'Companies', object: 'companies', least: pages, read: getMany('company') },
	{ name: 'Contacts', object: 'contacts', least: pages, read: getMany('contact') },
	{
		name: 'Companies to files',
		object: 'companies',
		least: pages,
		read: getManyToFile('company'),
	},
	{
		name: 'Companies by address to files',
		object: 'companies',
		isSorted: true,
		least: pages,
		read: getManyToFile('company', { sort: { by: { field: 'address' } } }),
	},
	{
		name: 'Updated After, to files',
		object: 'companies',
		isWanted: ({ name }) => name === UPDATED_NAME,
		least: pages,
		read: async (reader) =>
			await getManyToFile('company', {
				filters: { updatedAfter: updatedAt(reader.sandbox) },
			})(reader),
	},
	{ name: 'Deals to files', object: 'deals', least: () => 1, read: getManyToFile('deal') },
	{
		name: 'Companies by address',
		object: 'companies',
		isSorted: true,
		least: pages,
		read: getMany('company', { returnAll: true, sort: { by: { field: 'address' } } }),
	},
	{
		name: 'Limit 150',
		object: 'companies',
		limit: 150,
		least: (_, pageRows) => pages(150, pageRows),
		read: getMany('company', { limit: 150 }),
	},
	{
		name: 'Updated After',
		object: 'companies',
		isWanted: ({ name }) => name === UPDATED_NAME,
		least: pages,
		read: async (reader) =>
			await getMany('company', {
				returnAll: true,
				filters: { updatedAfter: updatedAt(reader.sandbox) },
			})(reader),
	},
	{
		name: 'Pick list',
		object: 'companies',
		least: (rows) => pages(rows, 50),
		read: pickList('company'),
	},
	{ name: 'Workflows', object: 'workflows', least: pages, read: getMany('workflow') },
	{ name: 'Deals', object: 'deals', least: () => 1, read: getMany('deal') },
	{
		name: 'Pick list of deals',
		object: 'deals',
		least: (rows) => pages(rows, 50),
		read: pickList('deal'),
	},
];

/** Fills a sandbox with as many companies, contacts, workflows and deals; a fifth of the companies were updated later. */
export async function fillLists(sandbox: Sandbox, rows: number) {
	const send = async (method: string, path: string, body: object) => {
		const response = await fetch(`${sandbox.url}/v1/public/${path}`, {
			method,
			headers: {
				Authorization: `Bearer ${sandbox.tokens.fullAccess}`,
				'Content-Type': 'application/json',
			},
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
	};
	for (let index = 0; index < rows; index += 1) {
		const name = `Name ${index % 40}`;
		await send('POST', 'companies', {
			external_id: `${index}`,
			name,
			address: `Street ${index % 4}`,
		});
		await send('POST', 'contacts', { external_id: `${index}`, name });
		await send('POST', 'workflows', { external_id: `${index}`, title: name, nodes: [] });
		await send('POST', 'deals', { external_id: `${index}`, name });
	}
	sandbox.advance(3_600_000);
	for (let index = 0; index < rows; index += 5) {
		await send('PUT', `companies/${index}`, { name: UPDATED_NAME });
	}
}

export interface ListOutcome {
	readonly mode: ListMode;
	readonly kind: ListKind;
	/** Rows that were there throughout and did not come out. */
	readonly lost: number;
	readonly twice: number;
	readonly requests: number;
	readonly least: number;
	readonly said: string;
}

/** Reads one kind of list from a filled sandbox in one mode. */
export async function readInMode(
	reader: Reader,
	mode: ListMode,
	kind: ListKind,
): Promise<ListOutcome> {
	const { sandbox } = reader;
	const { behaviour, fault, cap } = mode;
	const there = () => {
		const rows = sandbox.records(kind.object).filter((row) => kind.isWanted?.(row) ?? true);
		return rows.map(({ id }) => String(id));
	};
	sandbox.setBehaviour(behaviour ?? {});
	sandbox.setFaults({
		faults: [
			...(cap === undefined ? [] : [{ kind: 'pageCap', rows: cap } as const]),
			...(fault ? [{ ...fault, count: MAX_CHANGES }] : []),
		],
	});
	const before = there();
	const sent = sandbox.requests.length;
	const { ids, said } = await kind.read(reader);
	const requests = sandbox.requests.length - sent;
	const after = new Set(there());
	const got = new Set(ids);
	const throughout = before.filter((id) => after.has(id));
	const lost =
		kind.limit === undefined
			? throughout.filter((id) => !got.has(id)).length
			: missingOfFirst(mode, throughout, ids, kind.limit);
	const least = kind.least(throughout.length, cap ?? 100);
	return { mode, kind, lost, twice: ids.length - got.size, requests, least, said };
}

/** So often do rows change while a list is read, so that enough of them are left for the next one. */
const MAX_CHANGES = 5;

/** How many of the first rows are missing; where nothing says which ones are the first, how many rows. */
function missingOfFirst(
	{ behaviour: { sort = 'followed', ties, listOrder } = {}, fault }: ListMode,
	rows: readonly string[],
	ids: readonly string[],
	limit: number,
): number {
	const got = new Set(ids);
	const isOpen = fault !== undefined || (sort !== 'followed' && ties === 'random');
	if (isOpen) return Math.min(limit, rows.length) - got.size;
	const isReversed = sort !== 'followed' && listOrder === 'newestFirst';
	const first = (isReversed ? [...rows].reverse() : rows).slice(0, limit);
	return first.filter((id) => !got.has(id)).length;
}

/** Whether a list is complete, or could not be and says so. */
export function isRight({ mode, kind, lost, twice, said }: ListOutcome): boolean {
	const isRejected = mode.behaviour?.sort === 'rejected' && kind.isSorted;
	const saysSo = (mode.isCutOff || isRejected) && said !== '';
	return twice === 0 && (lost === 0 || saysSo === true);
}
