/** A fault. What each kind does, and which settings it reads, is in `kinds.ts`. */
export type FaultKind =
	| 'latency'
	| 'rateLimit'
	| 'error'
	| 'reset'
	| 'timeout'
	| 'html'
	| 'truncate'
	| 'notOk'
	| 'results'
	| 'pageCap'
	| 'shift';

export interface Fault {
	kind: FaultKind;
	/** HTTP methods it applies to; all by default. */
	methods?: string[];
	/** Regular expression that the path has to match; any path by default. */
	path?: string;
	/** operationIds it applies to; all by default. */
	operations?: string[];
	/** Probability that a matching request gets the fault: 0 to 1 (1). */
	probability?: number;
	/** How many times it is injected at most; no limit by default. */
	count?: number;
	/** How many matching requests pass before the first injection (0). */
	skip?: number;
	/** Whether the request is left undone (`before`) or has been carried out (`after`): error, reset, timeout, html. */
	when?: 'before' | 'after';
	/** latency: milliseconds to wait. */
	ms?: number;
	/** latency: up to this many milliseconds more. */
	jitterMs?: number;
	/** error: status (500). html: status (502). */
	status?: number;
	/** error, rateLimit: how long to wait before a retry, in seconds. */
	retryAfter?: number;
	/** error, rateLimit: the header it is sent in: Retry-After in seconds or as a date, or retry-after-ms. */
	retryAfterAs?: 'seconds' | 'date' | 'ms';
	/** error, rateLimit: value of x-should-retry. */
	shouldRetry?: boolean;
	/** rateLimit: requests in one second. */
	perSecond?: number;
	/** results: what is done to the results of a bulk write: in reverse order, one missing, one twice. */
	change?: 'reverse' | 'drop' | 'duplicate';
	/** pageCap: rows of a page at most. */
	rows?: number;
	/** shift: records to put at the beginning of the list before each page after the first. */
	insert?: number;
	/** shift: records to archive at the beginning of the list before each page after the first. */
	remove?: number;
}

/** Faults to inject. The same seed and the same requests give the same faults. */
export interface FaultPlan {
	seed?: number;
	faults: Fault[];
}
