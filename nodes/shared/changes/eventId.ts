import { createHash } from 'node:crypto';

import type { Change } from './step';

/**
 * The ID of an event: the same for the same event, whenever and however often it is noticed; another one for
 * every other state of the record.
 *
 * @param origin the service and the object that the record is of
 */
export const eventId = (origin: readonly string[], { id, event, version }: Change): string =>
	createHash('sha256')
		.update(JSON.stringify([...origin, id, event, version]))
		.digest('hex')
		.slice(0, 32);
