import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	choiceOf,
	itemReader,
	keptUnder,
	numberOf,
	textListOf,
	type ExecutionContext,
} from '../execution';
import { badInput } from '../http';
import type { Resource } from '../resource/definition/resource';
import { showsId } from '../resource/actions/identity';
import { findRecord } from '../resource/actions/identityProof';
import type { RecordReference } from '../resource/actions/requests';
import { cellOf, isNothing } from '../schema/differences';
import { isObject } from '../schema/values';
import {
	aiCredentialOf,
	maxCallsParameter,
	missingFieldsParameter,
	onlyIfParameter,
} from './parameters';

/** What limits the calls of Enrich and Score: records that are complete need none, and an execution has a budget. */

/** By the object that n8n keeps for an execution as long as it is in memory. */
const calls = keptUnder('Number of calls of Enrich and Score', 'execution', () => ({ made: 0 }));

/**
 * Takes one call out of the budget that all Enrich and Score nodes of an execution share.
 *
 * @param max how many this node accepts in all; 0 for any number
 * @returns whether the call may be made
 */
export function takeCall(context: IExecuteFunctions, max: number): boolean {
	const all = calls(context.getContext('flow'));
	if (max > 0 && all.made >= max) return false;
	all.made += 1;
	return true;
}

/** Prepares the reading of Max Calls. */
export const maxCallsReader = (context: IExecuteFunctions) =>
	itemReader(context, { maxCalls: numberOf(maxCallsParameter) });

/**
 * Prepares to find out, before a call that may be billed, whether it is needed.
 *
 * @returns for an item and the record it is about: why no call is needed, a sentence; undefined where it is. Throws
 * Failure where the record cannot be read
 */
export function completenessReader({ context, service }: ExecutionContext) {
	const readOnlyIf = itemReader(context, { onlyIf: choiceOf(onlyIfParameter) });
	const readFields = itemReader(context, { fields: textListOf(missingFieldsParameter) });
	return async (item: number, resource: Resource, reference?: RecordReference) => {
		if (readOnlyIf(item).onlyIf === 'always') return;
		const { fields } = readFields(item);
		if (fields.length === 0) {
			throw badInput(
				missingFieldsParameter.name,
				`${missingFieldsParameter.displayName} is empty`,
				'Enter the names of one or more fields, or set Only If to Always.',
			);
		}
		const { json } = context.getInputData()[item];
		const isRecord = reference?.by === 'id' && showsId(resource.identifiers, json, reference.value);
		const isShown = isRecord && fields.every((name) => valueOfField(json, name));
		const record = reference?.by !== 'id' || isShown ? json : await read(resource, reference);
		const isMissing = (name: string) => isNothing(valueOfField(record, name)?.value);
		return fields.some(isMissing) ? undefined : `No field is missing: ${fields.join(', ')}`;
	};

	async function read(resource: Resource, reference: RecordReference): Promise<IDataObject> {
		// A workspace code goes to Enrich and Score only (specification: Authentication, 5).
		if (aiCredentialOf(context) === 'workspaceRecordsInternalApi') {
			throw badInput(
				onlyIfParameter.name,
				`Whether fields of the ${resource.label.toLowerCase()} are missing cannot be read with a workspace code`,
				'Use an access or refresh token, or give items that are the records with these fields.',
			);
		}
		return (await findRecord({ service, resource, options: {} }, reference)).record;
	}
}

/** Keys below which a record may hold its custom fields. */
const NESTING = /custom|propert|attributes|fields/i;

const NAMES = ['internal_name', 'name', 'key'];

/** The value that a record shows for a field, which may be a custom one below another key; undefined where it shows none. */
export function valueOfField(
	record: Readonly<Record<string, unknown>>,
	field: string,
): { readonly value: unknown } | undefined {
	const below = Object.keys(record).filter((key) => NESTING.test(key));
	const nested = below.flatMap((key) => record[key]).filter(isObject);
	const isEntry = (each: object) => 'value' in each && NAMES.some((name) => name in each);
	const entry = nested.find((each) => isEntry(each) && NAMES.some((name) => each[name] === field));
	const places = [record, ...nested.filter((each) => !isEntry(each))];
	const cell = places.map((place) => cellOf(place, field)).find(Boolean);
	return cell ?? (entry && { value: entry.value });
}

/** The item of a record for which no call was made. */
export const skippedItem = (known: IDataObject, reason: string): IDataObject => ({
	...known,
	skipped: true,
	reason,
});
