import type { IExecuteFunctions } from 'n8n-workflow';

import { hashOf } from '../../changes/row';
import { readTime } from './lists/updatedAfter';

/** What a workflow has learned; at most 1 KB of its static data. */
interface Learned {
	/** By object and field, the ways in which the service rewrites it. */
	readonly ways: Readonly<Record<string, string>>;
	/** By a hash of the place, one of the value that was sent there last and not seen as it was sent yet. */
	readonly sent: Readonly<Record<string, string>>;
	/** Since when, milliseconds since 1970. */
	readonly since: number;
}

const KEY = 'workspaceRecordsRewrites';
const MAX_SENT = 30;
const MAX_WAYS = 12;
/** After this time others have their turn. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

/** Ways in which services rewrite a text, the mildest first. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
	spaces: (text) => text.trim().replace(/\s+/g, ' '),
	case: (text) => WAYS.spaces(text).toLowerCase(),
	address: (text) => WAYS.case(text).replace(/^https?:\/\/(www\.)?|(?<!\/)\/+$/g, ''),
};

/** What services round times to, milliseconds. */
const UNITS = { seconds: 1000, minutes: 60_000, days: 86_400_000 };

const DATE = /^\d{4}-\d\d-\d\d/;

const decimalsOf = (number: string) => /\.(\d+)$/.exec(number)?.[1].length ?? 0;

/** The ways in which one value may have become the other, the mildest first. */
function* waysOf(sent: unknown, shown: unknown): Generator<string> {
	const [one, other] = [sent, shown].map((value) =>
		typeof value === 'number' || typeof value === 'string' ? String(value) : undefined,
	);
	if (!one || !other) return;
	if (Number.isFinite(Number(one)) && Number.isFinite(Number(other))) {
		const difference = Math.abs(Number(one) - Number(other));
		for (let places = decimalsOf(one) - 1; places >= decimalsOf(other); places -= 1) {
			if (difference * 10 ** places <= 0.5 + 1e-6) yield `${places}-decimals`;
		}
		return;
	}
	const [from = NaN, to = NaN] = [one, other].map((text) =>
		DATE.test(text) ? readTime(text) : NaN,
	);
	for (const [unit, ms] of Object.entries(UNITS)) {
		if (to % ms === 0 && Math.abs(from - to) < ms) yield unit;
	}
	yield* Object.keys(WAYS).filter((way) => WAYS[way](one) === WAYS[way](other));
}

type StaticData = Pick<IExecuteFunctions, 'getWorkflowStaticData'>;

/** A value of a record. */
interface Place {
	readonly object: string;
	readonly id: string;
	readonly field: string;
}

/**
 * Learns how a service rewrites what it is sent, so that Only If Different comes to rest: when a value that was sent
 * comes back otherwise, and would be sent again, what differs only in that way counts as the same from then on.
 *
 * @returns the way; undefined where the values differ otherwise
 */
export function rewrittenAs(
	context: StaticData,
	{ object, id, field }: Place,
	sent: unknown,
	shown: unknown,
): string | undefined {
	const { ways, sent: all, store } = open(context);
	const key = `${object}.${field}`;
	const possible = [...waysOf(sent, shown)];
	const known = ways[key] ?? '';
	const found = possible.find((each) => known.split(' ').includes(each));
	if (found !== undefined) return found;
	const [way] = possible;
	const place = short([object, id, field]);
	const { [place]: last, ...others } = all;
	if (way && last === short(sent)) {
		const latest = Object.entries({ ...ways, [key]: `${known} ${way}`.trim() }).slice(-MAX_WAYS);
		store(Object.fromEntries(latest), others);
		return way;
	}
	// The first ones stay, so that the next run meets them early; what is never shown leaves room for others.
	const max = shown === undefined ? MAX_SENT / 2 : MAX_SENT;
	if (last !== undefined || Object.keys(all).length < max) {
		store(ways, { ...all, [place]: short(sent) });
	}
	return undefined;
}

/** Forgets a value that came back as it was sent. */
export function cameBack(context: StaticData, { object, id, field }: Place): void {
	const { ways, sent: all, store } = open(context);
	const { [short([object, id, field])]: last, ...others } = all;
	if (last !== undefined) store(ways, others);
}

function open(context: StaticData) {
	const data = context.getWorkflowStaticData('global');
	const now = Date.now();
	const learned = data[KEY] as unknown as Learned | undefined;
	const { ways = {}, sent: all = {}, since = now } = learned ?? {};
	const isOld = now - since > MAX_AGE_MS;
	const store = (next: Learned['ways'], sent: Learned['sent']) =>
		void (data[KEY] = { ways: next, sent, since: isOld ? now : since });
	return { ways, sent: isOld ? {} : all, store };
}

const SHORT = 6;

const short = (value: unknown) => hashOf(JSON.stringify(value) ?? '', SHORT);
