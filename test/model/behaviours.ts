/** How services differ from the plain one. Each is what somebody has reported of a real one. */
import type { Fields } from './kinds';
import type { Behaviour, Logged, Reply, Service, Stored } from './service';

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
