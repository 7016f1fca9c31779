/** Reads orders at a stretch, for tests that are not about pauses. */
import * as orders from '../nodes/MigrationUpsert/gatherOrders';
import { runAtOnce } from '../nodes/shared/execution';

export type { GatheredOrders } from '../nodes/MigrationUpsert/gatherOrders';

export const gatherLines = (...given: Parameters<typeof orders.gatherLines>) =>
	runAtOnce(orders.gatherLines(...given));
export const gatherWholeOrders = (...given: Parameters<typeof orders.gatherWholeOrders>) =>
	runAtOnce(orders.gatherWholeOrders(...given));
export const gatherJson = (...given: Parameters<typeof orders.gatherJson>) =>
	runAtOnce(orders.gatherJson(...given));
