/**
 * Known IDs, each with a short text, as one packed string: an object of 50,000 keys would take several
 * times as much of n8n's database, and is rewritten as a whole.
 */

/** More known IDs than this are not kept: about 1.2 MB of UUIDs. */
export const MAX_KNOWN = 50_000;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Packs IDs, 23 characters for a UUID. */
export const packKnown = (known: ReadonlyMap<string, string>): string =>
	[...known].map(([id, print]) => `${packId(id)}${print && `:${print}`}`).join(' ');

/** Undoes `packKnown`. */
export function unpackKnown(packed: string): Map<string, string> {
	const known = new Map<string, string>();
	for (const entry of packed === '' ? [] : packed.split(' ')) {
		const [id, print = ''] = entry.split(':');
		known.set(unpackId(id), print);
	}
	return known;
}

/** `encodeURIComponent` leaves neither spaces nor colons nor dollar signs. */
const packId = (id: string): string =>
	UUID.test(id)
		? `$${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`
		: encodeURIComponent(id);

function unpackId(packed: string): string {
	if (!packed.startsWith('$')) return decodeURIComponent(packed);
	const hex = Buffer.from(packed.slice(1), 'base64url').toString('hex');
	return [8, 12, 16, 20, 32]
		.map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end))
		.join('-');
}
