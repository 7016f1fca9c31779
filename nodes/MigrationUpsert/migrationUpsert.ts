import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Outputs } from '../shared/resource';
import { readBulkResponse } from '../shared/resource/actions/bulk/bulkResponse';
import { itemOfResult, together } from '../shared/resource/actions/envelope';
import { sendWrite } from '../shared/resource/actions/readResponse';
import {
	counted,
	eachInSteps,
	failAll,
	isCallOfModel,
	openContext,
	theOnlyPart,
	publishLines,
	runInSlices,
	executeBulk,
	readShared,
	runForModel,
	valueOf,
	type BulkCall,
	type OpenContext,
	inOrder,
	type BulkRecord,
	type Outcome,
	type Steps,
} from '../shared/execution';
import { badInput, segment, type RecordNames, type ServiceRequest } from '../shared/http';
import { idOrNone, z } from '../shared/schema/outside';
import { isFilled } from '../shared/schema/presence';
import { bootstrapResponse, upsertResult } from './fields';
import {
	orderNouns,
	publishFindings,
	type GatheredOrders,
	readInput,
	readSettings,
} from './gatherOrders';
import { upsertFiles } from './file/upsertFile';
import { sentOrders } from './sentOrders';
import { partnerParameter } from './parameters';

const { errors, ...result } = upsertResult;

/** The items, by resource and operation. @public */
export const outputs: Outputs = {
	'migrationUpsert/bootstrap': bootstrapResponse,
	'migrationUpsert/upsertOrders': { ...result, response: { errors } },
};

/** Each of the IDs in the response is evidence. */
const bootstrapNames: RecordNames = {
	ids: Object.keys(bootstrapResponse),
	externalIds: [],
	wrappers: [],
	fields: [],
};

/** Each of them is an ID, as far as it is there. */
const bootstrapIds = z
	.object(Object.fromEntries(bootstrapNames.ids.map((name) => [name, idOrNone])))
	.passthrough();

const WRITE = 'write (a Full Access token)';

/**
 * Runs the chosen operation of a migration (specification: Bulk migration endpoints).
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runMigration(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isCallOfModel(context)) return await runForModel(context, runMigration);
	try {
		const { partner } = await readShared(context, {
			partner: valueOf(partnerParameter, readPartner),
		});
		const path = `/v1/public/migrations/${segment(partner)}`;
		const run = context.getNodeParameter('operation', 0) === 'bootstrap' ? bootstrap : upsertOrders;
		return [await run(context, path)];
	} catch (error) {
		return [failAll(context, error)];
	}
}

/** Prepares the workspace, once however many items there are. */
async function bootstrap(context: IExecuteFunctions, path: string): Promise<INodeExecutionData[]> {
	const { parts } = await openForAll(context);
	const request: ServiceRequest = {
		method: 'POST',
		path: `${path}/bootstrap`,
		// It returns the fields that exist and creates those that do not.
		idempotent: true,
		asks: { kind: 'write', record: bootstrapNames },
		foundBy: 'Partner',
		purpose: 'prepare the workspace',
		permission: WRITE,
	};
	const sent = await sendWrite(parts[0].service, request, bootstrapIds);
	const items = context.getInputData().map((_, item) => ({ item }));
	return [{ json: together(sent), pairedItem: items.length === 1 ? items[0] : items }];
}

/** The one credential of all items, as rows of several of them may be lines of one order. @throws Failure where items differ */
async function openForAll(context: IExecuteFunctions): Promise<OpenContext> {
	const opened = await openContext(context);
	theOnlyPart(opened, 'Items of a migration');
	return opened;
}

