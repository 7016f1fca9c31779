import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { eachInSteps, nextTurn, orNodeError, runInSlices } from '../../execution';
import { MAX_PAGE_SIZE, settle, unwrap, type Page, type Service } from '../../http';
import { Cache } from '../../lifetime';
import { can } from '../../service/capabilities';
import { readList, type RowSink } from '../actions/lists/list';
import { mayRejectSort, pagesOf } from '../actions/lists/pages';
import { ResponseDifferences } from '../actions/readResponse';
import { requestsOf, type CallOptions } from '../actions/requests';
import type { Resource } from '../definition/resource';
import { byName, entryOf, noticeOf, plain, type Entry } from './entries';
import { choiceOf, openEditor, PARALLEL, withinCall, type Editor } from './listReader';

/** A list that was read as far as one call may, sorted here. */
interface WholeList {
	readonly entries: readonly Entry[];
	/** What it leaves out, as sentences. */
	readonly notes: ReadonlyArray<string | undefined>;
}

/** So that scrolling and typing do not read it again. */
const lists = new Cache<WholeList>({ name: 'Lists of the editor', max: 20, maxAgeMs: 30_000 });

/** A service that caps its pages does not cap them below this (assumed). */
const MIN_PAGE_CAP = 10;

/**
 * One page of a pick list, by name.
 *
 * @param resources the resource; of several the one that the parameter Resource names
 * @param token what the page before returned
 * @throws NodeApiError saying why the list cannot be loaded
 */
export async function searchRecords(
	context: ILoadOptionsFunctions,
	resources: Resource | readonly Resource[],
	filter = '',
	token = '',
): Promise<INodeListSearchResult> {
	const search = async () => {
		const resource = 'name' in resources ? resources : chosen(context, resources);
		const { pathParameter } = resource;
		const options = { pathParameter: pathParameter && choiceOf(context, pathParameter) };
		return await searchPage(await openEditor(context), resource, { options, filter, token });
	};
	return await orNodeError(context, search());
}

function chosen(context: ILoadOptionsFunctions, resources: readonly Resource[]): Resource {
	const options = resources.map(({ name, label }) => ({ name: label, value: name }));
	const value = choiceOf(context, { name: 'resource', label: 'Resource', options });
	return resources.find(({ name }) => name === value)!;
}

/** A list, for one call of the editor. */
interface List {
	readonly editor: Editor;
	readonly service: Service;
	readonly resource: Resource;
	readonly options: CallOptions;
}

/** How far a person has scrolled, as the token says it. */
interface Position {
	/** Rows before. */
	readonly from: number;
	/** Rows of a page of the service. */
	readonly size: number;
}

function positionIn(token: string): Position & { readonly isHere: boolean } {
	const [, here, from = '0', size] = /^(here )?(\d{1,9})(?:\/(\d{1,9}))?$/.exec(token) ?? [];
	const isHere = here !== undefined;
	return { isHere, from: Number(from), size: Number(size) || MAX_PAGE_SIZE };
}

/**
 * One page of a pick list: in the service's own order and by its own search, where it has them; otherwise of the list,
 * which is read once, sorted and searched here. While a person scrolls and records change, an entry may come twice or be
 * missed.
 *
 * @param wanted the token is what the page before returned; '' for the first page, which is always read anew
 * @throws Failure
 */
export async function searchPage(
	editor: Editor,
	resource: Resource,
	{ options, filter, token }: { options: CallOptions; filter: string; token: string },
): Promise<INodeListSearchResult> {
	const list = { editor, service: withinCall(editor.service), resource, options };
	const word = filter.trim();
	const position = positionIn(token);
	const served = position.isHere ? undefined : await readServed(list, word, position);
	return served ?? (await readHere(list, plain(word), position.from, token === '' && word === ''));
}

/** A page in the service's order, of what it finds; undefined where it takes no sort or search. @throws Failure */
async function readServed(
	list: List,
	word: string,
	position: Position,
): Promise<INodeListSearchResult | undefined> {
	const { paging, search, sort } = list.resource.list;
	if (paging === 'none' || (word === '' ? !sort : !search)) return undefined;
	const query = word === '' ? {} : { [search!]: word };
	const read = await settle(fetchPage(list, query, position));
	if (!read.ok && mayRejectSort(read.failure.status)) return undefined;
	const { rows, start, end, hasMore, size } = servedFrom(unwrap(read), position);
	const isFound = word === '' || rows.length === 0 || (await can('searches', list));
	if (!isFound) return undefined;
	const { entries, notes } = entriesIn(list, rows.slice(Math.max(0, position.from - start)));
	const isAll = word === '' && start === 0 && !hasMore;
	return shown(
		isAll ? entries.sort(byName) : entries,
		notes,
		hasMore ? `${end}/${size}` : undefined,
	);
}

