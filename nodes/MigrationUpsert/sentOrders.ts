import {
	DigestTable,
	keptUnder,
	type Batches,
	type BulkRecord,
	type ExecutionContext,
	type Outcome,
} from '../shared/execution';
import { badInput, fail, settle, type Failure } from '../shared/http';

/** By the object that n8n keeps for a node as long as the execution is in memory; a dry run sends nothing. */
const ordersOf = keptUnder('Orders sent', 'node of an execution', () => new DigestTable('pairs'));

/**
 * What this node has sent with a credential in earlier runs of the same execution, as in a loop on the canvas.
 * It is forgotten when the execution ends or is continued by another process.
 */
export function sentOrders(
	{ context, credentialKey }: Pick<ExecutionContext, 'context' | 'credentialKey'>,
	dryRun: boolean,
) {
	const sent = ordersOf(context.getContext('node'), `${dryRun} ${credentialKey}`);
	/** Remembers orders as they are sent. */
	const remember = (orders: readonly BulkRecord[]) => {
		for (const order of orders) sent.set(order.externalId, valueOf(order));
	};
	return {
		remember,
		/**
		 * The rejection of an order that was sent before with other values: an upsert replaces the lines of an order, so that
		 * the part sent first would be lost. The same order may be sent again.
		 */
		reject(order: BulkRecord): Outcome | undefined {
			const isOther =
				sent.size > 0 && sent.compare(order.externalId, () => valueOf(order)) === 'other';
			return isOther ? { ...order, result: fail(replaced(order.externalId)) } : undefined;
		},
		/** Writes orders; those that were surely not written are forgotten, so that they can be corrected and sent again. */
		remembering:
			(write: Batches['write']): Batches['write'] =>
			async (batch) => {
				remember(batch);
				const writing = write(batch);
				const written = await settle(writing);
				for (const [at, { externalId }] of batch.entries()) {
					const result = written.ok ? written.value[at] : written;
					if (!result.ok && isSurelyNot(result.failure)) sent.forget(externalId);
				}
				return await writing;
			},
	};
}

/** A mistake of ours may come after the request. */
const isSurelyNot = ({ kind, mayHaveHappened }: Failure) => !mayHaveHappened && kind !== 'defect';

const valueOf = ({ record }: BulkRecord) => JSON.stringify(record);

const replaced = (externalId: string) =>
	badInput(
		'fields',
		`The order ${externalId} was sent by this node before in the same execution, with other values`,
		'Sending it again would replace its lines. In a loop, collect all lines of an order first, and run the node once after the loop.',
	);
