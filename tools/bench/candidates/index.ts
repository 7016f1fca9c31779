import { creates } from './creates';
import { lists } from './lists';
import { orders } from './orders';

export { PARALLEL, type Target } from './candidate';
export { hasHttpRequestNode } from './httpRequest';
export { LINES } from './orders';

/** The benchmarks, each with its candidates by name. */
export const benchmarks = { creates, lists, orders };
