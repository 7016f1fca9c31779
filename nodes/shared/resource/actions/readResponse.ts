import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	isCallOfModel,
	publishLines,
	runForModel,
	runInSlices,
	runNode,
	type ExecutionContext,
	type Steps,
} from '../../execution';
import {
	readPage,
	unexpectedResponse,
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
 * that is read: an object, or a list of objects. Of its values, only what the specification shows can fail it; where one
 * differs from what was only observed or assumed, it is passed on as it came, and a hint says so.
 */

/** What the response to a read is compared with. */
export interface Expected {
	readonly shape: Shape;
	/** Absent where the specification does not show the response. */
	readonly specified?: Specified;
}

/** What the response to a write is compared with, to be reported in a hint. */
export interface ExpectedWrite {
	/** What is known of it, the first by observation; a response has to be like one of them. */
	readonly shapes: readonly Shape[];
	readonly differences: ResponseDifferences;
	/** What it has to be like; a response that is not cannot be used. */
	readonly schema?: z.ZodTypeAny;
}

/** Where responses differ from what was observed: collected over an execution, reported once. */
export class ResponseDifferences {
	private readonly missing = new Set<string>();

	private readonly kind = new Set<string>();

	add(path: string, difference: 'missing' | 'kind') {
		this[difference].add(path);
	}

	private hasNullList = false;

	/** A list was null. */
	emptyList() {
		this.hasNullList = true;
	}

	/** The hints, if there is anything to say. */
	get sentences(): string[] {
		const named = (what: string, paths: Set<string>) =>
			paths.size > 0 && `${what} for ${[...paths].slice(0, MAX_NAMED).join(', ')}`;
		const parts = [
			named('no value', this.missing),
			named('another kind of value', this.kind),
		].filter((part) => part !== false);
		const sentences = [
			parts.length > 0 &&
				`The responses differ from what is known of the service: ${parts.join('; ')}. Values are passed on as they came.`,
			this.hasNullList &&
				'The service responded with null instead of a list; it was taken for an empty list.',
		];
		return sentences.filter((sentence) => sentence !== false);
	}

	/** Shows it below the output of a node that has no other hints. */
	publish(context: IExecuteFunctions) {
		publishLines(context, { asides: this.sentences });
	}
}

const MAX_NAMED = 10;

/** Reads one object, wrapped in `data`, in the name of the object, or not. */
export function readObject(
	request: ServiceRequest,
	response: ServiceResponse,
	expected: Expected,
	differences: ResponseDifferences,
): IDataObject {
	const { body } = response;
	if (!isObject(body)) throw unexpectedResponse(request, 'a body that is not an object', response);
	const wrapper = wrappersIn(request).find((key) => isWrapper(body, key, expected.shape));
	const object = (
		wrapper === undefined
			? body
			: { ...(body[wrapper] as object), ...(body.ctx_id ? { ctx_id: body.ctx_id } : {}) }
	) as IDataObject;
	const reason = compare(object, expected, differences);
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
	differences = new ResponseDifferences(),
	before = 0,
): Promise<Page<IDataObject>> {
	const page = readPage(response);
	if (!page) throw unexpectedResponse(request, 'no list', response);
	if (page.isNull) differences.emptyList();
	const compared = await runInSlices(compareRows(page.rows, expected, differences, before));
	if (compared) throw unexpectedResponse(request, compared, response);
	return page as Page<IDataObject>;
}

/** A failure for what rows of a list lack. */
export const oddRows = (resource: Resource, what: string) =>
	unexpectedResponse(requestsOf(resource).list({}), what, { status: 200, headers: {}, body: [] });

/** Why the rows are no list of what is expected. */
function* compareRows(
	rows: readonly unknown[],
	expected: Expected,
	differences: ResponseDifferences,
	before: number,
): Steps<string | undefined> {
	let number = before;
	for (const row of rows) {
		yield;
		number += 1;
		if (!isObject(row)) return `a list whose entry ${number} is not an object`;
		const reason = compare(row as IDataObject, expected, differences);
		if (reason) return `${reason} in row ${number}`;
	}
	return undefined;
}

/** Why what is specified does not hold; everything else that differs is collected. */
function compare(
	value: IDataObject,
	{ shape, specified }: Expected,
	differences: ResponseDifferences,
): string | undefined {
	let reason: string | undefined;
	reportDifferences(shape, value, (path, difference) => {
		const isTyped = specified && !specified.untyped?.includes(path);
		if (difference === 'kind' && isTyped) reason ??= `an invalid "${path}"`;
		// One null is the value of one record, and no reason to lose the others.
		else if (specified?.required?.includes(path) && value[path] !== null) reason ??= `no "${path}"`;
		else differences.add(path, difference);
	});
	return reason;
}

/** Keys that stand beside `data`, though a record may have some of them too. */
const BESIDE_DATA = new Set(['ok', 'status', 'message', 'ctx_id', 'data']);

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
	asks.kind === 'read' || asks.kind === 'write' ? ['data', ...asks.record.wrappers] : ['data'];

/** The response to a write as an object, with its envelope apart; one that is done without such a body is empty. */
export function readWritten(request: ServiceRequest, { body }: ServiceResponse): IDataObject {
	return isObject(body) ? apart(body as IDataObject, wrappersIn(request)) : {};
}

/** Notes where the response to a write differs from all that is known of it. */
export function noteWritten(
	written: IDataObject,
	{ shapes: [usual, ...others], differences }: ExpectedWrite,
): void {
	const body = together(written);
	if (others.some((shape) => isLike(shape, body))) return;
	reportDifferences(usual, body, (path, difference) => differences.add(path, difference));
}

function isLike(shape: Shape, written: IDataObject): boolean {
	let alike = true;
	reportDifferences(shape, written, () => (alike = false));
	return alike;
}

/** Sends a read of one object, and reads the response. @throws Failure */
export async function sendRead(
	service: Service,
	request: ServiceRequest,
	expected: Expected,
	differences = new ResponseDifferences(),
): Promise<IDataObject> {
	const response = await service.send(request);
	return readObject(request, response, expected, differences);
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
	const differences = new ResponseDifferences();
	const output = await runNode(context, (execution) => {
		const requestOf = prepare(execution);
		return async (item) => [
			await sendRead(execution.service, requestOf(item), expected, differences),
		];
	});
	differences.publish(context);
	return output;
}

/** Sends a write, and reads the response; where it differs from what is known is noted. @throws Failure */
export async function sendWrite(
	service: Service,
	request: ServiceRequest,
	expected: ExpectedWrite,
): Promise<IDataObject> {
	const response = await service.send(request);
	const written = readWritten(request, response);
	const odd = expected.schema ? misfits(expected.schema, together(written)) : [];
	if (odd.length > 0) throw unexpectedResponse(request, `no ID: ${odd.join(', ')}`, response);
	if (response.status !== 204) noteWritten(written, expected);
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
	differences?: ResponseDifferences,
): Promise<IDataObject[]> {
	const request = withAdditionalQuery(extraRequest(read, workspaceId), query);
	const response = await service.send(request);
	const { rows } = await readRows(request, response, { shape: read.record }, differences);
	return [...rows];
}
