import type { FaultPlan } from './faults/fault';

/** Lifetime of the access tokens from a refresh, and the form of the response. */
export interface TokenSettings {
	/** Seconds until an access token expires; without it, tokens do not expire. */
	lifetimeSeconds?: number;
	/** Requests until an access token expires; without it, tokens do not expire. */
	lifetimeRequests?: number;
	/** Whether a refresh gives a new refresh token and ends the old one at once. */
	rotate?: boolean;
	/** Name of the access token in the response; `none` leaves it out. The refresh token is named alike. */
	response?: 'access' | 'access_token' | 'token' | 'none';
}

/** Size limits of the service. */
interface Limits {
	/** Rows of a page at most; a larger `limit` is lowered to it (100). */
	pageRows?: number;
	/** Orders in one bulk create that are written at once; more are queued: 202 with a job_id (no limit). */
	bulkOrdersAtOnce?: number;
	/** Orders in one migration upsert; more are rejected (no limit). */
	migrationOrders?: number;
	/** Status of that rejection (413). */
	migrationStatus?: 413 | 400;
	/** Bytes of a request body; more are rejected with 413 (20 MB). */
	bodyBytes?: number;
}

/** How the service does what the sources leave open. What is not chosen is as observed. */
export interface Behaviour {
	/** Order of a list when no sort is asked for (oldestFirst). */
	listOrder?: 'oldestFirst' | 'newestFirst';
	/** What `errors` holds: texts, objects `{code, message, field}`, or one and the other in turn (text). */
	errors?: 'text' | 'object' | 'mixed';
	/** Response to a write: as observed of each object, or the write envelope of the specification (observed). */
	writeResponse?: 'observed' | 'specification';
}

export interface SandboxOptions {
	/** SQLite file; `:memory:` by default. */
	file?: string;
	/** Port; 0 takes any that is free (default). */
	port?: number;
	/** Address to listen on, 127.0.0.1 by default. */
	host?: string;
	/** Records to start with, when the store is empty. */
	seed?: 'example' | 'none';
	/** Whether to forget what the file holds. */
	fresh?: boolean;
	faults?: FaultPlan;
	tokens?: TokenSettings;
	limits?: Limits;
	behaviour?: Behaviour;
	/** `simulated`: time stands still until it is advanced. */
	transferClock?: 'real' | 'simulated';
	/** Whether to log requests to the console. */
	logger?: boolean;
}
