import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ExecutionContext } from '../execution';
import { badInput, isProblem, settle, unwrap, type Result } from '../http';
import { readErrorBody } from '../http/noResponse';
import { kindOf, plain, shownExternalId, shownId } from '../resource/actions/identity';
import { findRecord, type FoundRecord } from '../resource/actions/identityProof';
import { readRecordId } from '../resource/actions/input/itemInput';
import type { RecordReference } from '../resource/actions/requests';
import type { Resource } from '../resource/definition/resource';
import { isFilled } from '../schema/presence';
import { unmarked, type Shape } from '../schema/types';
import { isObject } from '../schema/values';
import { aiCredentialOf } from './parameters';

/** By what Enrich and Score name a record, what they make of its result, and what they say of it beside its values. */

/**
 * Prepares to name and to read the records of a run. Enrich and Score take the service's own ID only (observed): a number
 * and an external ID are looked up; a number that nothing is found for is sent as it is.
 */
export function recordReader({ context, service }: ExecutionContext) {
	const reads = new Map<string, Promise<Result<FoundRecord>>>();
	/** What was read, by object and ID. */
	const known = new Map<string, IDataObject>();
	const canRead = aiCredentialOf(context) === 'workspaceRecordsApi';
	const keyOf = ({ name }: Resource, id: string) => `${name} ${plain(id)}`;
	/** The record as it was before the calls of this run: each is read once. @throws Failure */
	const read = async (resource: Resource, reference: RecordReference): Promise<IDataObject> => {
		// A workspace code goes to Enrich and Score only (specification: Authentication, 5).
		if (!canRead) {
			const what = `A workspace code cannot read the ${resource.label.toLowerCase()}`;
			throw badInput('authentication', what, 'Use By ID, or an access or refresh token.');
		}
		const before = reference.by === 'id' && known.get(keyOf(resource, reference.value));
		if (before) return before;
		const key = JSON.stringify([resource.name, reference]);
		const begun =
			reads.get(key) ?? settle(findRecord({ service, resource, options: {} }, reference));
		reads.set(key, begun);
		const { record } = unwrap(await begun);
		const id = shownId(resource.identifiers, record);
		if (id !== undefined) known.set(keyOf(resource, String(id)), record);
		return record;
	};
	/** The ID of the record that the locator of an item names. @throws Failure where there is none */
	const referenceOf = async (resource: Resource, item: number): Promise<RecordReference> => {
		const given = readRecordId(context, resource.label, item);
		const isExternal = given.by === 'externalId';
		if (!isExternal && (!canRead || kindOf(given.value) !== 'number')) return given;
		const found = await settle(read(resource, given));
		const record: IDataObject = isExternal || found.ok ? unwrap(found) : {};
		const id = shownId(resource.identifiers, record);
		if (id !== undefined || !isExternal) return { by: 'id', value: String(id ?? given.value) };
		throw badInput(
			'recordId',
			`The service shows no ID of the ${resource.label.toLowerCase()} with this external ID`,
			'Choose By ID.',
		);
	};
	/** What an item says of its record: of what was picked, read, or given by the item itself. */
	const namesOf = (resource: Resource, item: number, id: string): IDataObject => {
		const record = known.get(keyOf(resource, id)) ?? givenRecord(context, item, id) ?? {};
		const { mode, value, cachedResultName } = locatorOf(context, item);
		const asked = mode === 'externalId' ? String(value).trim() : undefined;
		const external = shownExternalId(resource.identifiers, record) ?? asked;
		const name = (mode === 'list' && cachedResultName) || record.name;
		const named = { id, external_id: external, name };
		return Object.fromEntries(Object.entries(named).filter(([, one]) => isFilled(one)));
	};
	return { read, referenceOf, namesOf };
}

/** How the record of an item is named. */
export function locatorOf(context: IExecuteFunctions, item: number) {
	const given: unknown = context.getNodeParameter('recordId', item);
	return isObject(given) ? given : { mode: 'id', value: given };
}

/** The input item where it is this record; the ID of another one may stand in it as well. */
export function givenRecord(
	context: IExecuteFunctions,
	item: number,
	id: string,
): IDataObject | undefined {
	const { json } = context.getInputData()[item];
	return plain(String(json.id)) === plain(id) ? json : undefined;
}

/** What the response says of the call, in every item. */
export const callResponse: Shape = { message: 'text!', ctx_id: 'text' };

/** Whether the items of this node come simplified. */
export const isSimplified = (context: IExecuteFunctions, item: number): boolean =>
	context.getNodeParameter('output', item, 'simplified') !== 'raw';

/** Who a record is, and what became of it, in every item. */
export const itemHead = {
	...{ id: 'text', external_id: 'text', name: 'text' },
	outcome: 'text!',
} as const satisfies Shape;

/** Keys that come simplified too, where they are given: what the call was and cost, how sure it is. */
const KEPT = ['queued', 'job_id', 'shared', 'run_id', 'confidence', 'cost', 'credits', 'usage'];

/** The result with the keys of this shape, and the kept ones. */
export const keep = (shape: Shape, result: IDataObject): IDataObject =>
	Object.fromEntries(
		[...Object.keys(shape).map((key) => unmarked(key).name), ...KEPT, 'warnings']
			.filter((key) => result[key] !== undefined)
			.map((key) => [key, result[key]]),
	);

/** Keys of errors and warnings beside the values of a result, or of what its provider says. */
const WARNINGS = ['errors', 'error', 'warnings', 'warning'];

/**
 * The errors and warnings that a result carries beside its values, as texts behind those of the node.
 *
 * @param all collects what is said of the results of a run, for the hint
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
