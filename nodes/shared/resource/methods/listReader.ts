import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { eachInSteps, runInSlices } from '../../execution';
import {
	Failure,
	failureOf,
	MAX_PAGE_SIZE,
	Pass,
	settle,
	unwrap,
	within,
	type Page,
	type PlacedPage,
	type ServiceRequest,
	backgroundOptions,
	badInput,
	connect,
	readCredentialWithoutItem,
	secretsOf,
	type Secrets,
	type ServiceResponse,
} from '../../http';
import { isObject } from '../../schema/values';
import { wholeNumber } from '../actions/readResponse';
import type { Entry } from './entries';
import { show } from '../../schema/limits';
import type { Resource } from '../definition/resource';

/** What one call of the editor may use, whatever the service does. */
const MAX_MS = 20_000;
const MAX_ROWS = 3_000;
const MAX_REQUESTS = 60;
/** Pages that are read at once. */
const PARALLEL = 5;

/** Counts what one call of the editor uses. */
export class Budget {
	/** How many more requests may be sent. */
	requests = MAX_REQUESTS;
	/** How many rows were taken. */
	rows = 0;
	private readonly until = performance.now() + MAX_MS;

	constructor(readonly editor: Editor) {}

	get isSpent() {
		return this.rows >= MAX_ROWS || this.requests <= 0 || performance.now() >= this.until;
	}

	/**
	 * Reads a list, or a page of it. Of a row nothing is wanted but what an entry needs.
	 *
	 * @throws Failure, also when the time of the call is over
	 */
	async read(request: ServiceRequest): Promise<Page<unknown>> {
		this.requests -= 1;
		const ms = this.until - performance.now();
		const sending = this.editor.send(request);
		const { status, body } = await within(sending, ms, () => tooSlow(request));
		const list = status === 204 ? [] : isObject(body) ? body.data : body;
		const rows: unknown[] = Array.isArray(list) ? list : [];
		return { rows, total: isObject(body) ? wholeNumber(body.total) : undefined };
	}
}

const tooSlow = ({ purpose }: ServiceRequest) =>
	new Failure({
		kind: 'unavailable',
		message: `Could not ${purpose} within ${MAX_MS / 1000} seconds`,
		remedy: 'Check that the service is up, then open the list again, or enter the ID.',
	});

/** What to read of a list. */
export interface Wanted {
	/** The request of a page; of the whole list, where it has no pages. */
	readonly request: (page?: number, limit?: number) => ServiceRequest;
	readonly isPaged: boolean;
	/** An entry, where the row has an ID; `by` is what the list is in the order of. */
	readonly entryOf: (row: unknown) => Entry | undefined;
	/** The position to begin at, from 0. */
	readonly start: number;
	/** Rows of a page, as far as that is known. */
	readonly size?: number;
	/** Whether this is the entry before, which may have moved, or one of its name; the part begins behind it. */
	readonly isBefore?: (entry: Entry) => boolean;
	/** Whether this is the first entry of the list; a later page that begins with it is the first page again. */
	readonly isHead?: (entry: Entry) => boolean;
	/** How many of the rows that were read are wanted; undefined as long as there are not enough. */
	readonly lengthOf?: (part: Part) => number | undefined;
}

/** Passes without a new row after which further ones bring none either. */
const MAX_IDLE = 3;

/** Stands for a row that has no ID, and so cannot be picked. */
export const LEFT_OUT = Symbol('left out');

/** The key of the entry before, and of those of its name; no ID is blank. */
const BEFORE = ' ';

/** A row as it was sent; of one without an ID there is no entry. */
interface Row {
	readonly row: unknown;
	readonly entry?: Entry;
	readonly key?: string;
}

/** A part of a list, read from a position on until there is enough or the budget is spent. */
export class Part {
	/** By ID, in the order in which they came. */
	readonly entries = new Map<string, Entry>();
	/** What each row is sorted by, from the first one on. */
	order: unknown[] = [];
	/** The position of the first row. */
	first: number;
	/** The list ends here. */
	ended = false;
	/** … because the service sent the same rows again. */
	isRepeated = false;
	/** How many rows the list has, as the service says. */
	total?: number;
	/** Rows of a page. */
	size: number;
	/** Why there is no more of it. */
	failure?: Failure;

