import {
	DigestTable,
	keptUnder,
	type Batches,
	type BulkRecord,
	type ExecutionContext,
	type Outcome,
	type Steps,
} from '../shared/execution';
import { badInput, fail, settle, type Failure } from '../shared/http';
import type { GatheredOrders } from './gatherOrders';

/** By the object that n8n keeps for a node as long as the execution is in memory; a dry run sends nothing. */
const ordersOf = keptUnder('Orders sent', 'node of an execution', () => new DigestTable('pairs'));

/**
 * What this node has sent with a credential in earlier runs of the same execution, as in a loop on the canvas.
 * It is forgotten when the execution ends or is continued by another process.
 */
export const sentOrders = (
	{ context, credentialKey }: Pick<ExecutionContext, 'context' | 'credentialKey'>,
	dryRun: boolean,
): DigestTable => ordersOf(context.getContext('node'), `${dryRun} ${credentialKey}`);

/**
 * Rejects the orders that this node has sent before with other values: an upsert replaces the lines of
 * an order, so that the part sent first would be lost. The same order may be sent again.
 */
export function* rejectReplaced(
	gathered: GatheredOrders,
	sent: DigestTable,
): Steps<GatheredOrders> {
	if (sent.size === 0) return gathered;
	const records: BulkRecord[] = [];
	const invalid: Outcome[] = [...gathered.invalid];
	for (const order of gathered.records) {
		yield;
		const rejected = rejectedAsReplaced(order, sent);
		if (rejected) invalid.push(rejected);
		else records.push(order);
	}
	return { ...gathered, records, invalid };
}

/** The rejection of an order that was sent before with other values; undefined when it may be sent. */
export function rejectedAsReplaced(order: BulkRecord, sent: DigestTable): Outcome | undefined {
	if (sent.size === 0 || sent.compare(order.externalId, () => valueOf(order)) !== 'other') {
		return undefined;
	}
	return { ...order, result: fail(replaced(order.externalId)) };
}

/** Remembers orders as they are sent. */
export function remember(sent: DigestTable, orders: readonly BulkRecord[]) {
	for (const order of orders) sent.set(order.externalId, valueOf(order));
}

/**
 * Writes orders, which are remembered as they are sent, and forgotten where they were surely not written, so that they
 * can be corrected and sent again.
 */
export const rememberedIn =
	(sent: DigestTable, write: Batches['write']): Batches['write'] =>
	async (batch) => {
		remember(sent, batch);
		const writing = write(batch);
		const written = await settle(writing);
		for (const [at, { externalId }] of batch.entries()) {
			const result = written.ok ? written.value[at] : written;
			if (!result.ok && isSurelyNot(result.failure)) sent.forget(externalId);
		}
		return await writing;
	};

/** A mistake of ours may come after the request. */
const isSurelyNot = ({ kind, mayHaveHappened }: Failure) => !mayHaveHappened && kind !== 'defect';

const valueOf = ({ record }: BulkRecord) => JSON.stringify(record);

const replaced = (externalId: string) =>
	badInput(
		'fields',
		`The order ${externalId} was sent by this node before in the same execution, with other values`,
		'Sending it again would replace its lines. In a loop, collect all lines of an order first, and run the node once after the loop.',
	);
