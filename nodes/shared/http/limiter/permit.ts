/** The longest wait that the service did not ask for. */
export const MAX_WAIT_MS = 8000;
/** What was found, a rate or a number at once, is held no longer before more is tried. */
export const MAX_HOLD_MS = 30_000;
/** Random part of such a wait, so that many clients and processes do not resume at the same time. */
export const JITTER = 0.25;

/** What a request gets when it asks to be sent. */
export type Permit =
	| AcquiredPermit
	| { readonly kind: 'cancelled' }
	/** The service asked for a longer pause than a request may wait. */
	| { readonly kind: 'coolingDown'; readonly forMs: number }
	/** The service has been down for longer than a request may wait. */
	| { readonly kind: 'down'; readonly forMs: number }
	/** The service has refused everything for as long as a request may wait. */
	| { readonly kind: 'refusing'; readonly forMs: number }
	/** The time in which it may be sent is over, or too many wait. */
	| { readonly kind: 'expired' };

/** The request may be sent now; `Queue.release` has to be called when it has ended. */
export interface AcquiredPermit {
	readonly kind: 'acquired';
	/** For the estimate of the rate. */
	readonly number: number;
	/** Counts the reactions to refusals before it. */
	readonly epoch: number;
	/** Requests under way with it, itself included. */
	readonly underWay: number;
	/** Whether it finds out for all others if the service is up again. */
	readonly isProbe: boolean;
}

/** Too many requests: 429, or a 503 with Retry-After, which may have been carried out all the same. */
export interface Refused {
	readonly kind: 'refused';
	/** The time that it named, if any. */
	readonly askedMs?: number;
	readonly isUnsure?: boolean;
}

/** How a request ended, as far as those after it are concerned. */
export type Outcome =
	/** The service did its work; or it did not, and the others have nothing to learn from that. */
	| {
			readonly kind: 'responded';
			/** Something else has responded in its place. */
			readonly isForeign?: boolean;
	  }
	| Refused
	/** No connection, or 502, 503 or 504. */
	| { readonly kind: 'failed'; readonly timedOut: boolean }
	/** It was not sent. */
	| { readonly kind: 'notSent' };

/** What a request says about itself when it asks to be sent. */
export interface AcquireOptions {
	/** It was refused or failed before, so that it goes before those that were never sent. */
	readonly isRetry: boolean;
	/** Sending it twice does no harm, so that it is a good probe. */
	readonly isIdempotent: boolean;
	/** Time by the limiter's clock after which it must not be sent: of a retry, a poll, a look-up. */
	readonly deadline?: number;
}

export interface QueueOptions {
	/** Maximum number of concurrent requests. */
	readonly max: number;
	/** Somebody waits for it in the editor, or it is a poll: it goes first, and an outage does not hold it. */
	readonly isInteractive: boolean;
	/** Since when a look-up or poll has had no turn, by the limiter's clock; since now when left out. */
	readonly unservedSince?: number;
	/** Milliseconds that a request waits for a pause or an outage to end. */
	readonly maxWaitMs: number;
	/** The same for an outage of a service that has not responded yet: its address may be wrong. */
	readonly maxFirstWaitMs?: number;
	readonly signal?: AbortSignal;
}