	constructor(
		private readonly wanted: Wanted,
		private readonly budget: Budget,
	) {
		this.first = wanted.start;
		this.size = wanted.size ?? MAX_PAGE_SIZE;
	}

	/** The position behind the last row. */
	get end() {
		return this.first + this.order.length;
	}

	/** Whether rows are missing because they have changed places between two pages, as rows of the same name may. */
	isShort(length = this.order.length): boolean {
		const counts = new Map<unknown, number>();
		for (const by of this.order.slice(0, length)) counts.set(by, (counts.get(by) ?? 0) + 1);
		for (const { by } of this.entries.values()) counts.set(by, (counts.get(by) ?? 0) - 1);
		counts.delete(LEFT_OUT);
		return [...counts.values()].some((count) => count > 0);
	}

	/** Reads it once, or once more. Never throws. */
	async read(): Promise<void> {
		const { budget, size } = this;
		const { isBefore, isPaged, lengthOf, start } = this.wanted;
		this.order = [];
		this.first = start;
		const pass = new Pass<Row>({
			fetch: async (page, limit) => await this.fetch(page, limit),
			keyOf: ({ key }) => key,
			keys: new Set(isBefore && [BEFORE]),
			start: isPaged ? start : 0,
			pageSize: size,
			limit: lengthOf ? 0 : start + MAX_ROWS,
			parallel: Math.min(PARALLEL, budget.requests),
		});
		try {
			for await (const page of pass.pages()) {
				this.take(page, pass.total);
				// A first page shows the service's own maximum, unless it is the only one.
				const isCut = page.start === 0 && page.rows.length < size;
				const isAll = isCut && pass.total !== undefined && this.end >= pass.total;
				this.ended = pass.ended || isAll || !isPaged;
				this.isRepeated ||= pass.repeated;
				if (this.ended || budget.isSpent || lengthOf?.(this) !== undefined) return;
			}
			// The service ignores the page, or brings nothing new.
			this.ended = true;
			this.isRepeated = true;
		} catch (error) {
			this.failure = failureOf(error);
		}
	}

	private take({ rows, fresh, start }: PlacedPage<Row>, total = this.total): void {
		const { wanted, entries } = this;
		if (start === 0 && wanted.size === undefined) this.size = rows.length || this.size;
		this.total = total;
		this.budget.rows += fresh.length;
		if (this.order.length === 0) {
			const last = rows.map(({ key }) => key).lastIndexOf(BEFORE);
			// Without it, those behind it have moved up.
			this.first = last === -1 ? Math.max(start, wanted.start - 1) : start + last + 1;
		}
		const unseen = new Set(fresh);
		for (const [index, row] of rows.entries()) {
			const position = start + index;
			if (position < this.first) continue;
			const { entry } = row;
			if (entry && unseen.has(row) && !entries.has(entry.value)) entries.set(entry.value, entry);
			if (position >= this.end) this.order.push(entry ? entry.by : LEFT_OUT);
		}
	}

	private async fetch(page: number, limit: number): Promise<Page<Row>> {
		const { request, isPaged, entryOf, isBefore, isHead } = this.wanted;
		const read = await settle(this.budget.read(isPaged ? request(page, limit) : request()));
		// Some services say so when a page lies beyond the end.
		if (!read.ok && page > 1 && read.failure.kind === 'notFound') return { rows: [] };
		const { rows, total } = unwrap(read);
		const head = page > 1 && isHead ? entryOf(rows[0]) : undefined;
		if (head && isHead?.(head)) {
			this.isRepeated = true;
			return { rows: [], total };
		}
		const keyed = (row: unknown): Row => {
			const entry = entryOf(row);
			return { row, entry, key: entry && isBefore?.(entry) ? BEFORE : entry?.value };
		};
		return { rows: await runInSlices(eachInSteps(rows, keyed)), total };
	}
}

