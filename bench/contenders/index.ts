import { creates } from './creates';
import { lists } from './lists';
import { orders } from './orders';

export { PARALLEL, type Target } from './contender';
export { hasHttpRequestNode } from './httpRequest';
export { LINES } from './orders';

/** What is done, and by whom. */
export const contests = { creates, lists, orders };
