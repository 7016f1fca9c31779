import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { publishHints, type ExecutionContext } from '../execution';
import { badInput, isProblem, settle, unwrap, type Result } from '../http';
import { readErrorBody } from '../http/noResponse';
import { kindOf, shownId } from '../resource/actions/identity';
import { findRecord, type FoundRecord } from '../resource/actions/identityProof';
import { readRecordId } from '../resource/actions/input/itemInput';
import type { Resource } from '../resource/definition/resource';
import { unmarked, type Shape } from '../schema/types';
import { isObject } from '../schema/values';
import { aiCredentialOf } from './parameters';

/** By what Enrich and Score name a record, what they make of its result, and what they say of it beside its values. */

/**
 * Prepares to name records by the service's own ID, the only one that Enrich and Score take (observed). A number and an
 * external ID are looked up, each once; a number that nothing is found for is sent as it is.
 *
 * @returns for the locator of an item: the reference, and what an item says of the record. Throws Failure where an external ID cannot be looked up
 */
export function ownIdReader({ context, service }: ExecutionContext) {
	const lookUps = new Map<string, Promise<Result<FoundRecord>>>();
	return async (resource: Resource, item: number) => {
		const given = readRecordId(context, resource.label, item);
		const picked = pickedName(context, item);
		// A workspace code goes to Enrich and Score only (specification: Authentication, 5).
		const canRead = aiCredentialOf(context) === 'workspaceRecordsApi';
		const isExternal = given.by === 'externalId';
		if (!isExternal && (!canRead || kindOf(given.value) !== 'number')) {
			return { reference: given, known: { id: given.value, ...picked } };
		}
		if (!canRead) {
			throw badInput(
				'recordId',
				`A workspace code cannot look up the external ID of the ${resource.label.toLowerCase()}`,
				'Choose By ID, or set Authentication to Access or Refresh Token.',
			);
		}
		const key = JSON.stringify([resource.name, given]);
		const lookUp =
			lookUps.get(key) ?? settle(findRecord({ service, resource, options: {} }, given));
		lookUps.set(key, lookUp);
		const found = await lookUp;
		const record: IDataObject = isExternal || found.ok ? unwrap(found).record : {};
		const id = shownId(resource.identifiers, record);
		if (id === undefined && isExternal) {
			throw badInput(
				'recordId',
				`The service shows no ID of the ${resource.label.toLowerCase()} with this external ID`,
				'Choose By ID.',
			);
		}
		const value = String(id ?? given.value);
		const { name } = record;
		const external = isExternal && { external_id: given.value };
		const known = { id: value, ...external, ...(name ? { name } : {}), ...picked };
		return { reference: { by: 'id', value } as const, known };
	};
}

/** The name under which the record was picked from the list; none where it was entered by its ID. */
function pickedName(context: IExecuteFunctions, item: number): { name?: string } {
	const locator = context.getNodeParameter('recordId', item, {}) as {
		mode?: string;
		cachedResultName?: unknown;
	};
	const { mode, cachedResultName: name } = locator;
	return mode === 'list' && typeof name === 'string' && name !== '' ? { name } : {};
}

/** What the response says of the call, in every item. */
export const callResponse: Shape = { message: 'text!', ctx_id: 'text' };

/** Whether the items of this node come simplified. */
export const isSimplified = (context: IExecuteFunctions, item: number): boolean =>
	context.getNodeParameter('output', item, 'simplified') !== 'raw';

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
