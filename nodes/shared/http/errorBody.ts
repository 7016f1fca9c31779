import { z } from 'zod';

import { isHtml } from './html';

/** What an error body says, whichever of the known forms it has. */
export interface ErrorBody {
	readonly message?: string;
	readonly ctxId?: string;
	/** `errors` and `code` of the service's own error bodies, as they came. */
	readonly details?: unknown;
}

const MAX_TEXT_LENGTH = 300;

/** The service's own error bodies: five variants that differ in `errors` and `code` (observed). */
const serviceBody = z
	.object({
		message: z.string(),
		ctx_id: z.string().nullish(),
		errors: z.unknown(),
		code: z.unknown(),
	})
	.partial({ errors: true, code: true });

/** What the web framework under the service responds before a handler runs (assumed). */
const frameworkBody = z.object({
	detail: z.union([
		z.string(),
		z.array(
			z.object({ loc: z.array(z.union([z.string(), z.number()])).optional(), msg: z.string() }),
		),
	]),
	code: z.unknown().optional(),
	ctx_id: z.string().nullish(),
});

/** A later generation of the interface wraps the error (observed there). */
const wrappedBody = z.object({
	error: z.object({ message: z.string(), code: z.unknown().optional() }),
	meta: z.object({ ctx_id: z.string().nullish() }).nullish(),
});

/** Reads the message out of any error body: JSON of a known form, HTML, plain text, or nothing. */
export function readErrorBody(body: unknown): ErrorBody {
	const own = serviceBody.safeParse(body);
	if (own.success) {
		const { message, ctx_id, errors, code } = own.data;
		return { message, ctxId: ctx_id ?? undefined, details: withoutEmpty({ errors, code }) };
	}
	const framework = frameworkBody.safeParse(body);
	if (framework.success) {
		const { detail, code, ctx_id } = framework.data;
		const message = typeof detail === 'string' ? detail : detail.map(describeDetail).join('; ');
		return { message, ctxId: ctx_id ?? undefined, details: withoutEmpty({ code }) };
	}
	const wrapped = wrappedBody.safeParse(body);
	if (wrapped.success) {
		const { error, meta } = wrapped.data;
		return {
			message: error.message,
			ctxId: meta?.ctx_id ?? undefined,
			details: withoutEmpty({ code: error.code }),
		};
	}
	return { message: plainText(body) };
}

function describeDetail(detail: { loc?: Array<string | number>; msg: string }): string {
	const place = detail.loc?.filter((part) => part !== 'body').join('.');
	return place ? `${place}: ${detail.msg}` : detail.msg;
}

function withoutEmpty(details: Record<string, unknown>): Record<string, unknown> | undefined {
	const kept = Object.entries(details).filter(([, value]) => value !== undefined && value !== null);
	return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function plainText(body: unknown): string | undefined {
	if (body === undefined || body === null || body === '') return undefined;
	if (isHtml(body)) {
		const title = /<title[^<>]*>([^<]*)</i.exec(String(body))?.[1].trim();
		return title ? `a web page titled "${title}"` : 'a web page';
	}
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
