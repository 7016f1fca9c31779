import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { maxCharactersOption } from '../description';
import type { FailureKind } from '../http';
import { shorten } from './bulk/output';
import type { ListPart } from './hints';

/** What a model is to do, and whether it may call again: with what `do` says, not at all, or not now. */
interface Advice extends IDataObject {
	readonly do: string;
	readonly retry: 'yes' | 'no' | 'no-later';
}

const again = (what: string): Advice => ({ do: what, retry: 'yes' });
const stop = (what: string): Advice => ({ do: what, retry: 'no' });
const later: Advice = {
	do: 'Do not call this tool again now. Later it may be called again with the same arguments.',
	retry: 'no-later',
};
const lookUp = again(
	'Look the record up with a tool that lists or searches such records, then call this tool again with the ID that it shows. If you have no such tool, or find none, say so.',
);

/** What to do about a kind of failure where a model can do anything but say so. */
const ADVICE: Readonly<Partial<Record<FailureKind, Advice>>> = {
	input: again('Then call this tool again.'),
	notFound: lookUp,
	unproven: lookUp,
	tooLarge: again('Ask for fewer records, or send less; then call this tool again.'),
	refused: again('Correct what the service names, and call again; else say what it names.'),
	storedWithProblems: stop('It is stored: do not send it again. Say what the service names.'),
	rateLimited: later,
	unserved: later,
	unavailable: later,
	timeLimit: later,
};
const REPORT = stop('You cannot correct this. Say so, with the error.');

/** Where there is a record now, it was done. */
const created = stop(
	'Do not send it again; look for the record first, with a tool that gets or lists such records. What is there was done.',
);
const billed = stop(
	'Do not call this tool again for this record: the call may have been billed. That the record is there says nothing, as it was there before. Say that nobody knows whether it was done.',
);
/** Of all other writes, which may be sent twice, but met another record or problems. */
const changed = stop(
	'Do not send it again; get the record and compare it with what you sent. That it is there says nothing, as it was there before.',
);
/** What to do about a write that may have happened, by the operation. */
const WHEN_OPEN: Readonly<Partial<Record<string, Advice>>> = {
	...{ create: created, createMany: created, findOrCreate: created },
	...{ enrich: billed, score: billed },
};

/** What a model is to do about a failure, by its kind and by what the call does. */
function adviceOn(
	{ kind = 'defect', parameter, mayHaveHappened }: NonNullable<Failed['details']>,
	operation: unknown,
): Advice {
	const isOpen = kind === 'unknownOutcome' || mayHaveHappened === true;
	if (isOpen && kind !== 'storedWithProblems') {
		const isLost = kind === 'unavailable' || kind === 'unknownOutcome';
		return WHEN_OPEN[String(operation)] ?? (isLost ? later : changed);
	}
	return kind === 'refused' && parameter === 'recordId' ? lookUp : (ADVICE[kind] ?? REPORT);
}

/** Parameters that are no arguments: they belong to the tool, and to the person who made it. */
const OF_THE_TOOL: ReadonlySet<string> = new Set(['baseUrl', 'credentials', 'operation']);

/** An item that failed, as `failedItem` makes it. */
interface Failed extends IDataObject {
	error: string;
	message: string;
	details?: IDataObject & { kind?: FailureKind; parameter?: string };
}

const isFailed = (json: IDataObject): json is Failed =>
	typeof json.error === 'string' &&
	typeof json.message === 'string' &&
	Object.keys(json).every((key) => ['error', 'message', 'details'].includes(key));

/** Operations that give one record, or one account of what was done; every other one gives a list. */
const SINGLE: ReadonlySet<unknown> = new Set([
	...['create', 'upsert', 'find', 'findOrCreate', 'get', 'update', 'delete'],
	...['whoami', 'bootstrap', 'enrich', 'score', 'wait', 'downloadDataFile', 'downloadErrorFile'],
]);

/** What was said of an execution. */
export interface Noted {
	readonly notes: Set<string>;
	part?: ListPart;
}

