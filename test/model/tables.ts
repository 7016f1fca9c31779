/** A random pair of tables: what the service has, and what the rows of the input say. */
import { behaviours } from './behaviours';
import { KINDS, type Fields, type Kind, type KindName } from './kinds';

export type Plan = 'single' | 'repeat' | 'overlap' | 'later';

export interface Pair {
	readonly seed: number;
	readonly kind: KindName;
	readonly operation: 'sync' | 'findOrCreate' | 'upsert';
	readonly mode: 'upsert' | 'updateOnly' | 'createOnly' | 'mirror';
	/** The field by which rows and records belong together. */
	readonly by: string;
	readonly whenFound: 'leave' | 'update';
	readonly behaviour: string;
	readonly plan: Plan;
	readonly pageCap: number;
	readonly mapping: 'auto' | 'manual';
	readonly filter: 'none' | 'search' | 'empty';
	readonly maxPercent: number;
	readonly records: ReadonlyArray<{ readonly fields: Fields; readonly archived: boolean }>;
	readonly rows: readonly Fields[];
}

export type Random = ReturnType<typeof randomOf>;

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number) {
	let state = seed;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		below: (limit: number) => Math.floor(next() * limit),
		chance: (share: number) => next() < share,
		pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)],
	};
}

/** What the filter looks for, which some names have. */
export const SEARCHED = 'Nord';

const BLANKS = ['', ' ', '\t', '\u00a0', '\u200b', '\u2800', ' \u200d '];
const COMPANIES = [
	'Acme',
	'Nord Öl',
	'Société Générale',
	'Nordwind',
	'A-1 Parts',
	'A1 Parts',
	'Tri',
];
const PEOPLE = ['Ada', 'Grace', 'Ada Lovelace', 'Linus', 'José'];
const FAMILIES = ['Lovelace', 'Hopper', 'Byron', ''];
/** Keys that people have; some look alike and are not. */
const KEYS = [
	'2026-1-12',
	'2026-11-2',
	'SKU-1.0',
	'SKU-1',
	'A_1',
	'A-1',
	'1',
	'2',
	'ab12',
	'k7',
	'k8',
];

function valueOf(field: string, kind: Kind, at: number, random: Random): unknown {
	switch (field) {
		case 'external_id':
			return random.chance(0.5) ? KEYS[at % KEYS.length] : `x${at}`;
		case 'name':
			return kind.name === 'contact' ? random.pick(PEOPLE) : `${COMPANIES[at % 7]} ${at >> 1}`;
		case 'last_name':
			return random.pick(FAMILIES);
		case 'url':
			return random.chance(0.4)
				? `https://shop.example/?id=${at}`
				: `https://c${at}.example${random.pick(['', '/', '/de'])}`;
		case 'email':
			return random.chance(0.3) ? `shop+${at}@example.com` : `p${at}@example.com`;
		case 'phone_number':
			return `+49 30 ${1000 + at}`;
		case 'allowed_in_store':
			return random.chance(0.5);
		case 'start_date':
		case 'due_date':
			return `2026-0${1 + random.below(9)}-1${random.below(10)}`;
		case 'total_price':
			return random.pick([10, 12.5, 99.99]);
		case 'currency':
			return random.pick(['EUR', 'USD']);
		default:
			return `${field} ${random.below(3)}`;
	}
}

function recordOf(kind: Kind, at: number, random: Random): Fields {
	const fields: Fields = {};
	for (const { name } of kind.fields) {
		if (random.chance(name === 'external_id' ? 0.7 : 0.8)) {
			fields[name] = valueOf(name, kind, at, random);
		}
	}
	return fields;
}

/** A value in another spelling. */
function respelled(value: unknown, random: Random): unknown {
	const text = String(value);
	return random.pick([text.toUpperCase(), ` ${text} `, `0${text}`, text.normalize('NFD')]);
}

