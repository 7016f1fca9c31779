import { z } from 'zod';

import { shortened, small } from '../schema/limits';
import { isHtml } from './evidence';
import { UnreadBody } from './body';

/** What an error body says, whichever of the known forms it has. */
export interface ErrorBody {
	readonly message?: string;
	readonly ctxId?: string;
	/** `errors` and `code` of the service's own error bodies; what is large or deep is cut. */
	readonly details?: unknown;
}

const MAX_ID_LENGTH = 200;
/** Maximum length of a web page searched for its title. */
const MAX_PAGE_LENGTH = 100_000;
/** Of a list of texts. */
const MAX_ENTRIES = 20;

const text = z.string().min(1);

/** The service's own error bodies: five variants that differ in `errors` and `code` (observed). */
const serviceBody = z.object({ message: text });

/** What the web framework under the service responds before a handler runs (assumed). */
const frameworkBody = z.object({
	detail: z.union([
		text,
		z
			.array(z.object({ loc: z.array(z.union([text, z.number()])).optional(), msg: z.string() }))
			.min(1),
	]),
});

/** A later generation of the interface wraps the error (observed there). */
const wrappedBody = z.object({
	error: z.object({ message: text, code: z.unknown().optional() }),
	meta: z.object({ ctx_id: z.unknown() }).nullish(),
});

/**
 * Reads the message out of any error body: JSON of a known form, other JSON, HTML, plain text, or nothing.
 * What it gives is short, however large or deep the body is.
 */
export function readErrorBody(body: unknown): ErrorBody {
	if (body instanceof UnreadBody) return { message: `a response with ${body.reason}` };
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return { message: describe(body) };
	}
	const { ctx_id, code, errors, detail, ...rest } = body as Record<string, unknown>;
	const ctxId = idText(ctx_id);
	const own = serviceBody.safeParse(rest);
	if (own.success) {
		return { message: shortened(own.data.message), ctxId, details: withoutEmpty({ errors, code }) };
	}
	const framework = frameworkBody.safeParse({ detail: firstOf(detail) });
	if (framework.success) {
		const { detail: given } = framework.data;
		const message = typeof given === 'string' ? given : given.map(describeDetail).join('; ');
		return { message: shortened(message), ctxId, details: withoutEmpty({ code }) };
	}
	const wrapped = wrappedBody.safeParse(rest);
	if (wrapped.success) {
		const { error, meta } = wrapped.data;
		return {
			message: shortened(error.message),
			ctxId: ctxId ?? idText(meta?.ctx_id),
			details: withoutEmpty({ code: error.code }),
		};
	}
	return { message: describeObject(errors, rest), ctxId, details: withoutEmpty({ errors, code }) };
}

/** What an object of no known form says: its errors, else its error, else all that it says, as JSON. */
function describeObject(errors: unknown, rest: Record<string, unknown>): string | undefined {
	const given = [errors, rest.error].find((value) =>
		Array.isArray(value) ? value.length > 0 : value,
	);
	if (Array.isArray(given)) {
		const first = given.slice(0, MAX_ENTRIES);
		if (first.every((one) => typeof one === 'string')) return shortened(first.join('; '));
	}
	const names = Object.keys(rest).filter((name) => name !== 'ok');
	return describe(given ?? (names.length > 0 ? rest : undefined));
}

const firstOf = (value: unknown) => (Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : value);

const idText = (value: unknown) =>
	typeof value === 'string' && value !== '' ? value.slice(0, MAX_ID_LENGTH) : undefined;

function describeDetail(detail: { loc?: Array<string | number>; msg: string }): string {
	const place = detail.loc?.filter((part) => part !== 'body').join('.');
	return place ? `${place}: ${detail.msg}` : detail.msg;
}

function withoutEmpty(details: Record<string, unknown>): Record<string, unknown> | undefined {
	const kept = Object.entries(details).filter(([, value]) => value !== undefined && value !== null);
	return kept.length > 0
		? Object.fromEntries(kept.map(([name, value]) => [name, small(value)]))
		: undefined;
}

function describe(body: unknown): string | undefined {
	if (body === undefined || body === null || body === '') return undefined;
	if (isHtml(body)) {
		const title = /<title[^<>]*>([^<]*)</i.exec(String(body).slice(0, MAX_PAGE_LENGTH))?.[1].trim();
		return title ? `a web page titled "${shortened(title)}"` : 'a web page';
	}
	return shortened(typeof body === 'string' ? body : JSON.stringify(small(body)));
}