/** The page of the service that holds a position. @throws Failure */
async function fetchPage(list: List, query: IDataObject, { from, size }: Position) {
	const differences = new ResponseDifferences();
	const source = { ...list, query, limit: Infinity, parallel: PARALLEL, differences };
	const order = list.resource.list.sort ? list.resource.title[0] : undefined;
	return await pagesOf(source, order, size).fetch(Math.floor(from / size) + 1, size);
}

/** Where the rows of a page stand, and whether there are further ones. */
function servedFrom(page: Page<IDataObject>, { from, size }: Position) {
	const { rows, total = 0 } = page;
	const start = from - (from % size);
	const end = start + rows.length;
	// The first page shows how many rows the service gives at most; a small one is the only one.
	const isFull =
		rows.length >= (from === 0 ? MIN_PAGE_CAP : size) && (total === 0 || rows.length === size);
	return {
		...{ rows, start, end, hasMore: total > end || isFull },
		size: from === 0 ? rows.length : size,
	};
}

/** The entries of rows, each once; the others are counted. */
function entriesIn({ editor, resource }: List, rows: readonly unknown[]) {
	const found = rows.map((row) => entryOf(resource, row, editor.secrets));
	const entries = new Map(found.flatMap((entry) => (entry ? [[entry.value, entry] as const] : [])));
	const leftOut = found.filter((entry) => entry === undefined).length;
	return { entries: [...entries.values()], notes: [noteOf(leftOut)] };
}

const noteOf = (leftOut: number) =>
	leftOut > 0 ? `${leftOut.toLocaleString('en')} left out: no ID` : undefined;

const shown = (
	entries: readonly Entry[],
	notes: WholeList['notes'],
	paginationToken?: string,
): INodeListSearchResult => ({
	results: [...entries.map(({ name, value }) => ({ name, value })), ...noticeOf(notes)],
	paginationToken,
});

/**
 * A page of the list that is sorted and searched here.
 *
 * @param isNew whether nothing that was read before may be shown
 */
async function readHere(
	list: List,
	word: string,
	from: number,
	isNew: boolean,
): Promise<INodeListSearchResult> {
	const { editor, resource, options } = list;
	const { path } = requestsOf(resource).list({}, options);
	const key = `${editor.key} ${path} ${resource.pickedBy ?? ''}`;
	const kept = isNew ? undefined : lists.get(key);
	const { entries, notes } = kept ?? (await readWhole(list));
	if (!kept) lists.set(key, { entries, notes });
	const found = word === '' ? entries : entries.filter(({ text }) => text.includes(word));
	const end = from + MAX_PAGE_SIZE;
	const hasMore = end < found.length;
	return shown(found.slice(from, end), hasMore ? [] : notes, hasMore ? `here ${end}` : undefined);
}

/** Reads the list as far as one call may. @throws Failure where there is nothing to show */
async function readWhole(list: List): Promise<WholeList> {
	const { service, resource, options } = list;
	const entries = new Map<string, Entry>();
	let leftOut = 0;
	const sink: RowSink = {
		async take(rows) {
			for (const entry of await runInSlices(
				eachInSteps(rows, (row) => entryOf(resource, row, list.editor.secrets)),
			)) {
				if (entry) entries.set(entry.value, entry);
				else leftOut += 1;
			}
		},
		async restart() {
			entries.clear();
			leftOut = 0;
		},
	};
	const wanted = {
		query: {},
		options,
		limit: Infinity,
		parallel: PARALLEL,
		acceptIncomplete: true,
	};
	// Whatever else is in a row.
	const lenient = { ...resource, listRecord: {}, specified: undefined };
	const read = await settle(readList(service, lenient, wanted, sink));
	if (!read.ok && entries.size === 0 && leftOut === 0) throw read.failure;
	const note = read.ok ? read.value.doubt : `The list ends here: ${read.failure.message}`;
	// They are sorted in one go, which begins with a turn of its own.
	await nextTurn();
	return { entries: [...entries.values()].sort(byName), notes: [noteOf(leftOut), note] };
}
