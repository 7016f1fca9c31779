import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	isCallOfModel,
	runForModel,
	runInSlices,
	runNode,
	type ExecutionContext,
	type Steps,
} from '../../execution';
import {
	readPage,
	unexpectedResponse,
	WRAPPERS,
	type Page,
	type Service,
	type ServiceRequest,
	type ServiceResponse,
} from '../../http';
import { reportDifferences } from '../../schema/differences';
import { misfits, type z } from '../../schema/outside';
import { unmarked, type Shape } from '../../schema/types';
import { isObject } from '../../schema/values';
import type { ExtraRead, Resource, Specified } from '../definition/resource';
import { apart, together } from './envelope';
import { withAdditionalQuery } from './input/additional';
import { requestsOf, type CallOptions } from './requests';

/**
 * What is in a response that the judge takes for done (docs/decisions.md, "Responses"). A read has to have the structure
 * that is read: an object, or a list of objects. Of its values, only what the specification shows can fail it; what was only
 * observed or assumed is passed on as it came.
 */

/** What the response to a read is compared with. */
export interface Expected {
	readonly shape: Shape;
	/** Absent where the specification does not show the response. */
	readonly specified?: Specified;
}

/** Reads one object, wrapped in `data`, in the name of the object, or not. */
export function readObject(
	request: ServiceRequest,
	response: ServiceResponse,
	expected: Expected,
): IDataObject {
	const { body } = response;
	if (!isObject(body)) throw unexpectedResponse(request, 'a body that is not an object', response);
	const wrapper = wrappersIn(request).find((key) => isWrapper(body, key, expected.shape));
	const object = (
		wrapper === undefined
			? body
			: { ...(body[wrapper] as object), ...(body.ctx_id ? { ctx_id: body.ctx_id } : {}) }
	) as IDataObject;
	const reason = misfit(object, expected);
	if (reason) throw unexpectedResponse(request, reason, response);
	return object;
}

/**
 * Reads a list of objects, or a page of it.
 *
 * @param before rows of the list that came before these
 * @returns the rows as the service sent them
 */
export async function readRows(
	request: ServiceRequest,
	response: ServiceResponse,
	expected: Expected,
	before = 0,
): Promise<Page<IDataObject>> {
	const page = readPage(response);
	if (!page) throw unexpectedResponse(request, 'no list', response);
	const reason = await runInSlices(misfitOfRows(page.rows, expected, before));
	if (reason) throw unexpectedResponse(request, reason, response);
	return page as Page<IDataObject>;
}

/** A failure for what rows of a list lack. */
export const oddRows = (resource: Resource, what: string) =>
	unexpectedResponse(requestsOf(resource).list({}), what, { status: 200, headers: {}, body: [] });

/** Why the rows are no list of what is expected. */
function* misfitOfRows(
	rows: readonly unknown[],
	expected: Expected,
	before: number,
): Steps<string | undefined> {
	let number = before;
	for (const row of rows) {
		yield;
		number += 1;
		if (!isObject(row)) return `a list whose entry ${number} is not an object`;
		const reason = misfit(row as IDataObject, expected);
		if (reason) return `${reason} in row ${number}`;
	}
	return undefined;
}

/** Why what is specified does not hold. */
function misfit(value: IDataObject, { shape, specified }: Expected): string | undefined {
	if (!specified) return undefined;
	const { required = [], untyped = [] } = specified;
	let reason: string | undefined;
	reportDifferences(shape, value, (path, difference) => {
		if (difference === 'kind' && !untyped.includes(path)) reason ??= `an invalid "${path}"`;
		// One null is the value of one record, and no reason to lose the others.
		else if (required.includes(path) && value[path] !== null) reason ??= `no "${path}"`;
	});
	return reason;
}

/** Keys that stand beside what is wrapped, though a record may have some of them too. */
const BESIDE_DATA = new Set(['ok', 'status', 'message', 'ctx_id', ...WRAPPERS]);

/** Whether a key holds what was asked for: nothing of it stands beside. */
const isWrapper = (
	body: Readonly<Record<string, unknown>>,
	wrapper: string,
	shape: Shape,
): boolean =>
	isObject(body[wrapper]) &&
	Object.keys(shape).every((key) => {
		const { name } = unmarked(key);
		return BESIDE_DATA.has(name) || !(name in body);
	});

/** The keys that may hold what was asked for. */
const wrappersIn = ({ asks }: ServiceRequest): readonly string[] =>
	asks.kind === 'read' || asks.kind === 'write' ? [...WRAPPERS, ...asks.record.wrappers] : WRAPPERS;

/** The response to a write as an object, with its envelope apart; one that is done without such a body is empty. */
export function readWritten(request: ServiceRequest, { body }: ServiceResponse): IDataObject {
	return isObject(body) ? apart(body as IDataObject, wrappersIn(request)) : {};
}

/** Sends a read of one object, and reads the response. @throws Failure */
export async function sendRead(
	service: Service,
	request: ServiceRequest,
	expected: Expected,
): Promise<IDataObject> {
	return readObject(request, await service.send(request), expected);
}

/**
 * Runs a node that reads one object for each item.
 *
 * @param prepare makes, once for the items of a credential, what gives the request of an item
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runReads(
	context: IExecuteFunctions,
	expected: Expected,
	prepare: (execution: ExecutionContext) => (item: number) => ServiceRequest,
): Promise<INodeExecutionData[][]> {
	if (isCallOfModel(context)) {
		return await runForModel(context, async (tool) => await runReads(tool, expected, prepare));
	}
	return await runNode(context, (execution) => {
		const requestOf = prepare(execution);
		return async (item) => [await sendRead(execution.service, requestOf(item), expected)];
	});
}

/**
 * Sends a write, and reads the response.
 *
 * @param schema what it has to be like; a response that is not cannot be used
 * @throws Failure
 */
export async function sendWrite(
	service: Service,
	request: ServiceRequest,
	schema?: z.ZodTypeAny,
): Promise<IDataObject> {
	const response = await service.send(request);
	const written = readWritten(request, response);
	const odd = schema ? misfits(schema, together(written)) : [];
	if (odd.length > 0) throw unexpectedResponse(request, `no ID: ${odd.join(', ')}`, response);
	return written;
}

/** The request of a read that is not about one record. */
export const extraRequest = (
	{ path, workspace, label }: ExtraRead,
	workspaceId?: string,
): ServiceRequest => ({
	method: 'GET',
	path,
	query: workspace && workspaceId ? { workspace_id: workspaceId } : {},
	idempotent: true,
	asks: { kind: 'list' },
	purpose: label.toLowerCase(),
	permission: 'read',
});

/** Reads pipelines, actions and the like: a list that is not about one record. @throws Failure */
export async function readExtra(
	service: Service,
	read: ExtraRead,
	{ workspaceId, query }: CallOptions = {},
): Promise<IDataObject[]> {
	const request = withAdditionalQuery(extraRequest(read, workspaceId), query);
	const response = await service.send(request);
	const { rows } = await readRows(request, response, { shape: read.record });
	return [...rows];
}
