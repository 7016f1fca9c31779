import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../schema/values';

/** What a model reads is paid by its length, and too much of it hides what matters. */

const MAX_TEXT = 500;
/** Characters of one record of a list that is too long. */
const MAX_RECORD = 1_500;
/** By these a model knows a record, and goes on with it. */
const ESSENTIAL =
	/^(id|external_?id|number|name|title|status|outcome|state|email|amount|total\w*|currency|updated_at|\w+_id)$/i;

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** The first records that fit into so many characters; where not all do, each is made smaller. There is one at least. */
export function within(records: readonly IDataObject[], budget: number): IDataObject[] {
	const sizes = records.map(sizeOf);
	if (sizes.reduce((sum, size) => sum + size, 0) <= budget) return [...records];
	const shown: IDataObject[] = [];
	let left = budget;
	for (const [at, record] of records.entries()) {
		const small = sizes[at] > MAX_RECORD ? fitting(record, Math.min(MAX_RECORD, budget)) : record;
		left -= sizeOf(small) + 1;
		if (left < 0 && shown.length > 0) break;
		shown.push(small);
	}
	return shown;
}

/** A record in so many characters: long texts are cut, then keys left out, the essential ones last; both are marked. */
export function fitting(record: IDataObject, budget: number): IDataObject {
	if (sizeOf(record) <= budget) return record;
	const keys = Object.keys(record);
	const essential = keys.filter((key) => ESSENTIAL.test(key));
	const others = keys.filter((key) => !ESSENTIAL.test(key));
	const kept: IDataObject = {};
	const leftOut: string[] = [];
	let left = budget;
	for (const key of [...essential, ...others]) {
		const value = cut(record[key]);
		const size = sizeOf(value) + key.length + 4;
		if (size > left) leftOut.push(key);
		else {
			kept[key] = value as IDataObject;
			left -= size;
		}
	}
	if (leftOut.length === 0) return kept;
	const named = leftOut.slice(0, 5).join(', ');
	return {
		...kept,
		'…': `left out: ${named}${leftOut.length > 5 ? ` and ${leftOut.length - 5} more` : ''}`,
	};
}

const cut = (value: unknown): unknown =>
	typeof value === 'string' && value.length > MAX_TEXT
		? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`
		: value;

const LINK = /^https?:\/\/[^?\s]+\?/i;
const SIGNED = /[?&;](x-[a-z]+-[a-z]+|[a-z]*signature|sig|token|expires|key)=/i;

/** A value without the queries of signed links in it: who has such a link has the file. */
export function withoutLinks(value: unknown): unknown {
	if (typeof value === 'string') {
		const [start] = LINK.exec(value) ?? [];
		return start && SIGNED.test(value) ? `${start}…` : value;
	}
	if (Array.isArray(value)) return value.map(withoutLinks);
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutLinks(one)]));
}
