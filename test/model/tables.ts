/** A random pair of tables: what the service has, and what the rows of the input say. */
import { randomNumbers } from '../../sandbox/random';
import { behaviours } from './behaviours';
import { KINDS, type Fields, type Kind } from './kinds';

export type Pair = ReturnType<typeof pairOf>;

function randomOf(seed: number) {
	const next = randomNumbers(seed * 7919);
	const below = (limit: number) => Math.floor(next() * limit);
	const pick = <T>(from: readonly T[]): T => from[below(from.length)];
	return { below, pick, chance: (share: number) => below(1_000) < share * 1_000 };
}
type Random = ReturnType<typeof randomOf>;

/** What the filter looks for, which some names have. */
export const SEARCHED = 'Nord';
const BLANKS = ['', ' ', '\t', '\u00a0', '\u200b', '\u2800', ' \u200d '];
const COMPANIES = 'Acme|Nord Öl|Société Générale|Nordwind|A-1 Parts|A1 Parts|Tri'.split('|');
const PEOPLE = 'Ada|Grace|Ada Maria|Linus|José'.split('|');
/** Keys that people have; some look alike and are not. */
const KEYS = '2026-1-12 2026-11-2 SKU-1.0 SKU-1 A_1 A-1 1 2 ab12 k7 k8'.split(' ');

function valueOf(field: string, kind: Kind, at: number, random: Random): unknown {
	const values: Record<string, unknown> = {
		external_id: random.chance(at < 20 ? 0.5 : 0) ? KEYS[at % KEYS.length] : `x${at}`,
		name: kind === KINDS.contact ? random.pick(PEOPLE) : `${COMPANIES[at % 7]} ${at >> 1}`,
		last_name: random.pick(['Lovelace', 'Hopper', 'Byron', '']),
		url: random.chance(0.4) ? `https://shop.example/?id=${at}` : `https://c${at}.example/de`,
		email: random.chance(0.3) ? `shop+${at}@example.com` : `p${at}@example.com`,
		phone_number: `+49 30 ${1000 + at}`,
		allowed_in_store: random.chance(0.5),
		start_date: `2026-0${1 + random.below(9)}-1${random.below(10)}`,
		due_date: `2026-0${1 + random.below(9)}-2${random.below(9)}`,
		total_price: random.pick([10, 12.5, 99.99]),
		currency: random.pick(['EUR', 'USD']),
		// The service's own IDs are known from exports.
		id: `0b9c7a52-6a0f-4f3e-9b1d-${String(at + 1).padStart(12, '0')}`,
		[kind.numberKey]: at + 1,
	};
	return values[field] ?? `${field} ${random.below(3)}`;
}

const RULES = ['always', 'onlyIfEmpty', 'onlyOnCreate', 'never', 'clearIfEmpty'] as const;

/** Options of Sync that are drawn, as the node stores them. */
function optionsOf(kind: Kind, by: string, isMirror: boolean, { pick, chance }: Random) {
	const names = [...kind.fields.map(({ name }) => name), '*'].filter((name) => name !== by);
	// A contact's name is all its parts: whether one of them has a rule is said nowhere.
	const isOfNames = by === 'name' && kind === KINDS.contact;
	const ruled = names.filter((name) => chance(0.25) && !(isOfNames && /name|[*]/.test(name)));
	const limit = () => pick([100, 100, 50, 10]);
	const gone = names.find((name) => /address|company|caseStatus|notes/.test(name));
	return {
		fieldRules: { rule: ruled.map((field) => ({ field, rule: pick(RULES) })) },
		returnItems: pick(['all', 'all', 'changed', 'summary']),
		includeInputFields: chance(0.5),
		guards: {
			...{ maxArchived: pick([20, 1]), maxArchivedPercent: pick([100, 100, 34, 10]) },
			...{ maxCreated: limit(), maxUpdated: limit(), maxRejected: limit() },
			whenStopped: pick(['fail', 'report']),
		},
		whenGone: isMirror ? pick(['archive', 'archive', 'setFields', 'report']) : 'archive',
		// Some records have this value already.
		fieldsWhenGone: JSON.stringify({ [String(gone)]: `${gone} 1` }),
	};
}
type SyncOptions = ReturnType<typeof optionsOf>;
type Options = Partial<Omit<SyncOptions, 'guards'>> & {
	guards?: Partial<SyncOptions['guards']>;
	failWhenNotFound?: boolean;
	whenSeveral?: string;
};

function recordOf(kind: Kind, at: number, random: Random): Fields {
	const some = kind.fields.filter(() => random.chance(0.8));
	return Object.fromEntries(some.map(({ name }) => [name, valueOf(name, kind, at, random)]));
}

/** A value in another spelling; a number also with a zero before it. */
const respelled = (value: unknown, { pick }: Random) => {
	const text = String(value);
	const others = [text.normalize('NFD'), text.replace('https://', 'http://www.')];
	return pick([...others, text.toUpperCase(), ` ${text} `, text.replace(/^(?=\d)/, '0')]);
};

