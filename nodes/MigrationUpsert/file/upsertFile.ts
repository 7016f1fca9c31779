import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	asNodeError,
	bulkWriter,
	failedItem,
	publishLimiterStats,
	publishSummary,
	sendInBatches,
	type Batches,
	type BulkCall,
	type Effort,
	type ExecutionContext,
	type OpenContext,
	type Outcome,
} from '../../shared/execution';
import { openInputFile, type InputFile } from '../../shared/file/sheetRows';
import { badInput, settle, succeed, type Failure, type Result } from '../../shared/http';
import { monotonicNow } from '../../shared/lifetime';
import { publishFindings, type Settings } from '../gatherOrders';
import { sentOrders } from '../sentOrders';
import { fileOrders, surveyFile, type Survey } from './survey';
import { openReport, type Report } from './report';

/**
 * Upserts the orders of the file of every item, one file after another: each is read to its end before
 * anything of it is sent.
 *
 * @param call how a batch is written
 * @returns a summary with result files for every item
 * @throws NodeOperationError or NodeApiError for a file that cannot be read, or of which the rest could
 * not be sent, when the node stops on errors. Rejected orders are no reason: they are in the result.
 */
export async function upsertFiles(
	{ context, parts, invalid }: OpenContext,
	settings: Settings,
	call: BulkCall,
): Promise<INodeExecutionData[]> {
	const executions: Array<Result<ExecutionContext>> = [];
	for (const { items, result } of invalid) executions[items[0]] = result;
	for (const part of parts) for (const item of part.items) executions[item] = succeed(part);
	const output: INodeExecutionData[] = [];
	const given = context.getInputData();
	for (const [item, execution] of executions.entries()) {
		const done = execution.ok
			? await settle(upsertFile(execution.value, item, settings, call))
			: execution;
		const failure = done.ok ? done.value.stopped : done.failure;
		// n8n reports a cancelled execution itself.
		if (failure?.kind === 'cancelled') return output;
		const { json, binary } = done.ok ? done.value : { json: {}, binary: undefined };
		if (failure && !context.continueOnFail()) {
			const account = done.ok ? [accountOf(json)] : [];
			if (!settings.dryRun && output.length > 0) account.push(filesBefore(output.length));
			throw asNodeError(context.getNode(), failure, item, account.join(' '));
		}
		output.push({
			json: failure ? failedItem(failure, item, given[item].json, json) : json,
			...(binary && { binary }),
			pairedItem: { item },
		});
		const rejected = failure ? undefined : rejectedItem(item, json, binary);
		if (rejected && context.getNode().onError === 'continueErrorOutput')
			output.push({ ...rejected, pairedItem: { item } });
	}
	publishLimiterStats(context, parts);
	return output;
}

/** The item for the error output: the rejected rows of a file that was worked on to its end, as a file. */
function rejectedItem(item: number, json: IDataObject, binary: IBinaryKeyData = {}) {
	const { file, orders, rejected, rows_without_order: rows, rejections } = json;
	const files = Object.entries(binary).filter(([name]) => name.startsWith('rejected'));
	if (files.length === 0) return undefined;
	const failure = badInput(
		'binaryPropertyName',
		`${String(file)}: ${Number(rejected)} of ${Number(orders)} orders and ${Number(rows)} rows without an order were rejected`,
		'Correct the rows in the file "rejected", and give that file to the node.',
	);
	return {
		json: { ...failedItem(failure, item, {}, { rejections }) },
		binary: Object.fromEntries(files),
	};
}

