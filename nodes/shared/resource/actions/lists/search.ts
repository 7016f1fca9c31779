import type { IDataObject } from 'n8n-workflow';

import { MAX_KNOWN } from '../../../changes/remembered';
import { readFrom, type Reading, type State } from '../../../changes/state';
import {
	beginning,
	follow,
	isWhole,
	lookForMissing,
	type Missing,
	type Rules,
	type Start,
} from '../../../changes/step';
import { runInSlices } from '../../../execution';
import { badInput, Failure, settle, succeed } from '../../../http';
import { anyObject, z } from '../../../schema/outside';
import { known } from '../../../service/capabilities';
import { UPDATED_AT } from '../../definition/resource';
import { MAX_READS, readChanges, readMissing, type ChangeSource, type Comparison } from './changes';
import { originOf, type Opened, type Origin } from './origin';

/** What is searched for in a list, and how much may be read for it. */
export interface SearchSettings {
	readonly rules: Rules;
	readonly start: Start;
	/** How often the whole list is read for Archived, where otherwise only its end is; 0: every time. */
	readonly sweepMs: number;
	readonly allowManyArchived: boolean;
}

/** What a search needs of the one before it, beside the state. */
export interface Kept {
	readonly origin: Origin;
	/** How records were compared. */
	readonly compared: Comparison;
}

const NAMES = z.array(z.string());

/** What a trigger has stored of a search; keys of other versions may be there, too. */
export const storedSearch = z
	.object({
		...{ since: z.number(), from: z.number(), fresh: z.number(), high: z.number() },
		...{ lag: z.number().optional(), recent: anyObject, known: z.string() },
		origin: z.object({ baseUrl: z.string(), credential: z.string() }).passthrough(),
		compared: z.object({ watched: NAMES, ignored: NAMES }).passthrough(),
	})
	.passthrough();

/**
 * Searches on from where another search ended; a person may have edited what is compared.
 *
 * @param before undefined where there was none; @see originOf for `remedy`
 */
export async function searchOn(
	source: ChangeSource & Opened,
	settings: SearchSettings,
	before: (Kept & { readonly state: State }) | undefined,
	remedy: string,
) {
	const origin = await originOf(source, before?.origin, remedy);
	const { watched, ignored } = source;
	const own: Comparison = { watched, ignored };
	const isEdited = before && JSON.stringify(before.compared) !== JSON.stringify(own);
	const formerly = isEdited ? before.compared : undefined;
	const found = await search({ ...source, formerly }, settings, before?.state);
	const kept: Kept = {
		origin,
		compared: formerly && found.state.backlog ? formerly : own,
	};
	/** How the changes were compared. */
	return { ...found, kept, compared: formerly ?? own };
}

/** Reads the list from where the state ends, and looks up the records that it no longer has. */
async function search(source: ChangeSource, settings: SearchSettings, before: State | undefined) {
	const { rules, start, sweepMs } = settings;
	const state = before ?? beginning(start);
	const isAnew = state === undefined || state.isNew === true || source.formerly !== undefined;
	const needsAll = rules.keepsKnown && isAnew;
	// What is read as a whole is looked at as far back as anything is remembered.
	const isSorted = (await known('sortsByUpdate', source)) !== false;
	const from = state && (isSorted ? readFrom(state) : state.fresh);
	const latest = await readChanges(source, rules, from, needsAll);
	// Which clock it is makes no difference here: nothing but the next sweep depends on it.
	const now = latest.serviceTime ?? Date.now();
	const isSweep = !latest.complete && isSweepDue(settings, state, now);
	const all = isSweep ? await settle(readChanges(source, rules, from, true)) : succeed(latest);
	// The earlier of the two says up to when everything has surely been read.
	const { serviceTime, readAt } = latest;
	const reading = all.ok ? { ...all.value, serviceTime, readAt } : latest;
	const missing = all.ok ? await settle(lookUpMissing(source, settings, state, reading)) : all;
	const lookedUp = missing.ok ? missing.value : undefined;
	const step = await runInSlices(follow(state, reading, rules, lookedUp));
	const { tooMany: many } = step.state;
	if (many !== undefined && needsKnown(settings, reading)) throw tooManyFor(many);
	const failure = missing.ok ? undefined : missing.failure;
	const said = many === undefined ? undefined : `${tooMany(many)}.`;
	const uncreated = rules.events.includes('created') ? doubtOfCreated(source, reading) : undefined;
	const doubts = [
		reading.doubt,
		said,
		uncreated,
		lookedUp?.doubt,
		failure && `${failure.message}.`,
	];
	const reported = step.changes.filter(({ event }) => event === 'archived').length;
	const isRest = lookedUp && (lookedUp.isPart || lookedUp.archived.length > reported);
	const wait = failure || isRest ? Math.min(sweepMs, RETRY_MS) : sweepMs;
	const isSwept = (isSweep || reading.complete) && sweepMs > 0;
	return {
		...step,
		...(isSwept ? { state: { ...step.state, sweptAt: now - sweepMs + wait } } : {}),
		/** Why events may be missing, as sentences. */
		doubts: doubts.filter((doubt) => doubt !== undefined),
		/** Why archived records could not be looked for; the other changes are reported. */
		failure,
	};
}

