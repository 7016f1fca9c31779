import { hash, randomUUID } from 'node:crypto';

import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { nextTurn, orNodeError } from '../../execution';
import { Cache } from '../../lifetime';
import { MAX_PAGE_SIZE, settle, unwrap, type Failure, type Result } from '../../http';
import type { Resource } from '../definition/resource';
import { requestsOf, type CallOptions } from '../actions/requests';
import { areSorted, byName, byValue, entryOf, noticeOf, plain, type Entry } from './entries';
import {
	Budget,
	LEFT_OUT,
	readPart,
	type Part,
	type Wanted,
	choiceOf,
	openEditor,
	type Editor,
} from './listReader';

/** Entries shown at once in a pick list; more where further ones have the same name as the last. */
const PAGE_SIZE = 50;

/** Entries of a list that are searched here, and kept. */
const MAX_SEARCHED = 20_000;

/** Rows that are read together, sorted here. */
interface Chunk {
	readonly entries: readonly Entry[];
	/** Where the next one begins; absent at the end of the list. */
	readonly next?: number;
	/** Rows of a page. */
	readonly size: number;
	readonly notes: ReadonlyArray<string | undefined>;
}

/** What was read of lists, by where each chunk begins, so that scrolling and typing do not read it again. */
const lists = new Cache<Map<number, Chunk>>({
	name: 'Lists of the editor',
	max: 20,
	maxAgeMs: 30_000,
});

/** What is known of a list at the service: whether it searches, and whether it sorts by the name. */
interface Lesson {
	searches?: boolean;
	sorts?: boolean;
}

const lessons = new Cache<Lesson>({
	name: 'What lists of the editor know',
	max: 500,
	maxAgeMs: 10 * 60_000,
});

/** How far a person has scrolled: what the page before returned. */
function positionIn(token: string) {
	const found =
		/^(chunk )?(\d{1,9})(?:\/(\d{1,9}))?(?:~(\w+))?(?:#(\w+))?(?::(\d{1,9}))?(?: ([^]+))?$/.exec(
			token,
		) ?? [];
	const [, chunk, from = '0', size, head, mark, index = '0', after] = found;
	return {
		/** In a chunk, which is sorted here; otherwise in the service's order. */
		isChunk: chunk !== undefined,
		/** Rows before it, or before the chunk. */
		from: Number(from),
		size: Number(size) || undefined,
		/** Marks the first entry of the list. */
		head: head as string | undefined,
		/** Marks the name of the last entry before, unless the page before ended between entries of that name. */
		mark: mark as string | undefined,
		/** Entries of the chunk before. */
		index: Number(index),
		/** The ID of the last entry before; others may have come or gone before it since. */
		after: after as string | undefined,
	};
}

type Position = Readonly<ReturnType<typeof positionIn>>;

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

/**
 * One page of a pick list. Where the service searches and sorts, it is asked; where it does not, the list is read, sorted
 * and searched here, as far as one call may read it.
 *
 * @param asked the token is what the page before returned; '' for the first page, which is always read anew
 * @throws Failure
 */
export async function searchPage(
	editor: Editor,
	resource: Resource,
	{ options, filter, token }: { options: CallOptions; filter: string; token: string },
): Promise<INodeListSearchResult> {
	const word = filter.trim();
	const position = positionIn(token);
	const list = listOf(editor, resource, options);
	const { search, sort } = resource.list;
	const { searches, sorts } = list.lesson;
	const page =
		position.isChunk || (word === '' ? !sort || sorts === false : !search || searches === false)
			? undefined
			: word === ''
				? await readSorted(list, position)
				: await readFound(list, { [search!]: word }, position);
	return page ?? (await readChunks(list, plain(word), position, token === '' && word === ''));
}

/** A list of the service, for one call of the editor. */
function listOf(editor: Editor, resource: Resource, options: CallOptions) {
	const { list } = requestsOf(resource);
	const { path, query } = list({}, options);
	const key = `${editor.key} ${path} ${JSON.stringify(query)} ${resource.pickedBy ?? ''}`;
	const lesson = lessons.get(key) ?? {};
	lessons.set(key, lesson);
	return {
		resource,
		budget: new Budget(editor),
		isPaged: resource.list.paging !== 'none',
		...{ key, lesson },
		/** The request of a page, or of the whole. */
		request:
			(more: IDataObject): Wanted['request'] =>
			(page, limit) =>
				list(page === undefined ? more : { ...more, page, limit }, options),
	};
}

type List = Readonly<ReturnType<typeof listOf>>;

/** What a service says to a field that it cannot sort by, and to a search that it does not know; some fail over it. */
const isRejection = ({ status }: Failure) => status === 400 || status === 422;
const mayReject = (failure: Failure) => isRejection(failure) || failure.status === 500;

/**
 * Reads a part of the list.
 *
 * @param wanted `by` says what the entries are in the order of: a key of the rows, or '' for no order but the service's
 * @param sort what the service is to sort by, if it can
 */
