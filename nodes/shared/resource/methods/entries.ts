import type { INodePropertyOptions } from 'n8n-workflow';

import { at } from '../../execution';
import type { Secrets } from '../../http';
import { NOTICE, ownText } from '../../schema/limits';
import { isGiven, isObject } from '../../schema/values';
import { isArchived } from '../actions/identity';
import { externalIdKeys, idKeys, type Resource } from '../definition/resource';

/** An entry of a pick list: all that is kept of a record. */
export interface Entry {
	readonly name: string;
	/** The ID. */
	readonly value: string;
	/** What a search is compared with: name, ID, external ID, email and website. */
	readonly text: string;
}

/** Characters of a label, and of a state in it. */
const MAX_LABEL = 200;
const MAX_STATUS = 50;

/** A text or number as part of a label: in one line, not too long; '' for anything else. */
export function labelOf(given: unknown, max = MAX_LABEL): string {
	if (!isGiven(given)) return '';
	const text = String(given)
		.slice(0, 10 * MAX_LABEL)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return text.length > max
		? ownText(`${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`)
		: text;
}

/**
 * The entry of a pick list for a row of a list, whatever else is in it.
 *
 * @param secrets what no label may show
 * @returns undefined for a row without an ID, which cannot be picked
 */
export function entryOf(resource: Resource, row: unknown, secrets?: Secrets): Entry | undefined {
	if (!isObject(row)) return undefined;
	const { identifiers, title, state, pickedBy } = resource;
	const ids = idKeys(identifiers)
		.map((key) => row[key])
		.filter(isId);
	const picked = pickedBy === undefined ? ids[0] : row[pickedBy];
	if (!isId(picked)) return undefined;
	const value = ownText(String(picked).trim());
	const shownAt = (path: string) => labelOf(at(row, path.split('.')));
	const named = title.filter((path) => shownAt(path) !== '');
	const isNamed = named.some((path) => path !== identifiers.number);
	const name = isNamed ? named.map(shownAt).join(' · ') : unnamed(resource, row, value);
	const status = labelOf(state && row[state], MAX_STATUS);
	const isGone = isArchived(labelOf(row.status ?? row.usage_status));
	const mark = isGone ? ' (archived)' : status === '' ? '' : ` (${status})`;
	const label = labelOf(name, MAX_LABEL - mark.length) + mark;
	const shown = secrets?.redact(label) ?? label;
	const searched = [...externalIdKeys(identifiers), 'email', 'url', 'website'];
	const words = [shown, ...ids, ...searched.map((key) => row[key])].map((word) => labelOf(word));
	return { name: shown, value, text: plain(words.join('\n')) };
}

/** Whether a value can be an ID: a path has to hold it. */
const isId = (value: unknown): value is string | number =>
	isGiven(value) && String(value).trim() !== '' && String(value).length <= 2000;

/** What a record without a name is called: its number, or its ID, and the day on which it was created. */
function unnamed(
	{ label, identifiers }: Resource,
	row: Record<string, unknown>,
	id: string,
): string {
	const number = labelOf(identifiers.number && row[identifiers.number]);
	const created = /^\d{4}-\d\d-\d\d/.exec(labelOf(row.created_at));
	return [`${label} ${number || id}`, ...(created ?? [])].join(' · ');
}

/** A text as it is compared: without case, accents, outer spaces, and whichever way its letters are composed. */
export const plain = (text: string): string =>
	text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().trim();

/** Those whose name or value holds what a person types. */
export function withWord<T extends { readonly name: string; readonly value: unknown }>(
	choices: readonly T[],
	filter: string,
): T[] {
	const word = plain(filter);
	return choices.filter(({ name, value }) => plain(`${name}\n${String(value)}`).includes(word));
}

/** The row at the end of a list that says what it leaves out; nodes refuse its value. */
export const noticeOf = (texts: ReadonlyArray<string | undefined>): INodePropertyOptions[] => {
	const said = [...new Set(texts)].filter((text) => text !== undefined);
	return said.length === 0 ? [] : [{ name: labelOf(said.join('. ')), value: NOTICE }];
};

/** Made once: `localeCompare` takes many times as long. */
const names = new Intl.Collator('en', { numeric: true });

/** By name, numbers in it by their size; entries of the same name always in the same order. */
export const byName = (one: Choice, other: Choice) =>
	names.compare(one.name, other.name) ||
	(one.value < other.value ? -1 : Number(one.value > other.value));

type Choice = Pick<INodePropertyOptions, 'name' | 'value'>;
