/** How services differ from the plain one. Each is what somebody has reported of a real one. */
import type { Fields } from './kinds';
import type { Logged, Reply, Service, Stored } from './service';

export interface Behaviour {
	/** What becomes of the fields of a write. */
	readonly store?: (body: Fields) => Fields;
	/** The rows that the list has. */
	readonly rows?: (kept: Stored[], service: Service) => Stored[];
	readonly show?: (shown: Fields, where: 'list' | 'get') => Fields;
	/** Responds instead of working on the request; or does something else before it. */
	readonly before?: (entry: Logged, service: Service) => Reply | undefined;
	/** Responds instead of telling what was done. */
	readonly after?: (service: Service) => Reply | 'close' | undefined;
	readonly archivedInList?: boolean;
	readonly archivedInGet?: boolean;
	readonly ignoresPaging?: boolean;
	readonly ignoresFilters?: boolean;
	readonly ignoresExternalId?: boolean;
	readonly upsertsIntoArchived?: boolean;
	readonly uniqueEmail?: boolean;
	/** The list does not show all that is there, and nothing says so. */
	readonly hidesRecords?: boolean;
	/** Responses to writes are lost. */
	readonly isFaulty?: boolean;
	/** What is stored or shown may be another value than was sent, by the service or by others. */
	readonly changesValues?: boolean;
	/** The outcome of each row can be foreseen. */
	readonly isFaithful?: boolean;
}

/** Changes each text of a record but its key. */
function eachText(fields: Fields, change: (value: string, name: string) => string): Fields {
	const changed = { ...fields };
	for (const [name, value] of Object.entries(fields))
		if (typeof value === 'string' && name !== 'external_id') changed[name] = change(value, name);
	return changed;
}

const rewritten = (value: string, name: string) => {
	if (name.endsWith('_date')) return `${value.slice(0, 10)}T00:00:00Z`;
	if (name === 'phone_number') return value.replace(/[\s()-]/g, '');
	return name === 'email' ? value.trim().toLowerCase() : value.trim();
};

const inOtherFormat = (value: string, name: string) => {
	if (name === 'start_date') return `${value.slice(0, 10)}T00:00:00Z`;
	if (name === 'due_date') return value.slice(0, 10).split('-').reverse().join('/');
	return name === 'created_at' ? value.replace('T', ' ').slice(0, 19) : value;
};

const headers = { 'retry-after': '0' };
const again = (status: number): Reply => ({ status, headers, body: { detail: 'Try again' } });

/** Somebody else adds what a row is about, between the list and the write. */
function interfere({ method, body }: Logged, service: Service): undefined {
	if (method !== 'POST' || !body || !isThird(service)) return;
	const { externalId, ...fields } = body;
	service.add({ external_id: externalId, ...fields, phone_number: 'of others' }, 'others');
}

const withoutIdInList = (shown: Fields, where: string) =>
	where === 'get' ? shown : { ...shown, external_id: undefined };

const isOld = ({ madeAt }: Stored) => Date.now() - madeAt > 5_000;
const isBefore = ({ madeBy }: Stored) => madeBy === 'before';
const isThird = ({ writes }: Service) => writes % 3 === 1;

export const behaviours: Readonly<Record<string, Behaviour>> = {
	plain: { isFaithful: true },
	rewrites: { store: (body) => eachText(body, rewritten), changesValues: true },
	late: { rows: (kept) => kept.filter(isOld), hidesRecords: true },
	// The last of those that were there is never shown, nor what is new.
	cut: { rows: (kept) => kept.filter(isBefore).slice(0, -1), hidesRecords: true },
	repeats: { rows: (kept) => kept.flatMap((row, at) => (at % 3 === 1 ? [row, row] : [row])) },
	ignoresPaging: { ignoresPaging: true, isFaithful: true },
	archivedInList: { archivedInList: true, archivedInGet: true, isFaithful: true },
	archivedInGet: { archivedInGet: true, isFaithful: true },
	othersWrite: { before: interfere, changesValues: true },
	noExternalIdInList: { show: withoutIdInList },
	ignoresExternalId: { ignoresExternalId: true, isFaithful: true },
	'503AfterStoring': { after: (it) => (isThird(it) ? again(503) : undefined), isFaulty: true },
	responseLost: { after: (it) => (isThird(it) ? 'close' : undefined), isFaulty: true },
	'429': {
		before: (_, { log }) => (log.length % 5 === 2 ? again(429) : undefined),
		isFaithful: true,
	},
	upsertsIntoArchived: { upsertsIntoArchived: true, isFaithful: true },
	otherTimes: { show: (shown) => eachText(shown, inOtherFormat), isFaithful: true },
	uniqueEmail: { uniqueEmail: true },
	ignoresFilters: { ignoresFilters: true },
	emptyTwice: { rows: (kept, { lists }) => (lists <= 2 ? [] : kept), hidesRecords: true },
};
