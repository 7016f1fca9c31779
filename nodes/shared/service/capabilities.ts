import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE, settle, unwrap, type FailureKind, type Page, type Result } from '../http';
import { keptUnder } from '../lifetime';
import { pageReader, type ListSource } from '../resource/actions/lists/pages';
import { requestsOf } from '../resource/actions/requests';

/**
 * What the service can do: asked with one request when it is first of use, then again after an hour. Nothing else in the
 * package finds that out. As long as no answer is known it is no, which costs requests, but loses, doubles and widens nothing.
 */
export type Capability = keyof typeof CAPABILITIES;

/** What is asked about, as far as its probe needs it. */
export interface About extends Pick<ListSource, 'service' | 'resource' | 'options' | 'query'> {
	/** The ID of a record that is there. */
	readonly id?: string;
	/** How many rows a list has; an answer about its rows holds as long as that does. */
	readonly total?: number;
	/** Whether the rows of the page that is read are such as they have to be; undefined where they do not say. */
	readonly agrees?: (rows: readonly IDataObject[], total?: number) => boolean | undefined;
}

/** Who has seen a service that can, and a request that shows whether this one does; undefined shows nothing. */
interface Facts {
	readonly witness: string;
	readonly probe: (about: About) => Promise<boolean | undefined>;
	/** The answer is about these filters and their values alone. */
	readonly isOfQuery?: boolean;
}

const CAPABILITIES = {
	/** A look-up by external ID finds that record or none: with one that no record has, the path of another finds nothing. */
	findsByExternalId: {
		witness: 'assumed; specification: records are created or updated by external_id',
		probe: async ({ service, resource, options, id = '' }) => {
			const request = requestsOf(resource).get({ by: 'id', value: id }, options);
			const query = { ...request.query, external_id: noSuch() };
			const purpose = `find out how to look up ${resource.plural.toLowerCase()}`;
			const found = await settle(service.send({ ...request, query, purpose }));
			if (found.ok || NO_LOOK_UP.has(found.failure.kind)) return false;
			if (found.failure.kind !== 'notFound') throw found.failure;
			return true;
		},
	},
	/** A list finds by words: none by one that no record has. */
	searches: {
		witness: 'observed: companies, contacts and orders take `search`',
		probe: async (about) => {
			const query = { [about.resource.list.search!]: noSuch() };
			return (await pageOf({ ...about, query }, 1))?.rows.length === 0;
		},
	},
	/** A list follows its filters: without them it goes on behind as many rows as it has with them. */
	honoursFilters: {
		witness: 'observed: companies, contacts and orders take `view`; assumed: additional parameters',
		isOfQuery: true,
		probe: async (about) => {
			const { total: count = 0 } = about;
			const next = await pageOf({ ...about, query: {} }, 1, count + 1);
			const before = about.resource.list.paging ? count : 0;
			return next !== undefined && (next.total ?? before + next.rows.length) > count;
		},
	},
	/** A list follows a sort by what never changes: the opposite order begins at the other end. */
	followsOrder: {
		witness: 'observed: companies, contacts and orders take `sort`; assumed: number and created_at',
		probe: async (about) => agreesOn(await pageOf(reversed(about), 5), about),
	},
	/** The same for a sort by the last update. */
	sortsByUpdate: {
		witness: 'observed: companies, contacts and orders take `sort`; assumed: updated_at',
		probe: async (about) => agreesOn(await pageOf(reversed(about), 1), about),
	},
	/** All rows show when they were updated: those that do not come last in many databases. */
	datesAll: {
		witness: 'PostgreSQL: ORDER BY … NULLS LAST',
		probe: async (about) => {
			const number = Math.ceil((about.total ?? 0) / MAX_PAGE_SIZE);
			return agreesOn(await pageOf(about, MAX_PAGE_SIZE, number), about);
		},
	},
} satisfies Record<string, Facts>;

const NO_LOOK_UP: ReadonlySet<FailureKind> = new Set(['refused', 'unexpectedResponse']);

const noSuch = () => `n8n-${randomUUID()}`;

/** An answer, settled at once, because several may await it or none; and for how many rows it holds. */
interface Known {
	answer?: Promise<Result<boolean | undefined>>;
	total?: number;
}

const answers = keptUnder('What a service can do', 'limiter', (): Known => ({}), 60 * 60_000);

function knownOf(capability: Capability, { service, resource, options, query }: About): Known {
	const { isOfQuery }: Facts = CAPABILITIES[capability];
	const { path, query: context } = requestsOf(resource).list(
		isOfQuery ? { ...query } : {},
		options,
	);
	return answers(service.account, JSON.stringify([capability, path, isOfQuery && context]));
}

/**
 * Whether the service has a capability, for the lists and records of this object.
 *
 * @throws Failure of a probe that failed in a way that may pass; it is asked again
 */
export async function can(capability: Capability, about: About): Promise<boolean> {
	const kept = knownOf(capability, about);
	if (kept.total !== about.total) kept.answer = undefined;
	kept.total = about.total;
	const probe = (kept.answer ??= settle(CAPABILITIES[capability].probe(about)));
	const found = await probe;
	const isKept = found.ok && found.value !== undefined;
	if (!isKept && kept.answer === probe) kept.answer = undefined;
	return unwrap(found) ?? false;
}

/** What is known without asking; undefined where nothing is. */
export async function known(capability: Capability, about: About): Promise<boolean | undefined> {
	const found = await knownOf(capability, about).answer;
	return found?.ok ? found.value : undefined;
}

/** Notes that rows contradict a capability. */
export function noteCannot(capability: Capability, about: About): void {
	knownOf(capability, about).answer = Promise.resolve({ ok: true, value: false });
}

/** The list in the opposite order. */
function reversed({ query = {}, ...about }: About): About {
	return { ...about, query: { ...query, sort: reverseOf(String(query.sort)) } };
}

export const reverseOf = (order: string) => (order.startsWith('-') ? order.slice(1) : `-${order}`);

/** Whether a page is such as it has to be; one that the service refuses, perhaps only with these filters, does not say. */
const agreesOn = (page: Page<IDataObject> | undefined, { agrees }: About) =>
	page && agrees?.(page.rows, page.total);

/** A page of a list; undefined where the service refuses it in this form, or does not go by its number. */
async function pageOf(about: About, limit: number, page = 1) {
	const read = await settle(pageReader(about)(page, limit));
	if (!read.ok && REFUSALS.includes(read.failure.status)) return undefined;
	const found = unwrap(read);
	return page > 1 && found.next !== undefined ? undefined : found;
}

/** What a service says to a sort or a search that it does not know. */
const REFUSALS: ReadonlyArray<number | undefined> = [400, 404, 422];
