import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { publishHints } from '../execution';
import { isProblem } from '../http';
import { readErrorBody } from '../http/noResponse';
import { unmarked, type Shape } from '../schema/types';
import { isObject } from '../schema/values';

/** What Enrich and Score make of a result, and what they say of it beside its values. */

/** What the response says of the call, in every item. */
export const callResponse: Shape = { message: 'text!', ctx_id: 'text' };

/** Whether the items of this node come simplified. */
export const isSimplified = (context: IExecuteFunctions, item: number): boolean =>
	context.getNodeParameter('output', item, 'simplified') !== 'raw';

/** The name under which the record was picked from the list; none where it was entered by its ID. */
export function pickedName(context: IExecuteFunctions, item: number): { name?: string } {
	const locator = context.getNodeParameter('recordId', item, {}) as {
		mode?: string;
		cachedResultName?: unknown;
	};
	const { mode, cachedResultName: name } = locator;
	return mode === 'list' && typeof name === 'string' && name !== '' ? { name } : {};
}

/** Keys that come simplified too, where they are given: which record it is; what the call was and cost, how sure it is. */
const NAMING = ['id', 'external_id', 'name'];
const KEPT = ['queued', 'job_id', 'shared', 'run_id', 'confidence', 'cost', 'credits', 'usage'];

/** The result with the keys of this shape, and the kept ones. */
export const keep = (shape: Shape, result: IDataObject): IDataObject =>
	Object.fromEntries(
		[...NAMING, ...Object.keys(shape).map((key) => unmarked(key).name), ...KEPT, 'warnings']
			.filter((key) => result[key] !== undefined)
			.map((key) => [key, result[key]]),
	);

/** Keys of errors and warnings beside the values of a result, or of what its provider says. */
const WARNINGS = ['errors', 'error', 'warnings', 'warning'];

/**
 * The errors and warnings that a result carries beside its values, as texts behind those of the node.
 *
 * @param all collects what is said of the results of a run, for `publishWarnings`
 */
export function warningsOf(result: IDataObject, notes: readonly string[], all: string[]) {
	const said = [result, result.provider_meta]
		.filter(isObject)
		.flatMap((place) => WARNINGS.map((key) => place[key]).filter(isProblem))
		.flatMap((given) => (Array.isArray(given) ? given.slice(0, MAX_TEXTS) : [given]))
		.map((one) => readErrorBody(isObject(one) ? one : String(one)).message ?? '');
	const warnings = [...notes, ...said].filter((text) => text !== '');
	all.push(...(result.queued === true ? ['queued, not done yet'] : []), ...new Set(warnings));
	return warnings.length > 0 ? { warnings } : {};
}

/** Of a list. */
const MAX_TEXTS = 20;
/** A service may say something else of each record. */
const MAX_HINTS = 5;

/** Says below the output what was said of results, each once, and of how many of them. */
export function publishWarnings(context: IExecuteFunctions, all: readonly string[], total: number) {
	const hints = [...new Set(all)].slice(0, MAX_HINTS).map((text) => {
		const count = all.filter((other) => other === text).length;
		return `${count} of ${total} ${total === 1 ? 'result' : 'results'}: ${text}`;
	});
	publishHints(context, ...hints);
}