/**
 * What a tool returns to a model: a record, a list, or what failed and what to do.
 *
 * @param items the output of the node
 */
export function toolResult(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	{ notes, part }: Noted,
): IDataObject {
	const { operation } = context.getNode().parameters;
	const budget = budgetOf(context);
	const records = items.map(({ json }) => json);
	const failed = records.filter(isFailed);
	const hint = () => (notes.size > 0 ? { hint: [...notes].join(' ') } : {});
	if (failed.length > 0 && records.length === 1) return advise(failed[0], context);
	if (failed.length > 0) return { ...adviseOnAll(records, failed, context, budget), ...hint() };
	const isAsked = ASKED.has(String(context.getNodeParameter('output', 0, '')));
	const readable = isAsked ? records : records.map(withoutLinks);
	if (records.length === 1 && SINGLE.has(operation)) {
		return { ...fitting(readable[0], budget), ...hint() };
	}
	const isByCursor = operation === 'getChanges';
	const shown = within(isByCursor ? readable.map(withoutCursor) : readable, budget);
	const { skipped, total, hasMore } = part ?? {
		skipped: 0,
		total: LIMITED.has(operation) ? undefined : records.length,
	};
	const end = skipped + shown.length;
	const isOver = records.length === 0 || !(hasMore || shown.length < records.length);
	const takesNext = argumentsOf(context.getNode().parameters, 'next')?.length;
	const next = isByCursor
		? (readable[shown.length - 1]?.cursor ?? null)
		: isOver || !takesNext
			? null
			: String(end);
	if (!isOver && next === null) notes.add(NARROW);
	if (isByCursor && shown.length < records.length) notes.add(MORE_CHANGES);
	return { records: shown, shown: shown.length, total: total ?? null, next, ...hint() };
}

/** How long the result may be; what cannot be read is no reason to lose it. */
function budgetOf(context: IExecuteFunctions): number {
	const { name, default: usual } = maxCharactersOption;
	return Number(context.getNodeParameter(`options.${name}`, 0, usual)) || usual;
}

/** What Output says where all keys, or some that a person has chosen, are wanted: links, too. */
const ASKED: ReadonlySet<string> = new Set(['raw', 'selected']);

/** Operations that stop at a limit, and do not know how many there are. */
const LIMITED: ReadonlySet<unknown> = new Set(['getChanges', 'getErrorRows']);

const NARROW = 'There are more. Ask for fewer with the arguments of this tool.';
const MORE_CHANGES = 'More records have changed: call again with next as the cursor.';

const withoutCursor = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'cursor'));

function advise({ error, message, details = {} }: Failed, context: IExecuteFunctions) {
	const { kind, parameter, retryAfterMs } = details;
	const { parameters } = context.getNode();
	const advice = adviceOn(details, parameters.operation);
	if (kind === 'input') {
		const names = parameter && argumentsOf(parameters, parameter);
		if (names?.length === 0 || OF_THE_TOOL.has(parameter ?? '')) {
			return {
				error,
				...stop(
					`You cannot correct this: a person has set ${parameter} in the tool. Say so, with the error.`,
				),
			};
		}
		const which = names ? `Correct the argument ${names.join(' or ')}.` : 'Correct it.';
		return { error, ...advice, do: `${which} ${message} ${advice.do}` };
	}
	if (!retryAfterMs) return { error, ...advice };
	const seconds = Math.ceil(Number(retryAfterMs) / 1000);
	return { error, ...advice, do: `${advice.do} Wait at least ${seconds} seconds.` };
}

/** Of several records: which were accepted, which were not, and why. */
function adviseOnAll(
	records: readonly IDataObject[],
	failed: readonly Failed[],
	context: IExecuteFunctions,
	budget: number,
) {
	const rejected = failed.map((one) => {
		const id = one.details?.external_id ?? undefined;
		return { ...(id !== undefined && { external_id: id }), ...advise(one, context) };
	});
	const accepted = records.filter((json) => !isFailed(json));
	const retries = new Set(rejected.map(({ retry }) => retry));
	return {
		error: `${failed.length} of ${records.length} failed; the others were accepted.`,
		do: 'Do not send those under accepted again. For each under rejected do what it says, and send only these.',
		retry: (['yes', 'no-later'] as const).find((one) => retries.has(one)) ?? 'no',
		accepted: within(accepted, budget / 2),
		...(accepted.length > 0 && { accepted_in_all: accepted.length }),
		rejected: within(rejected, budget / 2),
		rejected_in_all: rejected.length,
	};
}