/** What a file becomes: a summary and files; with a failure when it was not worked on to its end. */
async function upsertFile(
	execution: ExecutionContext,
	item: number,
	settings: Settings,
	call: BulkCall,
) {
	const { context, parallel } = execution;
	const field = context.getNodeParameter('binaryPropertyName', item, 'data') as string;
	const file = openInputFile(context, item, field);
	const { batchSize, dryRun, values, fillDown, startAtRow, encoding, linesElsewhere } = settings;
	const signal = context.getExecutionCancelSignal();
	const startedAt = monotonicNow();
	const survey = await surveyFile(file, { ...values, encoding, linesElsewhere, signal });
	const refusal = values.refuseUnknown(survey.unmatched);
	if (refusal) throw refusal;
	publishFindings(context, survey);

	const sent = sentOrders(execution, dryRun);
	const orders = fileOrders(file, survey, {
		fillDown,
		startAtRow,
		reject: sent.reject,
		signal,
	});
	const report = openReport(context, file, survey, { nouns: call.nouns, startAtRow });
	const effort: Effort = { requests: 0, seconds: 0 };
	const pretend: Batches['write'] = async (batch) => batch.map(() => WOULD_SEND);
	const add = (outcome: Outcome) => {
		report.add(outcome, orders.textOf);
		orders.forget(outcome.items);
	};
	const source = {
		async next() {
			await report.flush();
			return await orders.next();
		},
	};
	const stopped = await sendInBatches(
		source,
		{
			batchSize,
			parallel,
			signal,
			idempotent: call.idempotent,
			write: sent.remembering(dryRun ? pretend : bulkWriter(execution, call, effort)),
		},
		add,
	);
	await orders.close();
	const binary = await settle(report.end());
	if (!binary.ok && !stopped) throw binary.failure;
	effort.seconds = (monotonicNow() - startedAt) / 1000;
	if (!dryRun) publishSummary(context, report.count, effort, call.nouns);
	const { skipped } = orders;
	const json = summaryOf(file, survey, report, { ...effort, skipped }, settings, stopped);
	return { json, binary: binary.ok ? binary.value : {}, stopped };
}

const WOULD_SEND = succeed<IDataObject>({ would_send: true });

function summaryOf(
	{ name }: InputFile,
	{ layout, columns, rows, together, unmatched, mapping, notes }: Survey,
	{ count, rejections, problems, continueAtRow }: Report,
	{ requests, seconds, skipped }: Effort & { readonly skipped: number },
	{ dryRun, startAtRow }: Settings,
	stopped?: Failure,
): IDataObject {
	const { encoding, separator, headingsRow } = layout;
	const { records: orders, created, updated, rejected, rows: rowsWithoutOrder } = count;
	const { withProblems } = count;
	return {
		file: name,
		ok: !stopped && rejected + withProblems + rowsWithoutOrder === 0,
		dry_run: dryRun,
		rows,
		orders,
		...(dryRun ? { would_send: orders - rejected } : { created, updated }),
		rejected,
		stored_with_problems: withProblems,
		rows_without_order: rowsWithoutOrder,
		skipped_rows: skipped,
		requests,
		seconds: Math.round(seconds * 10) / 10,
		rejections: [...rejections],
		problems: [...problems],
		decisions: {
			format: separator === undefined ? 'ndjson' : 'delimited',
			encoding,
			...(separator !== undefined && { separator, column_names_in_row: headingsRow }),
			columns: Object.fromEntries([...columns].map(([key, all]) => [key, [...all]])),
			ignored_columns: [...unmatched],
			lines_of_orders: together ? 'together' : 'apart',
			notes: [...mapping, ...notes],
		},
		started_at_row: startAtRow,
		continue_at_row: stopped ? continueAtRow : null,
		...(stopped && { stopped: stopped.message }),
	};
}

const filesBefore = (count: number) =>
	`Before this file, ${count} ${count === 1 ? 'other was' : 'others were'} imported.`;

/** What was done before it stopped, and where to go on. */
function accountOf(json: IDataObject): string {
	const { orders, rejected, continue_at_row: row } = json as Record<string, number>;
	return `Before, ${orders} orders of the file were done, ${rejected} of them rejected. To go on, set Start at Row to ${row} in the options.`;
}