async function readOf(
	{ resource, budget, request, isPaged }: List,
	query: IDataObject,
	{ from: start, size, after, head, mark }: Partial<Position> & { from: number },
	wanted: { by?: string; lengthOf?: Wanted['lengthOf'] } = {},
	sort?: string,
): Promise<Result<Part>> {
	const { by, lengthOf } = wanted;
	const entry = (row: unknown) => {
		const found = entryOf(resource, row, budget.editor.secrets, by);
		return found && by === '' ? { ...found, by: found.value } : found;
	};
	const isBefore = ({ value, by: name }: Entry) =>
		value === after || (mark !== undefined && markOf(name) === mark);
	const part = {
		...{ isPaged, entryOf: entry, start, size, lengthOf },
		isBefore: after === undefined ? undefined : isBefore,
		isHead: head === undefined ? undefined : ({ value }: Entry) => markOf(value) === head,
	};
	const read = async (asked: IDataObject) =>
		await settle(readPart({ ...part, request: request(asked) }, budget));
	const sorted = sort === undefined ? undefined : await read({ ...query, sort });
	return sorted && (sorted.ok || !mayReject(sorted.failure)) ? sorted : await read(query);
}

/**
 * A page as the service sorts the list. It ends where the name changes, so that the service may give records of the same
 * name in any order without an entry coming twice or never.
 *
 * @returns undefined where the service does not sort, or has too many records of the same name
 */
async function readSorted(
	list: List,
	position: Position,
): Promise<INodeListSearchResult | undefined> {
	const isFirst = position.from === 0;
	const [by] = list.resource.title;
	const length = (part: Part) =>
		lengthOf(part) ?? (isFirst && part.order.length >= 2 * PAGE_SIZE ? 0 : undefined);
	const read = await readOf(list, { sort: by }, position, { by, lengthOf: length });
	if (!read.ok && !mayReject(read.failure)) throw read.failure;
	// Decided on the first page, as the others have to follow the same order.
	if (!read.ok || (isFirst && !areSorted(read.value.order.filter((each) => each !== LEFT_OUT)))) {
		if (read.ok || isRejection(read.failure)) list.lesson.sorts = false;
		return undefined;
	}
	const hasNamesakes = isFirst && lengthOf(read.value) === undefined && !read.value.failure;
	return hasNamesakes ? undefined : pageOf(list, read.value, position);
}

/** How many rows make a page, as far as it is known where the last name ends. */
function lengthOf({ order, ended }: Part): number | undefined {
	let length = Math.min(PAGE_SIZE, order.length);
	while (length > 0 && length < order.length && order[length] === order[length - 1]) length += 1;
	return ended || (length < order.length && length >= PAGE_SIZE) ? length : undefined;
}

/**
 * A page of what the service has found, which is not searched again here.
 *
 * @returns undefined where the service ignores the search
 */
async function readFound(
	list: List,
	query: IDataObject,
	position: Position,
): Promise<INodeListSearchResult | undefined> {
	const { resource, lesson, budget, request, isPaged } = list;
	const sorts = isPaged && resource.list.sort && lesson.sorts !== false;
	const sort = sorts ? resource.title[0] : undefined;
	const read = await readOf(list, query, position, { by: '', lengthOf }, sort);
	if (!read.ok && isRejection(read.failure)) {
		lesson.searches = false;
		return undefined;
	}
	const part = unwrap(read);
	if (part.order.length > 0 && lesson.searches === undefined) {
		const probe = request({ [Object.keys(query)[0]]: `n8n-${randomUUID()}` });
		const random = await settle(budget.read(isPaged ? probe(1, 1) : probe()));
		if (random.ok) lesson.searches = random.value.rows.length === 0;
	}
	return lesson.searches === false ? undefined : pageOf(list, part, position);
}

/** The entries of a part as one page, in the service's order, those of the same name always in the same order. */
function pageOf(list: List, part: Part, position: Position): INodeListSearchResult {
	const { order, entries, ended, size, first, failure } = part;
	const length = lengthOf(part) ?? order.length;
	const shown = order.slice(0, length);
	const places = new Map([...new Set(shown)].map((by, index) => [by, index]));
	const placeOf = ({ by }: Entry) => places.get(by) ?? -1;
	const unsorted = [...entries.values()].filter((entry) => places.has(entry.by));
	// In the service's order, in which the next page begins.
	const last = unsorted.filter(({ by }) => by === shown[shown.length - 1]).pop();
	const isWhole = length === order.length;
	const mark = last && !isWhole ? `#${markOf(last.by)}` : '';
	const hasMore = !isWhole || (!ended && !failure);
	const head = position.head ?? (unsorted.length > 0 ? markOf(unsorted[0].value) : undefined);
	unsorted.sort((one, other) => placeOf(one) - placeOf(other) || byValue(one, other));
	return {
		results: [
			...unsorted.map(asResult),
			...noticeOf([leftOut(shown), hasMore ? undefined : whyNotAll(list, part)]),
		],
		paginationToken: hasMore
			? `${first + length}/${size}${head ? `~${head}` : ''}${mark}${last ? ` ${last.value}` : ''}`
			: undefined,
	};
}

