import type { IDataObject } from 'n8n-workflow';

import { isObject, type Values } from '../shared/schema/values';
import { valueOfField } from '../shared/ai/cost';

/**
 * What a result of Enrich says of each field: what was written and what only proposed, and on what that is based. The
 * specification shows none of it, and the keys of the result are observed; a value is shown as it came.
 */

const PROPOSED = 'proposed_fields';

/** The keys of a result that hold changes, those that were written first. */
export const CHANGES = ['updated_builtin_fields', 'updated_custom_fields', PROPOSED];

/** Names for the address of a source, and for its words. */
const ADDRESS = ['url', 'link', 'href', 'source_url', 'domain'];
const TEXT = ['text', 'snippet', 'quote', 'excerpt', 'title', 'source', 'provider', 'name'];

const MAX_SOURCES = 3;
const MAX_TEXT_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 500;

/**
 * One entry for each field: `from` where it is known, `to`, whether it was `written`, how sure it is, and the first
 * sources with how many there are. What is proposed for a field that got another value is `proposed`.
 *
 * @param facts the fact that goes into a custom property, by the property
 * @param previous the company before the call, where that is proven
 */
export function changesOf(result: IDataObject, facts: Values, previous?: Values): IDataObject[] {
	const changes = new Map<string, Record<string, unknown>>();
	for (const key of CHANGES) {
		for (const [field, to] of entriesOf(result[key])) {
			const from = valueOfField(previous ?? {}, field)?.value;
			const written = key === PROPOSED ? changes.get(field) : undefined;
			if (written) {
				if (JSON.stringify(written.to) !== JSON.stringify(to)) written.proposed = to;
				continue;
			}
			const all = entriesOf(result.field_evidence)
				.filter(([name]) => name === field || name === facts[field])
				.flatMap(([, one]) => one)
				.filter((one) => (one ?? '') !== '');
			const sources = all.flatMap((one) => (isObject(one) ? (one.sources ?? one) : one));
			const [only] = all.length === 1 ? all.filter(isObject) : [];
			const change = {
				...{ field, from, to, written: key !== PROPOSED },
				confidence: only?.confidence,
				sources: sources.length > 0 ? sources.slice(0, MAX_SOURCES).map(readSource) : undefined,
				source_count: sources.length || undefined,
			};
			changes.set(changes.has(field) ? `${key} ${field}` : field, change);
		}
	}
	// Without keys that have no value.
	return JSON.parse(JSON.stringify([...changes.values()])) as IDataObject[];
}

const firstOf = (values: Values, names: readonly string[]) =>
	values[names.find((name) => Object.hasOwn(values, name)) ?? ''];

/** Fields with what is said of each: an object by field, or a list of entries or of names. */
function entriesOf(given: unknown): Array<[string, unknown]> {
	if (!Array.isArray(given)) return isObject(given) ? Object.entries(given) : [];
	return given.map((one: unknown) =>
		isObject(one) ? [String(one.field), one] : [String(one), undefined],
	);
}

/** A source as its address and the beginning of its words. */
function readSource(given: unknown) {
	const key = /^https?:/i.test(String(given)) ? 'url' : 'text';
	const source = isObject(given) ? given : { [key]: given };
	const [url, text] = [ADDRESS, TEXT].map((names) => firstOf(source, names));
	const cut = (one: unknown, length: number) => one && String(one).slice(0, length);
	return { url: cut(url, MAX_ADDRESS_LENGTH), text: cut(text, MAX_TEXT_LENGTH) };
}

/** What an enrichment has come to. */
export function outcomeOf({ queued }: IDataObject, changes: readonly IDataObject[]): string {
	if (queued === true) return 'queued';
	if (changes.length === 0) return 'nothing_found';
	return changes.some(({ written }) => written) ? 'changed' : 'proposed';
}

/** What an item says of its company that was written: the old values must not go into a later write. */
export const writtenIn = (changes: readonly IDataObject[], known: IDataObject): IDataObject =>
	Object.fromEntries(
		changes
			.filter(({ field, to, written }) => written && typeof to === 'string' && `${field}` in known)
			.map(({ field, to }) => [field, to]),
	) as IDataObject;
