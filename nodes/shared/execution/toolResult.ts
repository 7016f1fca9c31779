import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { maxCharactersOption } from '../description';
import type { FailureKind } from '../http';
import type { ListPart } from './hints';
import { isObject } from '../schema/values';

/**
 * Whether a model may call again: with what `do` says, not at all, or not now.
 */
type Retry = 'yes' | 'no' | 'no-later';

/** What a model is to do about a kind of failure. */
interface Advice {
	readonly retry: Retry;
	readonly does: string;
}

const stop = (does: string): Advice => ({ retry: 'no', does });
const later: Advice = {
	retry: 'no-later',
	does: 'Do not call this tool again now. Later it may be called again with the same arguments.',
};
const lookUp: Advice = {
	retry: 'yes',
	does: 'Look the {one} up with a tool that lists or searches {many}, then call this tool again with the ID that it shows. If you have no such tool, or find none, say so.',
};

const ADVICE: Readonly<Record<FailureKind, Advice>> = {
	input: { retry: 'yes', does: 'Then call this tool again.' },
	unauthorized: stop(
		'You cannot correct this. Say that a person has to renew the access of this tool.',
	),
	forbidden: stop('You cannot correct this. Say that this tool lacks the permission.'),
	quota: stop('Stop. Say that the quota or the plan of the workspace is used up.'),
	notFound: lookUp,
	unproven: lookUp,
	otherRecord: stop('Stop. Say that the service responded with another {one}.'),
	tooLarge: {
		retry: 'yes',
		does: 'Ask for fewer records, or send fewer and shorter values; then call this tool again.',
	},
	refused: {
		retry: 'yes',
		does: 'Correct what the service names, then call this tool again. If you cannot, say what it names.',
	},
	storedWithProblems: stop(
		'It is stored: do not send it again. Say which problems the service names.',
	),
	rateLimited: later,
	unserved: later,
	unavailable: later,
	timeLimit: later,
	unknownOutcome: stop('Do not send it again. Say that nobody knows whether it was done.'),
	unexpectedResponse: stop('Stop. Say that the response of the service could not be read.'),
	transferFailed: stop('Say that the transfer failed, and why.'),
	cancelled: stop('Stop: the execution was cancelled.'),
	defect: stop('Stop. Report the error with the arguments that you gave.'),
};

/** Operations that make a record: where there is one now, it was done. */
const CREATING: ReadonlySet<string> = new Set(['create', 'createMany', 'findOrCreate']);
const created = stop(
	'Do not send it again; look for the {one} first, with a tool that gets or lists {many}. What is there was done.',
);
/** Operations of which each call may cost something. */
const BILLED: ReadonlySet<string> = new Set(['enrich', 'score']);
const billed = stop(
	'Do not call this tool again for this {one}: the call may have been billed. That the {one} is there says nothing, as it was there before. Say that nobody knows whether it was done.',
);
/** Of all other writes, which may be sent twice, but met another record or problems. */
const changed = stop(
	'Do not send it again; get the {one} and compare it with what you sent. That it is there says nothing, as it was there before.',
);

