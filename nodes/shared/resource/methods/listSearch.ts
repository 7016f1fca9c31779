import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { eachInSteps, nextTurn, orNodeError, runInSlices } from '../../execution';
import { MAX_PAGE_SIZE, settle, unwrap, type Service } from '../../http';
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

/** How many rows a person has scrolled past, as the token says it, and whether in the list that is sorted here. */
function positionIn(token: string) {
	const [, here, from = '0'] = /^(here )?(\d{1,9})$/.exec(token) ?? [];
	return { isHere: here !== undefined, from: Number(from) };
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
	const { isHere, from } = positionIn(token);
	const served = isHere ? undefined : await readServed(list, word, from);
	return served ?? (await readHere(list, plain(word), from, token === '' && word === ''));
}

/**
 * A page in the service's order, of what it finds; undefined where it takes no sort or search, or gives other pages than
 * were asked for. @throws Failure
 */
async function readServed(
	list: List,
	word: string,
	from: number,
): Promise<INodeListSearchResult | undefined> {
	const { paging, search, sort } = list.resource.list;
	if (paging === 'none' || (word === '' ? !sort : !search)) return undefined;
	const query = word === '' ? {} : { [search!]: word };
	const differences = new ResponseDifferences();
	const source = { ...list, query, limit: Infinity, parallel: PARALLEL, differences };
	const page = Math.floor(from / MAX_PAGE_SIZE) + 1;
	const order = sort ? list.resource.title[0] : undefined;
	const read = await settle(pagesOf(source, order, MAX_PAGE_SIZE).fetch(page, MAX_PAGE_SIZE));
	if (!read.ok && mayRejectSort(read.failure.status)) return undefined;
	const { rows, total = 0 } = unwrap(read);
	const end = (page - 1) * MAX_PAGE_SIZE + rows.length;
	const isFull = rows.length === MAX_PAGE_SIZE;
	if (total > end && !isFull) return undefined;
	const isFound = word === '' || rows.length === 0 || (await can('searches', list));
	if (!isFound) return undefined;
	const { entries, notes } = entriesIn(list, rows);
	const hasMore = isFull && (total === 0 || total > end);
	const isAll = word === '' && page === 1 && !hasMore;
	return shown(isAll ? entries.sort(byName) : entries, notes, hasMore ? String(end) : undefined);
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