/** After this time the whole list is read again, if that or the look-up of what it lacked has failed. */
const RETRY_MS = 5 * 60_000;

/** Time after which a list that was too long for Archived is counted again. */
const TOO_MANY_MS = 24 * 60 * 60_000;

/** Whether the whole list is to be read for archived records: now and then, and to confirm what was missing once. */
function isSweepDue({ rules, sweepMs }: SearchSettings, state: State | undefined, now: number) {
	if (!rules.events.includes('archived')) return false;
	const { missing, sweptAt = -Infinity, tooMany: many } = state ?? {};
	const passed = now - sweptAt;
	const due = many === undefined ? sweepMs : Math.max(sweepMs, TOO_MANY_MS);
	return missing !== undefined || passed < 0 || passed >= due;
}

async function lookUpMissing(
	source: ChangeSource,
	{ rules, allowManyArchived }: SearchSettings,
	state: State | undefined,
	reading: Reading<IDataObject>,
): Promise<(Missing<IDataObject> & { readonly doubt?: string }) | undefined> {
	if (!state || !isWhole(reading) || !rules.events.includes('archived')) return;
	const { ids, isDoubtful } = lookForMissing(state, reading);
	const isNarrowed = state.isNew === true;
	const many = source.resource.plural.toLowerCase();
	if (isDoubtful && !allowManyArchived && !isNarrowed) {
		throw new Failure({
			kind: 'unexpectedResponse',
			message: `${count(ids.length)} of ${count(ids.length + reading.rows.length)} ${many} are gone from the list at once`,
			remedy: `If they were archived, turn on Allow Many Archived in the options for a while. Otherwise the list is not complete; the next poll reads it again.`,
		});
	}
	const isFiltered = isNarrowed || Object.keys(source.query).length > 0;
	const missing = await readMissing(source, ids, state.listed ?? [], isFiltered);
	const { unclear } = missing;
	const doubt = `The list of ${many} is empty, and nothing else shows that ${count(unclear.length)} that it had are archived.`;
	const isEmptied = reading.rows.length === 0 && unclear.length > 0;
	const found = isEmptied ? { ...missing, unclear: [], doubt } : missing;
	if (!isNarrowed) return found;
	// Of very many, those that other filters leave out are not read one by one.
	return { ...found, elsewhere: [...missing.elsewhere, ...ids.slice(MAX_READS)], isPart: false };
}

/** Whether the chosen events need every ID to be known. */
const needsKnown = ({ rules }: SearchSettings, { rows }: Reading) =>
	rules.watches ||
	rules.events.every((event) => event === 'archived') ||
	rows.some(({ created, updated }) => created === undefined || updated === undefined);

/** Of a part of the list, only the times of creation say what is new in it. */
const doubtOfCreated = ({ resource }: ChangeSource, { rows, complete }: Reading) =>
	complete || rows.length === 0 || rows.some(({ created }) => created !== undefined)
		? undefined
		: `No ${resource.label.toLowerCase()} shows when it was created: new ones count as updated, not as created.`;

const tooManyFor = (records: number) =>
	new Failure({
		kind: 'input',
		message: tooMany(records),
		remedy: 'Narrow the list with filters, or watch other fields or events.',
	});

const tooMany = (records: number) =>
	`The list has ${count(records)} records; archived records and watched fields are found among ${count(MAX_KNOWN)} at most`;

const count = (number: number) => number.toLocaleString('en');

/** The names in Ignored Fields, which commas, spaces or line breaks separate. */
export function ignoredFieldsIn(text = ''): readonly string[] {
	const names = text.split(/[\s,;]+/).filter(Boolean);
	if (!names.includes(UPDATED_AT)) return names;
	throw badInput(
		'options.ignoredFields',
		`Ignored Fields names ${UPDATED_AT}, by which changes are found`,
		'Enter fields that change although the record does not.',
	);
}
