/** The audit of one kind of work, or of all kinds together. */
export interface AuditResult {
	name: string;
	items: number;
	requests: number;
	/** Requests beyond the first of each item that was sent. */
	retries: number;
	succeeded: number;
	failed: number;
	/** Failures that the injected faults, or the items themselves, make unavoidable. */
	unavoidable: number;
	/** Failures of items that only had to wait: the service had refused them for too many requests, or was away. */
	onlyHadToWait: number;
	/** Items without a record although they are reported as done, or items that are not reported at all. */
	lost: number;
	/** Items that created more than one record. */
	duplicated: number;
	/** Failures that claim that nothing was written although it was, or that are of the wrong kind. */
	wronglyReported: number;
}

/** How a failed item is reported. */
export interface Failed {
	readonly kind: string;
	readonly status?: number;
	readonly mayHaveHappened?: boolean;
}

/** 429, or a 503 to what may be sent again: nothing was wrong with the item. */
export const hadToWait = ({ kind, status }: Failed) =>
	kind === 'rateLimited' || (status === 503 && kind !== 'unknownOutcome');

/** Whether nothing went wrong that could have been prevented. */
export const isClean = (result: AuditResult) =>
	result.lost === 0 &&
	result.duplicated === 0 &&
	result.wronglyReported === 0 &&
	result.onlyHadToWait === 0 &&
	result.failed === result.unavoidable;