/** Stands for a name in a token. */
const markOf = (by: unknown) => hash('sha256', String(by)).slice(0, 12);

const asResult = ({ name, value }: Entry): INodePropertyOptions => ({ name, value });

const count = (rows: number) => rows.toLocaleString('en');

function leftOut(order: readonly unknown[]): string | undefined {
	const rows = order.filter((by) => by === LEFT_OUT).length;
	return rows > 0 ? `${count(rows)} left out: no ID` : undefined;
}

/** Why what was read up to its end is not the whole list. */
function whyNotAll({ resource }: List, { failure, total, isRepeated, size, end }: Part) {
	if (failure) return `The list ends here: ${failure.message}`;
	if (isRepeated && total === undefined && size >= MAX_PAGE_SIZE)
		return 'There may be more: the service sent the same page again';
	return total !== undefined && total > end
		? `The service shows ${count(end)} of ${count(total)} ${resource.plural.toLowerCase()}`
		: undefined;
}

/**
 * A page of the entries that hold a word, chunk after chunk, each sorted here. The list is read on while these are too few
 * and the call may read.
 *
 * @param isNew whether nothing that was read before may be shown
 */
async function readChunks(
	list: List,
	word: string,
	{ isChunk, from, size: rows, index, after }: Position,
	isNew: boolean,
): Promise<INodeListSearchResult> {
	const chunks = (isNew ? undefined : lists.get(list.key)) ?? new Map<number, Chunk>();
	const page: Entry[] = [];
	const notes: Array<string | undefined> = [];
	let next: number | undefined = isChunk ? from : 0;
	let size = rows;
	let token: string | undefined;
	for (
		let skip = isChunk ? index : 0, last = after;
		next !== undefined;
		skip = 0, last = undefined
	) {
		const start: number = next;
		const known = chunks.get(start);
		const isOver = word !== '' && start >= MAX_SEARCHED;
		if (isOver || (!known && list.budget.isSpent)) {
			token = isOver || word !== '' ? undefined : `chunk ${start}/${size}`;
			if (word !== '') notes.push(notSearched(list, start, isOver));
			break;
		}
		const read: Result<Chunk> = known
			? { ok: true, value: known }
			: await settle(readChunk(list, chunks, start, size));
		if (!read.ok && page.length === 0) throw read.failure;
		if (!read.ok) notes.push(`The list ends here: ${read.failure.message}`);
		if (!read.ok) break;
		const { entries } = read.value;
		const found = word === '' ? entries : entries.filter(({ text }) => text.includes(word));
		const at = last === undefined ? -1 : found.findIndex(({ value }) => value === last);
		const begin = at === -1 ? skip : at + 1;
		const shown = found.slice(begin, begin + PAGE_SIZE - page.length);
		page.push(...shown);
		({ next, size } = read.value);
		const end = begin + shown.length;
		if (end < found.length) {
			token = `chunk ${start}/${size}:${end} ${page[page.length - 1].value}`;
			break;
		}
		notes.push(...read.value.notes);
		if (page.length > 0 && (word === '' || page.length === PAGE_SIZE)) {
			token = next === undefined ? undefined : `chunk ${next}/${size}`;
			break;
		}
	}
	return { results: [...page.map(asResult), ...noticeOf(notes)], paginationToken: token };
}

function notSearched({ resource }: List, rows: number, isOver: boolean): string {
	const advice = isOver ? 'enter the ID' : 'search again to read on';
	return `Only ${count(rows)} ${resource.plural.toLowerCase()} were searched: narrow the search, or ${advice}`;
}

/** Reads as much of the list as one call may, in an order that stays as it is while records change. */
async function readChunk(
	list: List,
	chunks: Map<number, Chunk>,
	start: number,
	size?: number,
): Promise<Chunk> {
	const { number = 'created_at' } = list.resource.identifiers;
	const sort = list.isPaged && list.resource.list.sort ? number : undefined;
	const part = unwrap(await readOf(list, {}, { from: start, size }, {}, sort));
	const { entries, end, failure, order } = part;
	// They are sorted in one go, which begins with a turn of its own.
	await nextTurn();
	const isLast = part.ended || failure !== undefined;
	const chunk = {
		entries: [...entries.values()].sort(byName),
		next: isLast ? undefined : end,
		size: part.size,
		notes: [leftOut(order), isLast ? whyNotAll(list, part) : undefined],
	};
	const kept = [...chunks.values()].reduce((sum, each) => sum + each.entries.length, 0);
	if (!failure && kept < MAX_SEARCHED && entries.size <= MAX_SEARCHED) {
		chunks.set(start, chunk);
		lists.set(list.key, chunks);
	}
	return chunk;
}