export function pairOf(seed: number, only?: string) {
	const random = randomOf(seed);
	const names = Object.keys(behaviours);
	const behaviour = only ?? names[seed % names.length];
	const isOfPeople = ['uniqueEmail', 'ignoresFilters'].includes(behaviour);
	const kinds = ['company', 'company', 'contact', 'contact', 'invoice', 'deal'] as const;
	const some = behaviour === 'otherTimes' ? kinds.slice(3, 5) : kinds.slice(0, isOfPeople ? 4 : 6);
	const name = random.pick(some);
	const kind = KINDS[name];
	const operations = ['sync', 'sync', 'sync', 'findOrCreate', 'find', 'upsert'] as const;
	const operation = random.pick(operations.slice(0, kind.upserts ? 6 : 5));
	const isSync = operation === 'sync';
	const fields = isSync ? kind.matchBy : kind.findBy;
	const by = operation === 'upsert' ? 'external_id' : random.pick(fields);
	const isOwnId = !kind.fields.some((field) => field.name === by);
	const mapping = isOwnId || random.chance(0.5) ? 'auto' : 'manual';
	const keyOf = (at: number) => ({ [by]: valueOf(by, kind, at, random) });

	const hasOptions = random.chance(0.5) && (isSync || operation === 'find');
	/** So many that guards count per cent, and that look-ups read the list. */
	const many = hasOptions && random.chance(0.3) ? 24 : 0;
	const isLarge = many > 0 && random.chance(0.5);
	/** Every row has a key of its own, so that Mirror is not in doubt. */
	const isClear = hasOptions && random.chance(0.5);

	const records = Array.from({ length: random.below(8) + (isLarge ? many : 0) }, (_, at) => ({
		fields: recordOf(kind, at, random),
		archived: random.chance(behaviour.includes('rchived') ? 0.35 : 0.1),
	}));
	// Before the first sync nobody has an external ID.
	if (random.chance(0.2)) for (const { fields } of records) delete fields.external_id;
	const rows: Fields[] = [];
	records.forEach((record, at) => {
		if (random.chance(isClear && !isOwnId && !record.fields[by] ? 1 : 0.35)) return;
		const row = { ...record.fields, ...(isOwnId && keyOf(at)) };
		for (const { name } of kind.fields) {
			if (name === by && isClear) continue;
			if (name !== by && random.chance(0.2)) row[name] = valueOf(name, kind, at, random);
			if (random.chance(0.06)) row[name] = random.pick(BLANKS);
			// By hand, null is a column without a value; from the item it clears.
			if (mapping === 'auto' && random.chance(0.02)) row[name] = null;
			if (random.chance(0.1)) delete row[name];
		}
		// An email that another record still holds.
		const isTaken = behaviour === 'uniqueEmail' && by !== 'email' && random.chance(0.4);
		if (isTaken) row.email = random.pick(records).fields.email;
		if (!isOwnId && row[by] && random.chance(0.12)) row[by] = respelled(row[by], random);
		rows.push(row);
	});
	const added = random.below(4) + (isLarge ? 0 : many) + Number(rows.length === 0);
	for (let more = added; more > 0; more -= 1) {
		const at = many > 0 ? 60 + more : 20 + random.below(12);
		const row = { ...keyOf(at), ...recordOf(kind, at, random) };
		// A key that another row has, too, or has in another spelling.
		const other = isOwnId || isClear ? undefined : random.pick(rows)?.[by];
		if (other && random.chance(0.15)) row[by] = random.pick([other, respelled(other, random)]);
		rows.push(row);
	}
	const modes = ['upsert', 'upsert', 'updateOnly', 'createOnly', 'mirror', 'mirror'] as const;
	const filters = ['none', 'none', 'none', 'none', 'none', 'search', 'empty'] as const;
	const filter = behaviour === 'ignoresFilters' ? 'search' : random.pick(filters);
	const plans = ['single', 'repeat', 'repeat', 'overlap', 'later'] as const;
	// How Sync or Find or Create goes on with what it found.
	const whenFound = operation === 'find' ? 'leave' : random.pick(['leave', 'update'] as const);
	const mode = isSync ? random.pick(modes) : whenFound;
	const maxArchivedPercent = random.chance(0.8) ? 100 : 10;
	const usual: Options = { guards: { maxArchivedPercent, whenStopped: 'report' } };
	const drawn: Options = isSync
		? optionsOf(kind, by, mode === 'mirror', random)
		: { failWhenNotFound: random.chance(0.4), whenSeveral: random.pick(['fail', 'oldest']) };
	return {
		...{ seed, kind: name, operation, by, behaviour, mapping, records, rows, mode, hasOptions },
		options: hasOptions ? drawn : usual,
		plan: random.pick(plans),
		pageCap: random.pick([2, 3, 100]),
		filter: isSync && kind.upserts ? filter : 'none',
	};
}
