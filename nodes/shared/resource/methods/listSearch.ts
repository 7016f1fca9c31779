import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { eachInSteps, nextTurn, orNodeError, runInSlices } from '../../execution';
import { MAX_PAGE_SIZE, MIN_PAGE_CAP, settle, unwrap } from '../../http';
import { Cache } from '../../lifetime';
import { can } from '../../service/capabilities';
import { readList, type RowSink } from '../actions/lists/list';
import { mayRejectSort, pageReader, type ListSource } from '../actions/lists/pages';
import { requestsOf, type CallOptions } from '../actions/requests';
import type { Resource } from '../definition/resource';
import { byName, entryOf, noticeOf, plain, type Entry } from './entries';
import { choiceOf, openEditor, PARALLEL, withinCall, type Editor } from './editor';

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
interface List extends ListSource {
	readonly editor: Editor;
}

/** How far a person has scrolled, as the token says it: rows before, and rows of a page of the service. */
type Position = ReturnType<typeof positionIn>;

function positionIn(token: string) {
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

/**
 * A page in the service's order, of what it finds; undefined where it takes no sort or search, or does not number its
 * pages.
 *
 * @throws Failure
 */
async function readServed(
	list: List,
	word: string,
	{ from, size }: Position,
): Promise<INodeListSearchResult | undefined> {
	const { paging, search, sort } = list.resource.list;
	if (!paging || (word === '' ? !sort : !search)) return undefined;
	const query = word === '' ? {} : { [search!]: word };
	const fetch = pageReader({ ...list, query }, sort ? list.resource.title[0] : undefined);
	const read = await settle(fetch(Math.floor(from / size) + 1, size));
	if (!read.ok && mayRejectSort(read.failure.status)) return undefined;
	const { rows, total = 0, next } = unwrap(read);
	const isFound = word === '' || rows.length === 0 || (await can('searches', list));
	if (!isFound || next !== undefined) return undefined;
	const start = from - (from % size);
	const end = start + rows.length;
	// The first page shows how many rows the service gives at most; a small one is the only one.
	const isFull =
		rows.length >= (from === 0 ? MIN_PAGE_CAP : size) && (total === 0 || rows.length === size);
	const hasMore = total > end || isFull;
	const { entries, notes } = entriesIn(list, rows.slice(Math.max(0, from - start)));
	const isAll = word === '' && start === 0 && !hasMore;
	return shown(
		isAll ? entries.sort(byName) : entries,
		notes,
		hasMore ? `${end}/${from === 0 ? rows.length : size}` : undefined,
	);
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
	// Whatever else is in a row.
	const lenient = { ...resource, listRecord: {}, specified: undefined };
	const wanted = { service, options, parallel: PARALLEL, acceptIncomplete: true };
	const read = await settle(readList({ ...wanted, resource: lenient }, sink));
	if (!read.ok && entries.size === 0 && leftOut === 0) throw read.failure;
	const note = read.ok ? read.value.doubt : `The list ends here: ${read.failure.message}`;
	// They are sorted in one go, which begins with a turn of its own.
	await nextTurn();
	return { entries: [...entries.values()].sort(byName), notes: [noteOf(leftOut), note] };
}