/** The service's own IDs are known from exports only. */
const ownId = (by: string, kind: Kind, at: number) =>
	by === 'id' ? `0b9c7a52-6a0f-4f3e-9b1d-${String(at + 1).padStart(12, '0')}` : at + 1;

export function pairOf(seed: number, only?: string): Pair {
	const random = randomOf(seed);
	const names = Object.keys(behaviours);
	const behaviour = only ?? names[seed % names.length];
	const kindName: KindName =
		behaviour === 'otherTimes' && random.chance(0.7)
			? 'invoice'
			: random.pick(['company', 'company', 'contact', 'contact', 'deal', 'invoice'] as const);
	const kind =
		KINDS[behaviour === 'uniqueEmail' ? random.pick(['company', 'contact'] as const) : kindName];
	const operation =
		behaviour === 'ignoresFilters'
			? 'sync'
			: random.pick(
					kind.upserts
						? (['sync', 'sync', 'sync', 'findOrCreate', 'upsert'] as const)
						: (['sync', 'sync', 'findOrCreate'] as const),
				);
	const by =
		operation === 'upsert'
			? 'external_id'
			: random.pick(operation === 'sync' ? kind.matchBy : kind.findBy);
	const isOwnId = by === 'id' || by === kind.numberKey;

	const records = Array.from({ length: random.below(8) }, (_, at) => ({
		fields: recordOf(kind, at, random),
		archived: random.chance(0.15),
	}));
	const rows: Fields[] = [];
	records.forEach(({ fields }, at) => {
		if (random.chance(0.35)) return;
		const row = { ...fields };
		for (const { name } of kind.fields) {
			if (name !== by && random.chance(0.2)) row[name] = valueOf(name, kind, at, random);
			if (random.chance(0.06)) row[name] = random.pick(BLANKS);
			if (random.chance(0.02)) row[name] = null;
			if (random.chance(0.1)) delete row[name];
		}
		if (!isOwnId && row[by] !== undefined && random.chance(0.12))
			row[by] = respelled(row[by], random);
		if (isOwnId) row[by] = ownId(by, kind, at);
		rows.push(row);
	});
	for (let more = random.below(4); more > 0; more -= 1) {
		const at = 20 + random.below(12);
		const row = recordOf(kind, at, random);
		if (isOwnId) row[by] = ownId(by, kind, at);
		else row[by] ??= valueOf(by, kind, at, random);
		// A key that the rows or records have in another spelling, or in this one.
		if (!isOwnId && rows.length > 0 && random.chance(0.15)) {
			row[by] = random.chance(0.5)
				? random.pick(rows)[by]
				: respelled(random.pick(rows)[by], random);
		}
		rows.push(row);
	}
	const canFilter = operation === 'sync' && kind.isPaged;
	const filter = !canFilter
		? 'none'
		: behaviour === 'ignoresFilters'
			? 'search'
			: random.pick(['none', 'none', 'none', 'none', 'none', 'search', 'empty'] as const);
	const plan = random.pick(['single', 'repeat', 'repeat', 'overlap', 'later'] as const);
	return {
		seed,
		kind: kind.name,
		operation,
		mode: random.pick([
			'upsert',
			'upsert',
			'updateOnly',
			'createOnly',
			'mirror',
			'mirror',
		] as const),
		by,
		whenFound: random.pick(['leave', 'update']),
		behaviour,
		plan: operation === 'sync' || plan !== 'repeat' ? plan : 'later',
		pageCap: random.pick([2, 3, 100]),
		mapping: isOwnId || random.chance(0.5) ? 'auto' : 'manual',
		filter,
		maxPercent: random.chance(0.8) ? 100 : 10,
		records,
		rows:
			rows.length > 0
				? rows
				: [
						{
							...recordOf(kind, 30, random),
							[by]: isOwnId ? ownId(by, kind, 30) : valueOf(by, kind, 30, random),
						},
					],
	};
}
