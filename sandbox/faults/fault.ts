/** A way to misbehave. What each does, and which settings it reads, is in `kinds.ts`. */
export type FaultKind =
	| 'latency'
	| 'rateLimit'
	| 'error'
	| 'reset'
	| 'timeout'
	| 'html'
	| 'cut'
	| 'notOk'
	| 'results'
	| 'pageCap'
	| 'shift';

export interface Fault {
	kind: FaultKind;
	/** Methods it strikes, `GET` to `DELETE`; all by default. */
	methods?: string[];
	/** Regular expression that the path has to match; any by default. */
	path?: string;
	/** operationIds it strikes; all by default. */
	operations?: string[];
	/** How often it strikes a request that fits: 0 to 1 (1). */
	probability?: number;
	/** How many times it strikes before it is spent; no end by default. */
	count?: number;
	/** How many requests that fit it lets pass first (0). */
	skip?: number;
	/** Whether the request is left undone (`before`) or has been carried out (`after`): error, reset, timeout, html. */
	when?: 'before' | 'after';
	/** latency: milliseconds to wait. */
	ms?: number;
	/** latency: up to this many milliseconds more. */
	jitterMs?: number;
	/** error: status (500). html: status (502). */
	status?: number;
	/** error, rateLimit: how long to wait before another try, in seconds. */
	retryAfter?: number;
	/** error, rateLimit: header that says so: Retry-After in seconds or as a date, or retry-after-ms. */
	retryAfterAs?: 'seconds' | 'date' | 'ms';
	/** error, rateLimit: value of x-should-retry. */
	shouldRetry?: boolean;
	/** rateLimit: requests in one second. */
	perSecond?: number;
	/** results: what becomes of the results of a bulk write: the other way round, one missing, one twice. */
	change?: 'reverse' | 'drop' | 'double';
	/** pageCap: rows of a page at most. */
	rows?: number;
	/** shift: records to put at the beginning of the list before each page after the first. */
	insert?: number;
	/** shift: records to archive at the beginning of the list before each page after the first. */
	remove?: number;
}

/** Faults to strike with. The same seed and the same requests give the same faults. */
export interface FaultPlan {
	seed?: number;
	faults: Fault[];
}
