/** How services differ from the plain one. Each is what somebody has reported of a real one. */
import type { Fields } from './kinds';
import type { Logged, Service, Stored } from './service';

interface Fault {
	readonly status: number;
	readonly body: unknown;
	readonly headers?: Record<string, string>;
}

export interface Behaviour {
	readonly name: string;
	/** What becomes of the fields of a write. */
	readonly store?: (body: Fields) => Fields;
	/** The rows that the list has. */
	readonly rows?: (kept: Stored[], service: Service) => Stored[];
	readonly show?: (shown: Fields, where: 'list' | 'get') => Fields;
	/** Responds instead of working on the request; or does something else before it. */
	readonly before?: (entry: Logged, service: Service) => Fault | undefined;
	/** Responds instead of what was done. */
	readonly after?: (entry: Logged, service: Service) => Fault | 'close' | undefined;
	readonly archivedInList?: boolean;
	readonly archivedInGet?: boolean;
	readonly ignoresPaging?: boolean;
	readonly ignoresFilters?: boolean;
	readonly ignoresExternalId?: boolean;
	readonly upsertsIntoArchived?: boolean;
	readonly uniqueEmail?: boolean;
	/** The list does not show all that is there, and nothing says so. */
	readonly hidesRecords?: boolean;
	/** Requests fail or lose their response. */
	readonly isFaulty?: boolean;
	/** What is planned from the list is what is right, so that the outcome of each row is foreseen. */
	readonly isFaithful?: boolean;
}

const SECOND = 1_000;

const rewrite = (body: Fields): Fields => {
	const stored = { ...body };
	for (const [name, value] of Object.entries(stored)) {
		if (typeof value !== 'string') continue;
		if (name === 'email') stored[name] = value.trim().toLowerCase();
		else if (name === 'phone_number') stored[name] = value.replace(/[\s()-]/g, '');
		else if (name === 'currency') stored[name] = value.toUpperCase();
		else if (name.endsWith('_date')) stored[name] = `${value.slice(0, 10)}T00:00:00Z`;
		else if (name !== 'external_id') stored[name] = value.trim().replace(/ +/g, ' ');
	}
	return stored;
};

const otherTimes = (shown: Fields): Fields => {
	const changed = { ...shown };
	for (const [name, value] of Object.entries(shown)) {
		if (typeof value !== 'string') continue;
		if (name === 'start_date') changed[name] = `${value.slice(0, 10)}T00:00:00Z`;
		if (name === 'due_date') changed[name] = value.slice(0, 10).split('-').reverse().join('/');
		if (name === 'created_at') changed[name] = value.replace('T', ' ').slice(0, 19);
	}
	return changed;
};

/** Somebody else adds what a row is about, changes a record or archives one, between list and writes. */
function interfere({ method, body }: Logged, service: Service): undefined {
	if (method === 'GET' || service.writes % 3 !== 1) return;
	if (method === 'POST' && body) {
		const { externalId, ...fields } = body;
		service.add({ external_id: externalId, ...fields, name: 'Of others' }, 'others');
	}
	const [first] = service.active();
	if (first) first.updatedAt = Date.now();
}

const BEHAVIOURS: Behaviour[] = [
	{ name: 'plain', isFaithful: true },
	{ name: 'rewrites', store: rewrite },
	{
		name: 'late',
		rows: (kept) => kept.filter(({ madeAt }) => Date.now() - madeAt > 5 * SECOND),
		hidesRecords: true,
	},
	{
		name: 'cut',
		rows: (kept, { records }) => {
			const before = records.filter(({ madeBy }) => madeBy === 'before').length;
			return kept.filter(({ number }) => number < before);
		},
		hidesRecords: true,
	},
	{
		name: 'repeats',
		rows: (kept) => kept.flatMap((row, at) => (at % 3 === 1 ? [row, row] : [row])),
	},
	{ name: 'ignoresPaging', ignoresPaging: true, isFaithful: true },
	{ name: 'archivedInList', archivedInList: true, archivedInGet: true, isFaithful: true },
	{ name: 'archivedInGet', archivedInGet: true, isFaithful: true },
	{ name: 'othersWrite', before: interfere },
	{
		name: 'noExternalIdInList',
		show: ({ external_id, ...shown }, where) =>
			where === 'list' ? shown : { external_id, ...shown },
	},
	{ name: 'ignoresExternalId', ignoresExternalId: true, isFaithful: true },
	{
		name: '503AfterStoring',
		after: (_, { writes }) =>
			writes % 3 === 1
				? { status: 503, headers: { 'retry-after': '0' }, body: { detail: 'Unavailable' } }
				: undefined,
		isFaulty: true,
	},
	{
		name: '429',
		before: (_, { log }) =>
			log.length % 5 === 2
				? { status: 429, headers: { 'retry-after': '0' }, body: { detail: 'Too many' } }
				: undefined,
		isFaithful: true,
	},
	{
		name: 'responseLost',
		after: (_, { writes }) => (writes % 3 === 1 ? 'close' : undefined),
		isFaulty: true,
	},
	{ name: 'upsertsIntoArchived', upsertsIntoArchived: true, isFaithful: true },
	{ name: 'otherTimes', show: otherTimes, isFaithful: true },
	{ name: 'uniqueEmail', uniqueEmail: true },
	{ name: 'ignoresFilters', ignoresFilters: true },
	{
		name: 'emptyTwice',
		rows: (kept, { lists }) => (lists <= 2 ? [] : kept),
		hidesRecords: true,
	},
];

export const behaviours: Readonly<Record<string, Behaviour>> = Object.fromEntries(
	BEHAVIOURS.map((behaviour) => [behaviour.name, behaviour]),
);
