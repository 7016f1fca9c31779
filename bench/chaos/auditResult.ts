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
	/** Items without a record although they are reported as done, or items that are not reported at all. */
	lost: number;
	/** Items that created more than one record. */
	duplicated: number;
	/** Failures that claim that nothing was written although it was, or that are of the wrong kind. */
	wronglyReported: number;
}
