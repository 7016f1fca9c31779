import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { badInput, failureOf, settleNow } from '../http';
import { publishLines, type ListPart, type TakesNotes } from './hints';
import { asNodeError, failedItem, isNodeError } from './nodeErrors';
import { at, toolResult, type Noted } from './toolResult';
import { agentWritesOption } from '../description';
import { booleanOf, inOptions, readShared, type Definition } from './parameters';
import { isFilled } from '../schema/presence';
import type { Field } from '../schema/types';
import { isObject } from '../schema/values';

/** Whether a model runs the node as a tool. A sub-workflow that is a tool runs its nodes as ever. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('Tool');

/** Whether a model has called the node, and nothing has been done about it yet: then `runForModel` has to. */
export const isCallOfModel = (context: IExecuteFunctions): boolean =>
	isTool(context) && !('given' in context);

/** The context of a call by a model. */
interface ToolContext extends IExecuteFunctions, TakesNotes {
	/** The context as n8n gives it. */
	readonly given: IExecuteFunctions;
}

/** The input items as n8n gives them, those of a tool included. */
export const inputOf = (context: IExecuteFunctions): INodeExecutionData[] =>
	((context as Partial<ToolContext>).given ?? context).getInputData();

/** Notes, for a model, which part of a list comes out, and sentences on it. */
export function noteList(
	context: IExecuteFunctions & TakesNotes,
	part: ListPart,
	sentences: readonly string[],
): void {
	context.noteList?.(part);
	for (const sentence of sentences) context.note?.(sentence);
}

/** Names, for a model that has given a field which is none, those that there are. */
export function noteFields(
	context: IExecuteFunctions & TakesNotes,
	fields: readonly NamedField[],
): void {
	context.note?.(`The fields are ${namesOf(fields)}.`);
}

type NamedField = Pick<Field, 'name' | 'rows'>;

/** Wire names, with those of rows in brackets. */
const namesOf = (fields: readonly NamedField[]): string =>
	fields.map(({ name, rows }) => (rows ? `${name} (${namesOf(rows)})` : name)).join(', ');

type Run = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * Runs a node that a model has called: parameters are read as models write them, nothing else is taken from the item, into
 * which n8n merges what belongs to the chat, and one item comes out in words for a model. n8n loses thrown texts in a
 * different way on each path, so that a failure is returned, too.
 *
 * @param run the execution, as on the canvas
 */
export async function runForModel(context: IExecuteFunctions, run: Run) {
	const noted: Noted = { notes: new Set() };
	const tool = toolContext(context, noted);
	const failed = (error: unknown) => [[{ json: thrown(error) } as INodeExecutionData]];
	const [items] = await run(tool).catch(failed);
	const json = toolResult(context, items, noted);
	// With an error output n8n hands nothing of what a tool returns to its agent, only the message of what is thrown.
	const { onError, rewireOutputLogTo } = context.getNode();
	if ('retry' in json && onError === 'continueErrorOutput' && rewireOutputLogTo) {
		throw asNodeError(context.getNode(), badInput('', JSON.stringify(json), ''));
	}
	const binary = items.length === 1 ? items[0].binary : undefined;
	return [[{ json, ...(binary && { binary }), pairedItem: { item: 0 } }]];
}

/** @param noted takes the notes on the execution */
function toolContext(given: IExecuteFunctions, noted: Noted): ToolContext {
	const items = given.getInputData().map((item) => ({ ...item, json: {} }));
	const note = (text: string) => void noted.notes.add(text);
	const own = {
		given,
		getInputData: () => items,
		continueOnFail: () => true,
		getNodeParameter: argumentReader(given, note),
		note,
		noteList: (part: ListPart) => (noted.part = part),
	};
	return Object.assign(Object.create(given) as IExecuteFunctions, own) as ToolContext;
}

/** What was thrown, as a failed item; n8n's own errors have no kind. */
function thrown(error: unknown): IDataObject {
	if (!isNodeError(error)) return failedItem(failureOf(error), 0);
	return { error: error.message, message: error.description ?? '' };
}

/**
 * Reads whether a run is dry; that of an agent is, unless an option says otherwise, which is said.
 *
 * @param definition the node's own switch
 * @throws Failure where items differ
 */
export async function readDryRun(context: IExecuteFunctions, definition: Definition) {
	const parameters = {
		dryRun: booleanOf(definition),
		...inOptions({ writes: booleanOf(agentWritesOption) }),
	};
	const { dryRun, writes } = await readShared(context, parameters);
	const isHeld = !dryRun && !writes && isTool(context);
	if (isHeld) publishLines(context, { notes: [HELD] });
	return dryRun || isHeld;
}