/**
 * Reads a part of a list; again, as long as rows have changed places and that brings new ones.
 *
 * @throws Failure where there is nothing to show
 */
export async function readPart(wanted: Wanted, budget: Budget): Promise<Part> {
	const part = new Part(wanted, budget);
	for (let idle = 0; idle < MAX_IDLE; ) {
		const { size } = part.entries;
		await part.read();
		// One response is consistent.
		if (!wanted.isPaged || part.failure || budget.isSpent) break;
		if (!part.isShort(wanted.lengthOf?.(part))) break;
		idle = part.entries.size > size ? 0 : idle + 1;
	}
	if (part.failure && part.order.length === 0) throw part.failure;
	return part;
}

/** The service, as the editor asks it. */
export interface Editor {
	/** Sends a read. @throws Failure with advice that fits an editor */
	readonly send: (request: ServiceRequest) => Promise<ServiceResponse>;
	/** Stands for the service and the values of the credential; reveals none of them. */
	readonly key: string;
	/** What no label may show. */
	readonly secrets?: Secrets;
}

/**
 * Opens the service for the editor. Lists are read with a token: the workspace code of Enrich and Score reads none
 * (specification: Authentication, 5).
 *
 * @throws Failure of which the editor shows only the headline
 */
export async function openEditor(context: ILoadOptionsFunctions): Promise<Editor> {
	if (context.getCurrentNodeParameter('authentication') === 'workspaceCode') {
		throw badInput(
			'authentication',
			'A workspace code reads no lists: choose By ID, or set Authentication to Access or Refresh Token',
			'Enter the ID, or use an expression.',
		);
	}
	const credential = await readCredentialWithoutItem(context).catch((error: Error) => {
		if (error instanceof Failure) throw error;
		throw context.getNode().credentials?.workspaceRecordsApi === undefined
			? badInput(
					'credentials',
					'No usable credential: select one first',
					'Then open the list again.',
				)
			: badInput(
					'credentials',
					`The credential cannot be read: ${error.message}`,
					'Open the credential and correct it, or select another one.',
				);
	});
	const { service } = connect(context, backgroundOptions, credential);
	const send = async (request: ServiceRequest) => {
		const sent = await settle(service.send(request));
		if (sent.ok) return sent.value;
		throw advised(sent.failure);
	};
	return { send, key: credential.key, secrets: secretsOf(context) };
}

/** A failure with what a person can do about it in the editor, where nodes have their options and filters. */
function advised(failure: Failure): Failure {
	const { kind, retryAfterMs } = failure;
	const seconds = retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} seconds` : 'later';
	const advice: Partial<Record<typeof kind, string>> = {
		rateLimited: `Open the list again ${seconds}, or enter the ID.`,
		unavailable: 'Check that the service is up, then open the list again, or enter the ID.',
		tooLarge: 'Type a part of the name to search for, or enter the ID.',
		notFound:
			'Check the base URL of the credential, and that its token is for the right workspace.',
		refused: 'Enter the ID, or use an expression.',
	};
	return failure.with({ remedy: advice[kind] ?? failure.remedy });
}

/**
 * One of the values of a parameter, which may be given by an expression.
 *
 * @throws Failure where it is none of them
 */
export function choiceOf(
	context: ILoadOptionsFunctions,
	{ name, label, options }: Omit<NonNullable<Resource['pathParameter']>, 'description'>,
): string {
	const choice = evaluated(context, name);
	if (options.some(({ value }) => value === choice)) return choice as string;
	throw badInput(
		name,
		`${label} is ${show(choice)}`,
		'Choose it from the list, or use an expression that has a value before the workflow runs.',
	);
}

function evaluated(context: ILoadOptionsFunctions, name: string): unknown {
	try {
		return context.getNodeParameter(name, '');
	} catch {
		return context.getCurrentNodeParameter(name);
	}
}
