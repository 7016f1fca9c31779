import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { failureOf, secretsOf, type Failure } from '../http';
import { isObject } from '../schema/values';
import { escapeHtml, withoutTags } from './hints';

/**
 * Since 2.34 n8n's error output takes `details` beside `error` and `message`; before, an item with
 * them would pass for a good one. Since the same version its errors keep their cause, which shows.
 */
const takesDetails = new NodeOperationError({} as INode, new Error('probe')).cause !== undefined;

/**
 * A failed item as it leaves the node with "Continue" or on the error output: the keys that n8n's error output
 * recognises, and nothing else. `message` is the remedy, because n8n recognises no other key for it; `details.hint` is
 * the same.
 *
 * On the error output n8n lays these keys over the input item (`{...input, ...json}`), so what the input
 * has under them is kept in `details.input`.
 *
 * @param input the JSON of the item that failed
 * @param more what else belongs to its details
 */
export function failedItem(
	failure: Failure,
	itemIndex: number,
	input: IDataObject = {},
	more: IDataObject = {},
): IDataObject {
	const { message: error, remedy: message, status, ctxId } = failure;
	if (!takesDetails) {
		const facts = [status && `HTTP ${status}`, ctxId && `ctx_id ${ctxId}`].filter(Boolean);
		return { error, message: facts.length ? `${message} (${facts.join(', ')})` : message };
	}
	return {
		error,
		message,
		details: withoutUndefined({
			...(failure.stored as IDataObject),
			kind: failure.kind,
			hint: message,
			item: itemIndex,
			parameter: failure.parameter,
			status,
			serviceMessage: failure.serviceMessage,
			serviceDetails: failure.serviceDetails as IDataObject | undefined,
			ctx_id: ctxId,
			retryAfterMs: failure.retryAfterMs,
			mayHaveHappened: failure.mayHaveHappened,
			input: hiddenBy(input),
			...more,
		}),
	};
}

/** Whether an item says of itself that it has failed in a node of this package. */
export const isFailed = ({ message, details }: IDataObject): boolean =>
	isObject(details) && typeof details.kind === 'string' && details.hint === message;

/**
 * What the keys of a failed item would hide of its input. Where the input comes from an error output of
 * this package itself, those are of the failure before: only what that one had hidden is kept.
 */
function hiddenBy(input: IDataObject): IDataObject | undefined {
	const { error, message, details } = input;
	if (isFailed(input)) return (details as IDataObject).input as IDataObject | undefined;
	const hidden = withoutUndefined({ error, message, details });
	return Object.keys(hidden).length > 0 ? hidden : undefined;
}

/**
 * The failure as the error that n8n shows and that its back-off reads.
 *
 * @param itemIndex the item it is about; absent when it is about the whole node
 * @param context a sentence on the other items, put behind the remedy
 */
export function asNodeError(node: INode, failure: Failure, itemIndex?: number, context = '') {
	const { kind, remedy, status, serviceMessage, serviceDetails, ctxId, parameter } = failure;
	const message = withoutTags(failure.message);
	const reference = ctxId ? ` (ctx_id ${ctxId})` : '';
	const description = escapeHtml(`${remedy}${reference}${context ? ` ${context}` : ''}`);
	const body = { message: serviceMessage, details: serviceDetails, ctx_id: ctxId } as IDataObject;
	const error =
		kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex, level: 'warning' })
			: new NodeApiError(node, withoutUndefined(body) as JsonObject, {
					...{ message, description, itemIndex },
					httpCode: status === undefined ? undefined : String(status),
					failure: causeOf(failure),
				});
	// n8n names the parameter in the details of the error, by its label.
	if (parameter !== undefined) error.context.parameter = parameter;
	return error;
}

/**
 * Shows what work fails with, without the secrets of its context.
 *
 * @throws NodeApiError or NodeOperationError
 */
export async function orNodeError<T>(context: { getNode(): INode }, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw isNodeError(error)
			? error
			: asNodeError(context.getNode(), secretsOf(context).blotFailure(failureOf(error)));
	}
}

/** Whether it is an error that n8n shows as it is. */
export const isNodeError = (error: unknown): error is NodeApiError | NodeOperationError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/** n8n's own names for why it failed; its poll back-off waits by them. */
function causeOf({ kind, retryAfterMs }: Failure) {
	switch (kind) {
		case 'rateLimited':
			return { cause: 'rate-limited', retryAfterMs } as const;
		case 'unavailable':
			return { cause: 'temporarily-unavailable', retryAfterMs } as const;
		case 'unauthorized':
			return { cause: 'credential-invalid' } as const;
		case 'quota':
			return { cause: 'quota-exhausted' } as const;
		case 'forbidden':
		case 'notFound':
			return { cause: 'configuration-invalid' } as const;
		case 'defect':
			return { cause: 'node-defect' } as const;
		default:
			return undefined;
	}
}

function withoutUndefined(data: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
