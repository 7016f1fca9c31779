import { fail, Failure, type Result } from './failure';

/** A shorter piece is not told from an ordinary word. */
const PIECE = 8;

/** What stands in the place of a secret. */
const BLOT = '…';

/**
 * Blots secrets out of texts that are shown, as services quote the headers of a request in their errors. Tokens are found
 * as they are, encoded for an address, in base64, and in pieces of eight characters or more. A workspace code may be an
 * ordinary word, so that it is found beside its header or parameter only; a short token behind `Bearer` only.
 */
export class Secrets {
	private readonly tokens: readonly string[];

	/** All pieces of all forms of the tokens, made when a text is first looked through. */
	private pieces?: ReadonlySet<string>;

	constructor(
		tokens: readonly unknown[],
		private readonly code = '',
	) {
		this.tokens = tokens.filter(
			(token): token is string => typeof token === 'string' && token !== '',
		);
	}

	/** The text without the secrets. Takes linear time. */
	blot(text: string): string {
		let plain = text;
		for (const token of this.tokens) plain = plain.replaceAll(`Bearer ${token}`, `Bearer ${BLOT}`);
		if (this.code !== '') plain = this.withoutCode(plain);
		this.pieces ??= piecesOf(this.tokens);
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
		if (typeof value === 'string') return this.blot(value) as T;
		if (typeof value !== 'object' || value === null) return value;
		const given = Object.entries(value);
		const blotted = given.map(([key, one]) => [this.blot(key), this.blotIn(one)] as const);
		if (blotted.every(([key, one], at) => key === given[at][0] && one === given[at][1]))
			return value;
		return (
			Array.isArray(value) ? blotted.map(([, one]) => one) : Object.fromEntries(blotted)
		) as T;
	}

	/** The same for all that is shown of a failure. */
	blotFailure(failure: Failure): Failure {
		const { message, remedy, serviceMessage, serviceDetails, ctxId, stored } = failure;
		const shown = { message, remedy, serviceMessage, serviceDetails, ctxId, stored };
		const blotted = this.blotIn(shown);
		return blotted === shown ? failure : failure.with(blotted);
	}

	private withoutCode(text: string): string {
		const code = this.code.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
		const named = new RegExp(`(workspace[-_ ]?(?:code|secret)["']?[\\s:=]*["']?)${code}`, 'gi');
		return text.replace(named, `$1${BLOT}`);
	}
}

/** A result without the secrets of the service that it is of. */
export const blotted = <T>(
	result: Result<T>,
	service?: { readonly secrets?: Secrets },
): Result<T> =>
	result.ok || !service?.secrets ? result : fail(service.secrets.blotFailure(result.failure));

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