async function upsertOrders(context: IExecuteFunctions, path: string) {
	const settings = await readSettings(context);
	const { batchSize, dryRun, createMissingItems, mode, values } = settings;
	// A dry run reads all that a real one needs, so that it fails where that would.
	const opened = await (mode === 'file' ? openContext(context) : openForAll(context));
	const fromRows = mode === 'line' || mode === 'file';
	const call = upsertCall(path, createMissingItems, fromRows);
	if (mode === 'file') return await upsertFiles(opened, settings, call);
	const signal = context.getExecutionCancelSignal();
	const read = await runInSlices(readInput(context, { ...settings, mode }), signal);
	const refusal = read.refusal ?? values.refuseUnknown(read.unmatched);
	if (refusal) throw refusal;
	const sent = sentOrders(opened.parts[0], dryRun);
	const gathered = await runInSlices(withoutRejected(read, sent.reject), signal);
	publishFindings(context, gathered);
	if (dryRun) {
		publishLines(context, { outcome: [dryRunSummary(gathered, batchSize)] });
		sent.remember(gathered.records);
		return await runInSlices(showOrders(gathered), signal);
	}
	const shown = { nouns: call.nouns, item: itemOfResult };
	const remembering: BulkCall = { ...call, around: sent.remembering };
	return await executeBulk(opened, [gathered], batchSize, shown, () => remembering);
}

/** Takes orders out that must not be sent. */
function* withoutRejected(
	gathered: GatheredOrders,
	reject: (order: BulkRecord) => Outcome | undefined,
): Steps<GatheredOrders> {
	const rejected = yield* eachInSteps(gathered.records, reject);
	return {
		...gathered,
		records: gathered.records.filter((_, at) => !rejected[at]),
		invalid: [...gathered.invalid, ...rejected.flatMap((one) => one ?? [])],
	};
}

/** POST /v1/public/migrations/<partner>/orders/upsert */
function upsertCall(path: string, createMissingItems: boolean, fromRows: boolean): BulkCall {
	return {
		nouns: { ...orderNouns, fromRows },
		idempotent: true,
		request: (batch) => ({
			method: 'POST',
			path: `${path}/orders/upsert`,
			body: {
				orders: batch.map(({ record }) => record),
				create_missing_items: createMissingItems,
			},
			// An upsert by external ID writes the same orders twice, not two of each.
			idempotent: true,
			splitsOnTimeout: batch.length > 1,
			asks: { kind: 'results' },
			foundBy: 'Partner',
			purpose: batch.length === 1 ? `upsert the order ${batch[0].externalId}` : 'upsert the orders',
			permission: WRITE,
		}),
		read: readBulkResponse,
	};
}

/** Checks the partner, which becomes part of the path (specification: What the service does, 3). */
export function readPartner(given: unknown): string {
	const partner = typeof given === 'string' ? given.trim() : given;
	if (typeof partner === 'string' && /^[A-Za-z0-9_-]+$/.test(partner)) return partner;
	throw badInput(
		'partner',
		isFilled(partner) ? `Partner is ${JSON.stringify(given)}` : 'Partner is empty',
		'Enter the name of the migration target: letters, digits, - and _ only.',
	);
}

/** Shows what a run would send and what it would not: one output item per order, in input order. */
export function* showOrders({ records, invalid }: GatheredOrders): Steps<INodeExecutionData[]> {
	const outcomes = yield* inOrder<BulkRecord | Outcome>(records, invalid);
	return yield* eachInSteps(outcomes, (outcome): INodeExecutionData => {
		const { externalId = null, items } = outcome;
		const order = 'record' in outcome ? outcome.record : null;
		const problem =
			'result' in outcome && !outcome.result.ok ? outcome.result.failure.message : null;
		return {
			json: {
				external_id: externalId,
				would_send: order !== null,
				problem,
				items: [...items],
				order,
			},
			pairedItem: items.map((item) => ({ item })),
		};
	});
}

/** The dry run in one sentence. */
export function dryRunSummary({ records, invalid }: GatheredOrders, batchSize: number): string {
	const lines = records.reduce((sum, { record }) => sum + countLines(record.items), 0);
	const requests = Math.ceil(records.length / batchSize);
	return (
		`Dry run: nothing was sent. A real run would send ${counted(records.length, 'order')} with ` +
		`${counted(lines, 'line')} in ${counted(requests, 'request')}. ` +
		`${counted(invalid.length, 'order')} with errors would not be sent.`
	);
}

const countLines = (lines: unknown) => (Array.isArray(lines) ? lines.length : 0);