const HELD = `An agent has called, so that this was a dry run. ${agentWritesOption.displayName} in the options lets it write.`;

/** What models write where they have no value: n8n marks every argument as required. In double quotes the very word is meant. */
const NOTHING =
	/^\s*[<([]?(null|none|nil|nan|undefined|unknown|n\/a|n\.a\.?|tb[ad]|not (provided|specified|available|known|applicable)|[-–—?]+|\[object object\]|=?\{\{.*\}\}|""|''|[\u200b-\u200f\u2060]+)[>)\]]?\.?\s*$/i;
/** Fields by which people and other calls know a record: a word for nothing there makes a record that nobody means. */
const IDENTIFYING = /^(name|title|last_?name|.*external_?id)$/i;
/** Markdown around JSON. */
const FENCED = /^\s*```(?:[a-z]*\s)?([^]*)```\s*$/i;

/** A row that says nothing. */
const isBlank = (row: unknown) => isObject(row) && Object.keys(row).length === 0;

/**
 * Prepares the reading of parameters for which a model gives arguments: words for nothing are left out, where no argument
 * came the default holds, and JSON may stand in a fence. What a person has fixed in the tool stays as it is.
 *
 * @param note takes a sentence on what was left out
 * @returns `getNodeParameter` for the context of a tool; throws Failure where such a word would name a record
 */
function argumentReader(context: IExecuteFunctions, note: (sentence: string) => void) {
	const clean = (name: string, given: unknown, raw: unknown): unknown => {
		if (typeof raw === 'string' && !raw.startsWith('=')) return given;
		const rawAt = (key: string | number) => (typeof raw === 'string' ? raw : at(raw, [key]));
		if (Array.isArray(given)) {
			const cleaned = given.map((one, index) => clean(name, one, rawAt(index)));
			return cleaned.filter((one) => one !== undefined && one !== null && !isBlank(one));
		}
		if (isObject(given)) {
			const isLocator = '__rl' in given;
			const cleaned = Object.entries(given)
				.map(([key, one]) => [key, clean(isLocator ? name : key, one, rawAt(key))] as const)
				.filter(([, one]) => one !== undefined);
			return { ...(isLocator && { value: '' }), ...Object.fromEntries(cleaned) };
		}
		if (typeof given !== 'string') return given;
		const [, insisted] = /^\s*"(.+)"\s*$/.exec(given) ?? [];
		if (insisted !== undefined && NOTHING.test(insisted)) return insisted;
		if (!NOTHING.test(given)) return withoutWords(name, FENCED.exec(given)?.[1].trim() ?? given);
		if (IDENTIFYING.test(name)) {
			const word = given.trim();
			throw badInput(
				`fields.${name}`,
				`${name} is "${word}", a word for nothing`,
				`Give the real value, or ask for it. If "${word}" is the real value, give it in double quotes: "\\"${word}\\"".`,
			);
		}
		return leaveOut(name, given);
	};
	const leaveOut = (name: string, text: string) =>
		note(`${name} was left out: "${text.trim()}" is a word for nothing.`);
	/** JSON without words for nothing, if anything is left; any other text as it is. */
	const withoutWords = (name: string, text: string): string | void => {
		const parsed = /^\s*[[{]/.test(text) && settleNow(() => JSON.parse(text) as unknown);
		if (!parsed || !parsed.ok) return text;
		const cleaned = JSON.stringify(clean(name, parsed.value, '='));
		if (/^(\{\}|\[\])$/.test(cleaned) && text.trim() !== '[]') return leaveOut(name, text);
		return cleaned === JSON.stringify(parsed.value) ? text : cleaned;
	};
	return (name: string, item: number, fallback?: unknown, options?: object): unknown => {
		const ask = context.getNodeParameter as (...given: unknown[]) => unknown;
		const given = ask(name, item, fallback, options);
		if (options && 'rawExpressions' in options) return given;
		// A dry run that nobody has decided must not become a real one.
		if (name.endsWith('dryRun')) return given;
		const key = name.split('.').at(-1) ?? name;
		const value = clean(key, given, ask(name, item, fallback ?? '', { rawExpressions: true }));
		const isMissing = !isFilled(value) && (value !== '' || typeof fallback !== 'string');
		return isMissing && fallback !== undefined ? fallback : (value ?? (given && ''));
	};
}