/** What a model reads is paid by its length, and too much of it hides what matters. */

const MAX_TEXT = 500;
/** Characters of one record of a list that is too long. */
const MAX_RECORD = 1_500;
/** Keys left out that are named. */
const MAX_NAMED = 5;
/** By these a model knows a record, and goes on with it. */
const ESSENTIAL =
	/^(id|external_?id|number|name|title|status|outcome|state|email|amount|total\w*|currency|updated_at|\w+_id)$/i;

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** The first records that fit into so many characters; where not all do, each is made smaller. There is one at least. */
function within(records: readonly IDataObject[], budget: number): IDataObject[] {
	if (sizeOf(records) <= budget) return [...records];
	let left = budget;
	const fits = (record: IDataObject, index: number) => {
		left -= sizeOf(record) + 1;
		return left >= 0 || index === 0;
	};
	return records.map((record) => fitting(record, Math.min(MAX_RECORD, budget))).filter(fits);
}

/** A record in so many characters: long texts are cut, then keys left out, the essential ones last; both are marked. */
function fitting(record: IDataObject, budget: number): IDataObject {
	if (sizeOf(record) <= budget) return record;
	const keys = Object.keys(record);
	const isEssential = (key: string) => ESSENTIAL.test(key);
	const ordered = [...keys.filter(isEssential), ...keys.filter((key) => !isEssential(key))];
	const kept: IDataObject = {};
	let left = budget;
	for (const key of ordered) {
		const given = record[key];
		const value = typeof given === 'string' ? shorten(given, MAX_TEXT) : given;
		const size = sizeOf(value) + key.length + 4;
		if (size > left) continue;
		kept[key] = value;
		left -= size;
	}
	const leftOut = ordered.filter((key) => !(key in kept));
	if (leftOut.length === 0) return kept;
	const more = leftOut.length > MAX_NAMED ? ` and ${leftOut.length - MAX_NAMED} more` : '';
	return { ...kept, '…': `left out: ${leftOut.slice(0, MAX_NAMED).join(', ')}${more}` };
}

/** A link whose query holds a signature: who has it has the file. */
const SIGNED =
	/^(https?:\/\/[^?\s]+\?)(.*[&;])?(x-[a-z]+-[a-z]+|[a-z]*signature|sig|token|expires|key)=.*$/is;

/** A record without the queries of signed links in it. */
const withoutLinks = (record: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(record), (_, value: unknown) =>
		typeof value === 'string' ? value.replace(SIGNED, '$1…') : value,
	) as IDataObject;

/** What is at a path of a value. */
export const at = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
	path.reduce<unknown>(
		(place, key) => (typeof place === 'object' ? (place as never)?.[key] : undefined),
		value,
	);

/**
 * The arguments that a model gives for a parameter.
 *
 * @param path as a failure names it: `limit`, `options.timeout`, of fields and rows by their wire names `fields.email`
 * @returns none where a person has fixed it in the tool; undefined where it is not set there
 */
function argumentsOf(parameters: INodeParameters, path: string): string[] | undefined {
	const keys = path.split('.');
	const [, field] = keys;
	const paths = field ? [keys, ['fields', 'value', field], [field], [`${field}Json`]] : [keys];
	const written = paths.map((each) => at(parameters, each)).filter((one) => one !== undefined);
	if (written.length === 0) return undefined;
	const calls = JSON.stringify(written).matchAll(/\$fromAI\s*\(\s*\\?['"`]([\w-]+)/gi);
	return [...new Set([...calls].map(([, name]) => name))];
}
