import { booleanOf, textListOf, textOf } from '../shared/execution';
import { workspaceOption } from '../shared/description';
import { acceptOtherIdOption, failedStatusesOption, finishedStatusesOption } from './parameters';

/** Options of the node and of the trigger. */

/** What statuses mean. */
export const statusWords = {
	finished: textListOf(finishedStatusesOption, 'options'),
	failed: textListOf(failedStatusesOption, 'options'),
};

/** How a transfer is read. */
export const transferOptions = {
	workspaceId: textOf(workspaceOption, 'options'),
	acceptsOtherId: booleanOf(acceptOtherIdOption, 'options'),
};
