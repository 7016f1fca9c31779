import { shortened, small } from '../schema/limits';
import { isObject } from '../schema/values';
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

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads the message out of any error body: JSON of a known form, other JSON, HTML, plain text, or nothing. Known are the
 * service's own bodies, five variants that differ in `errors` and `code` (observed); what the web framework under it
 * responds before a handler runs (assumed); and a later generation of the interface, which wraps the error (observed
 * there). What it gives is short, however large or deep the body is.
 */
export function readErrorBody(body: unknown): ErrorBody {
	if (body instanceof UnreadBody) return { message: `a response with ${body.reason}` };
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return { message: describe(body) };
	}
	const { ctx_id, code, errors, detail, ...rest } = body as Record<string, unknown>;
	const { message, error, meta } = rest;
	const ctxId = idText(ctx_id);
	const said = (message: string | undefined, details: Record<string, unknown>, id = ctxId) => ({
		message,
		ctxId: id,
		details: withoutEmpty(details),
	});
	if (isText(message)) return said(shortened(message), { errors, code });
	const framework = describeDetail(detail);
	if (framework !== undefined) return said(shortened(framework), { code });
	if (isObject(error) && isText(error.message)) {
		const id = isObject(meta) ? idText(meta.ctx_id) : undefined;
		return said(shortened(error.message), { code: error.code }, ctxId ?? id);
	}
	return said(describeObject(errors, rest), { errors, code });
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

const idText = (value: unknown) => (isText(value) ? value.slice(0, MAX_ID_LENGTH) : undefined);

const isPart = (part: unknown) => typeof part === 'number' || (isText(part) && part !== 'body');

/** A text, or entries that name the place of a problem and say what it is; undefined where it is something else. */
function describeDetail(detail: unknown): string | undefined {
	if (!Array.isArray(detail)) return isText(detail) ? detail : undefined;
	const texts = detail.slice(0, MAX_ENTRIES).map((one: unknown) => {
		if (!isObject(one) || !isText(one.msg)) return undefined;
		const loc = Array.isArray(one.loc) ? one.loc.filter(isPart) : [];
		const place = loc.join('.');
		return place ? `${place}: ${one.msg}` : one.msg;
	});
	return texts.length > 0 && texts.every(isText) ? texts.join('; ') : undefined;
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
