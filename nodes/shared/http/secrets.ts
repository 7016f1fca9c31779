import { keptUnder } from '../lifetime';
import { fail, type Failure, type Result } from './failure';

/** A shorter piece cannot be distinguished from an ordinary word. */
const PIECE = 8;

/** What stands in the place of a secret. */
const BLOT = '…';

/**
 * Redacts secrets out of texts that are shown, as services quote the headers of a request in their errors. Tokens are found
 * as they are, encoded for an address, in base64, and in pieces of eight characters or more. A workspace code may be an
 * ordinary word, so that it is found beside its header or parameter only; a short token behind `Bearer` only.
 */
export class Secrets {
	/** By what holds them. */
	private readonly held = new Map<string, { tokens: readonly string[]; code: string }>();

	/** All pieces of all forms of the tokens, made when a text is first looked through. */
	private pieces?: ReadonlySet<string>;

	constructor(tokens: readonly string[] = []) {
		this.hold('', tokens);
	}

	/** From now on these are the secrets of this holder. */
	hold(holder: string, tokens: readonly string[], code = ''): void {
		this.held.set(holder, { tokens: tokens.filter((token) => token !== ''), code });
		this.pieces = undefined;
	}

	/** The text without the secrets. Takes linear time. */
	redact(text: string): string {
		let plain = text;
		for (const { tokens, code } of this.held.values()) {
			for (const token of tokens.filter(({ length }) => length < PIECE))
				plain = plain.replaceAll(`Bearer ${token}`, `Bearer ${BLOT}`);
			if (code !== '') plain = withoutCode(plain, code);
		}
		this.pieces ??= piecesOf([...this.held.values()].flatMap(({ tokens }) => tokens));
		let shown = '';
		let from = 0;
		for (let at = 0; at + PIECE <= plain.length; at += 1) {
			if (!this.pieces.has(plain.slice(at, at + PIECE))) continue;
			if (at > from || from === 0) shown += plain.slice(from, at) + BLOT;
			from = at + PIECE;
		}
		return shown + plain.slice(from);
	}

	/** A copy of a value in which no text and no key holds a secret; the value itself where none does. */
	blotIn<T>(value: T): T {
		if (typeof value === 'string') return this.redact(value) as T;
		if (typeof value !== 'object' || value === null) return value;
		const given = Object.entries(value);
		const redacted = given.map(([key, one]) => [this.redact(key), this.blotIn(one)] as const);
		if (redacted.every(([key, one], at) => key === given[at][0] && one === given[at][1]))
			return value;
		return (
			Array.isArray(value) ? redacted.map(([, one]) => one) : Object.fromEntries(redacted)
		) as T;
	}

	/** The same for all that is shown of a failure. */
	blotFailure(failure: Failure): Failure {
		const { message, remedy, serviceMessage, serviceDetails, ctxId, stored } = failure;
		const shown = { message, remedy, serviceMessage, serviceDetails, ctxId, stored };
		const redacted = this.blotIn(shown);
		return redacted === shown ? failure : failure.with(redacted);
	}
}

/** The secrets of all credentials that a run, a poll or a look-up was given: no text of it may show them. */
export const secretsOf = keptUnder('Secrets that no text shows', 'context', () => new Secrets());

/** A result without the secrets of its context. */
export const redacted = <T>(result: Result<T>, context: object): Result<T> =>
	result.ok ? result : fail(secretsOf(context).blotFailure(result.failure));

function withoutCode(text: string, given: string): string {
	const code = given.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const named = new RegExp(`(workspace[-_ ]?(?:code|secret)["']?[\\s:=]*["']?)${code}`, 'gi');
	return text.replace(named, `$1${BLOT}`);
}

function piecesOf(tokens: readonly string[]): ReadonlySet<string> {
	const pieces = new Set<string>();
	for (const form of new Set(tokens.filter(({ length }) => length >= PIECE).flatMap(formsOf))) {
		for (let at = 0; at + PIECE <= form.length; at += 1) pieces.add(form.slice(at, at + PIECE));
	}
	return pieces;
}

/** A token as it may be written; in base64, what stands before it moves its bits. */
function formsOf(token: string): string[] {
	const bytes = Buffer.from(token);
	const encoded = encodeURIComponent(bytes.toString());
	const base64 = [0, 1, 2].map((offset) =>
		Buffer.concat([Buffer.alloc(offset), bytes])
			.toString('base64')
			.slice(offset === 0 ? 0 : offset + 1),
	);
	const lowerHex = encoded.replace(/%../g, (hex) => hex.toLowerCase());
	return [token, encoded, lowerHex, ...base64, ...base64.map(urlSafe)];
}

const urlSafe = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_');
