import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { badInput, failureOf } from '../http';
import type { ListPart, TakesNotes } from './hints';
import { asNodeError, failedItem, isNodeError } from './nodeErrors';
import { argumentReader } from './toolArguments';
import { toolResult, type Told } from './toolResult';

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

type Run = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * Runs a node that a model has called: parameters are read as models write them, nothing else is taken from the item, into
 * which n8n merges what belongs to the chat, and one item comes out in words for a model. n8n loses thrown texts in a
 * different way on each path, so that a failure is returned, too.
 *
 * @param run the execution, as on the canvas
 */
export async function runForModel(context: IExecuteFunctions, run: Run) {
	const told: Told = { notes: new Set() };
	const tool = toolContext(context, told);
	const failed = (error: unknown) => [[{ json: thrown(error) } as INodeExecutionData]];
	const [items] = await run(tool).catch(failed);
	const json = toolResult(context, items, told);
	// With an error output n8n hands nothing of what a tool returns to its agent, only the message of what is thrown.
	const { onError, rewireOutputLogTo } = context.getNode();
	if ('retry' in json && onError === 'continueErrorOutput' && rewireOutputLogTo) {
		throw asNodeError(context.getNode(), badInput('', JSON.stringify(json), ''));
	}
	const binary = items.length === 1 ? items[0].binary : undefined;
	return [[{ json, ...(binary && { binary }), pairedItem: { item: 0 } }]];
}

/** @param told takes what is said of the execution */
function toolContext(given: IExecuteFunctions, told: Told): ToolContext {
	const items = given.getInputData().map((item) => ({ ...item, json: {} }));
	const note = (text: string) => void told.notes.add(text);
	const own = {
		given,
		getInputData: () => items,
		continueOnFail: () => true,
		getNodeParameter: argumentReader(given, note),
		note,
		noteList: (part: ListPart) => (told.part = part),
	};
	return Object.assign(Object.create(given) as IExecuteFunctions, own) as ToolContext;
}

/** What was thrown, as a failed item; n8n's own errors have no kind. */
function thrown(error: unknown): IDataObject {
	if (!isNodeError(error)) return failedItem(failureOf(error), 0);
	return { error: error.message, message: error.description ?? '' };
}
