import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { type Failure, badInput } from './failure';
import type { FileContent } from './body';
import type { Asked } from './judge';
import type { RowReceiver } from './page';

/** Options for a file download. */
export interface WantedFile {
	readonly maxBytes: number;
	/** Rows that it has by what is known of it; 0 where nothing is. */
	readonly rows: number;
	/**
	 * Takes the file while it is being received; the body of the response becomes what it gives.
	 *
	 * @param type undefined where the response gives no useful type
	 */
	readonly keep: (content: FileContent, name: string, type?: string) => Promise<unknown>;
}

/** One call of the service, relative to the credential's base URL. */
export interface ServiceRequest {
	readonly method: IHttpRequestMethods;
	/** Path from the base URL, every segment already percent-encoded. For a file: its link. */
	readonly path: string;
	readonly query?: IDataObject;
	readonly body?: IDataObject;
	/** Sending it twice does no more than sending it once. */
	readonly idempotent: boolean;
	/**
	 * What a person does when it may have happened and no response says so, in full sentences. Without
	 * it, the words are those for a record that may have been written.
	 */
	readonly unknownRemedy?: string;
	/**
	 * Of many records that must not be written twice: looks up whether none of them is there. After 429 and 503, which may
	 * come when some are written, they are sent again only then.
	 */
	readonly isAbsent?: () => Promise<boolean>;
	/** A call of the AI interface, which has limits of its own. */
	readonly isAi?: boolean;
	/** What its response is judged by. */
	readonly asks: Asked;
	/** After a time-out the caller sends it in smaller parts, so that it is not sent again as it is. */
	readonly splitsOnTimeout?: boolean;
	/** A file is wanted, not JSON. */
	readonly file?: WantedFile;
	/** Takes the rows of the list in the response as they come; the body of the response is left without them. */
	readonly rows?: RowReceiver;
	/** The parameter that names what it is about, to complete "Check …" where the service does not find it. */
	readonly foundBy?: string;
	/** What it is for, to complete "could not …": `create the company`. */
	readonly purpose: string;
	/** The permission it needs, in the specification's words (Authentication). */
	readonly permission: string;
}

/** Response headers with lower-case names, as n8n's HTTP helper gives them. */
export type Headers = Readonly<Record<string, unknown>>;

export interface ServiceResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly body: unknown;
	/** What a request was sent with that met a 401; an access token that a person entered where it is not given. */
	readonly sentWith?: 'accessToken' | 'refreshedToken' | 'workspaceCode';
}

/** Why no response came, and how far the request got. */
export interface NoResponse {
	readonly kind: 'noResponse';
	readonly reached: 'no' | 'maybe';
	/** In words without addresses or secrets. */
	readonly reason: string;
	/** It took longer than the request may take. */
	readonly timedOut?: boolean;
}

/** The result of one attempt: a response, or none and how far the request got. */
export type SendResult =
	| { readonly kind: 'response'; readonly response: ServiceResponse }
	| NoResponse
	/** A retry does not help: there is no token to send it with, or the file is not available. */
	| { readonly kind: 'stopped'; readonly failure: Failure };

/** One identifier as one path segment. */
export const segment = (identifier: string): string => encodeURIComponent(identifier);

/**
 * Reads the credential's base URL. It may have a path in front of the service's own and one
 * trailing slash too many; it must be absolute, http or https, without user name, query or fragment.
 *
 * @returns the URL without a trailing slash
 * @throws Failure that says what is wrong with it
 */
export function readBaseUrl(given: unknown): string {
	const text = typeof given === 'string' ? given.trim() : '';
	const refuse = (message: string) =>
		badInput(
			'baseUrl',
			message,
			'Enter the address of the service in the credential, such as https://api.example.com',
		);
	if (text === '') throw refuse('The credential has no base URL');
	const refuseAs = (what: string) => refuse(`The base URL of the credential ${what}`);
	if (!/^https?:\/\//i.test(text)) throw refuseAs('must start with https:// or http://');
	if (!URL.canParse(text)) throw refuseAs('is not a valid URL');
	const url = new URL(text);
	if (url.username + url.password !== '') {
		throw refuseAs('must not contain a user name or password');
	}
	if (url.search + url.hash !== '') throw refuseAs('must not contain a query or a fragment');
	return url.origin + withoutTrailingSlashes(url.pathname);
}

/** An address that a path can be put behind. */
export function withoutTrailingSlashes(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end -= 1;
	return address.slice(0, end);
}