/** What a model is to do about a failure, by its kind and by what the call does. */
function adviceOn(
	{ kind = 'defect', parameter, mayHaveHappened }: NonNullable<Failed['details']>,
	operation: string,
): Advice {
	const isOpen = kind === 'unknownOutcome' || mayHaveHappened === true;
	if (isOpen && kind !== 'storedWithProblems') {
		if (CREATING.has(operation)) return created;
		if (BILLED.has(operation)) return billed;
		return kind === 'unavailable' || kind === 'unknownOutcome' ? later : changed;
	}
	return kind === 'refused' && parameter === 'recordId' ? lookUp : ADVICE[kind];
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

/** What happened, what to do, and whether to call again. */
interface Advised extends IDataObject {
	error: string;
	do: string;
	retry: Retry;
}

/** Operations that give one record, or one account of what was done; every other one gives a list. */
const SINGLE: ReadonlySet<string> = new Set([
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
	const about = aboutOf(context);
	const budget = budgetOf(context);
	const records = items.map(({ json }) => json);
	const failed = records.filter(isFailed);
	const hint = () => {
		const text = [...notes].join(' ');
		return text === '' ? {} : { hint: text };
	};
	if (failed.length > 0 && records.length === 1) return advise(failed[0], about, context);
	if (failed.length > 0) {
		return { ...adviseOnAll(records, failed, about, context, budget), ...hint() };
	}
	const isAsked = ASKED.has(String(context.getNodeParameter('output', 0, '')));
	const readable = isAsked ? records : records.map((record) => withoutLinks(record) as IDataObject);
	if (records.length === 1 && SINGLE.has(about.operation)) {
		return { ...fitting(readable[0], budget), ...hint() };
	}
	const isByCursor = about.operation === 'getChanges';
	const shown = within(isByCursor ? readable.map(withoutCursor) : readable, budget);
	const { skipped, total, hasMore } = part ?? {
		skipped: 0,
		total: LIMITED.has(about.operation) ? undefined : records.length,
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
const LIMITED: ReadonlySet<string> = new Set(['getChanges', 'getErrorRows']);

const NARROW = 'There are more. Ask for fewer with the arguments of this tool.';
const MORE_CHANGES = 'More records have changed: call again with next as the cursor.';

const withoutCursor = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'cursor'));

/** What a call is about, in words. */
interface About {
	readonly operation: string;
	readonly one: string;
	readonly many: string;
}

function aboutOf(context: IExecuteFunctions): About {
	const { operation, resource } = context.getNode().parameters as Record<string, string>;
	const words = String(resource ?? 'record')
		.replace('migrationUpsert', 'order')
		.replace(/[A-Z]/g, ' $&')
		.toLowerCase();
	const many = words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
	return { operation: String(operation), one: words, many };
}

function advise(
	failed: Failed,
	{ operation, one, many }: About,
	context: IExecuteFunctions,
): Advised {
	const { error, message, details = {} } = failed;
	const { kind, parameter, retryAfterMs } = details;
	const { retry, does } = adviceOn(details, operation);
	if (kind === 'input') {
		const names = parameter && argumentsOf(context.getNode().parameters, parameter);
		if (names?.length === 0 || OF_THE_TOOL.has(parameter ?? '')) {
			const fixed = `You cannot correct this: a person has set ${parameter} in the tool. Say so, with the error.`;
			return { error, do: fixed, retry: 'no' };
		}
		const which = names ? `Correct the argument ${names.join(' or ')}.` : 'Correct it.';
		return { error, do: [which, message, does].join(' '), retry };
	}
	const said = does.replaceAll('{one}', one).replaceAll('{many}', many);
	const wait = retryAfterMs
		? ` Wait at least ${Math.ceil(Number(retryAfterMs) / 1000)} seconds.`
		: '';
	return { error, do: said + wait, retry };
}

/** Of several records: which were accepted, which were not, and why. */
function adviseOnAll(
	records: readonly IDataObject[],
	failed: readonly Failed[],
	about: About,
	context: IExecuteFunctions,
	budget: number,
): Advised {
	const rejected = failed.map((one) => {
		const id = one.details?.external_id ?? undefined;
		return { ...(id !== undefined && { external_id: id }), ...advise(one, about, context) };
	});
	const accepted = records.filter((json) => !isFailed(json));
	const retries = new Set(rejected.map(({ retry }) => retry));
	const retry = (['yes', 'no-later'] as const).find((one) => retries.has(one)) ?? 'no';
	return {
		error: `${failed.length} of ${records.length} ${about.many} failed; the others were accepted.`,
		do: 'Do not send those under accepted again. For each under rejected do what it says, and send only these.',
		retry,
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
/** By these a model knows a record, and goes on with it. */
const ESSENTIAL =
	/^(id|external_?id|number|name|title|status|outcome|state|email|amount|total\w*|currency|updated_at|\w+_id)$/i;

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** The first records that fit into so many characters; where not all do, each is made smaller. There is one at least. */
function within(records: readonly IDataObject[], budget: number): IDataObject[] {
	const sizes = records.map(sizeOf);
	if (sizes.reduce((sum, size) => sum + size, 0) <= budget) return [...records];
	const shown: IDataObject[] = [];
	let left = budget;
	for (const [at, record] of records.entries()) {
		const small = sizes[at] > MAX_RECORD ? fitting(record, Math.min(MAX_RECORD, budget)) : record;
		left -= sizeOf(small) + 1;
		if (left < 0 && shown.length > 0) break;
		shown.push(small);
	}
	return shown;
}

/** A record in so many characters: long texts are cut, then keys left out, the essential ones last; both are marked. */
function fitting(record: IDataObject, budget: number): IDataObject {
	if (sizeOf(record) <= budget) return record;
	const keys = Object.keys(record);
	const essential = keys.filter((key) => ESSENTIAL.test(key));
	const others = keys.filter((key) => !ESSENTIAL.test(key));
	const kept: IDataObject = {};
	const leftOut: string[] = [];
	let left = budget;
	for (const key of [...essential, ...others]) {
		const value = cut(record[key]);
		const size = sizeOf(value) + key.length + 4;
		if (size > left) leftOut.push(key);
		else {
			kept[key] = value as IDataObject;
			left -= size;
		}
	}
	if (leftOut.length === 0) return kept;
	const named = leftOut.slice(0, 5).join(', ');
	return {
		...kept,
		'…': `left out: ${named}${leftOut.length > 5 ? ` and ${leftOut.length - 5} more` : ''}`,
	};
}

const cut = (value: unknown): unknown =>
	typeof value === 'string' && value.length > MAX_TEXT
		? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`
		: value;

const LINK = /^https?:\/\/[^?\s]+\?/i;
const SIGNED = /[?&;](x-[a-z]+-[a-z]+|[a-z]*signature|sig|token|expires|key)=/i;

/** A value without the queries of signed links in it: who has such a link has the file. */
function withoutLinks(value: unknown): unknown {
	if (typeof value === 'string') {
		const [start] = LINK.exec(value) ?? [];
		return start && SIGNED.test(value) ? `${start}…` : value;
	}
	if (Array.isArray(value)) return value.map(withoutLinks);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutLinks(one)]));
}

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
