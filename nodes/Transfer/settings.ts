import { booleanOf, inOptions, textListOf, textOf } from '../shared/execution';
import { workspaceOption } from '../shared/description';
import { acceptOtherIdOption, failedStatusesOption, finishedStatusesOption } from './parameters';

/** Options of the node and of the trigger. */

/** What statuses mean. */
export const statusWords = inOptions({
	finished: textListOf(finishedStatusesOption),
	failed: textListOf(failedStatusesOption),
});

/** How a transfer is read. */
export const transferOptions = inOptions({
	workspaceId: textOf(workspaceOption),
	acceptsOtherId: booleanOf(acceptOtherIdOption),
});
