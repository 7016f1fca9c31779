import type { IDataObject } from 'n8n-workflow';

import { createKeyedOrder, keptUnder, type ItemWork } from '../../execution';
import { settle, unwrap, type Result } from '../../http';
import type { Resource } from '../definition/resource';
import { findByReference, findExisting, wantedIn, type Wanted } from './find';
import { findSettingsReader, type FindSettings } from './findSettings';
import { externalIdIn, knownFrom, shownId } from './identity';
import type { FoundRecord } from './identityProof';
import { callOptionsReader, itemBodyReader } from './input/itemInput';
import {
	differenceOf,
	differenceOptionReader,
	findDifference,
	withDifference,
} from './onlyIfDifferent';
import { checkOutputChoice, readOutputChoice } from './outputChoice';
import { asCreated, differingFrom, type CreateOutcome } from './reconcileCreate';
import { createRecord, updateRecord } from './records';
import type { CallOptions, RecordReference } from './requests';
import type { RecordContext } from './context';

/** What came of an item, and the record that a create made for it or for one before it. */
interface Done {
	readonly result: Result<IDataObject[]>;
	readonly made?: RecordReference;
}

/** The items of all executions of this process that use one service and credential. */
const orderOf = keptUnder(createKeyedOrder<Done>);

/**
 * Find or Create: looks a record up, and creates it where there is none. Items that share a value which
 * identifies a record follow one another, also those of other executions of this process.
 */
export function findOrCreateAction(execution: RecordContext): ItemWork {
	const { context, resource, hints, service } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const readSettings = findSettingsReader(execution);
	const readBody = itemBodyReader(execution, 'create');
	const readOnlyIfDifferent = differenceOptionReader(execution);
	const inOrder = orderOf(service.account);
	const signal = context.getExecutionCancelSignal();
	const cancelled = new Promise((resolve) => signal?.addEventListener('abort', resolve));
	/** What this run has created: a search may not find it at once. */
	const created = new Map<string, RecordReference>();
	return async (item) => {
		hints.note(checkOutputChoice(context, resource, item));
		const options = readCallOptions(item);
		const settings = readSettings(item);
		const onlyIfDifferent = readOnlyIfDifferent(item);
		const body = await readBody(item);
		const wanted = wantedIn(resource, settings, body);
		const isKeyed = externalIdIn(resource, body) !== undefined;
		const findOrMake = async (made?: RecordReference) => {
			const found = await (made
				? findByReference(execution, made, options)
				: findExisting(execution, wanted, body, options));
			if (found) {
				const how = { ...settings, onlyIfDifferent, item };
				return [{ ...(await takeFound(execution, found, body, options, how)), created: false }];
			}
			const findOutcome = isKeyed
				? undefined
				: async () => await findUnkeyed(execution, wanted, body, options);
			const record = await createRecord(execution, item, body, options, findOutcome);
			return [{ ...record, created: true }];
		};
		const keys = keysOf(resource, wanted, body);
		const done = await inOrder(
			keys,
			async (before) => {
				const [earlier = before.find((one) => one?.made)?.made] = keys.flatMap(
					(key) => created.get(key) ?? [],
				);
				const result = await settle(findOrMake(earlier));
				const made = createdBy(resource, result) ?? earlier;
				if (made) for (const key of keys) created.set(key, made);
				return { result, made };
			},
			cancelled,
		);
		return unwrap(done.result);
	};
}

/** The record that was created, by its ID. */
function createdBy(
	{ identifiers }: Resource,
	result: Result<IDataObject[]>,
): RecordReference | undefined {
	const [record] = result.ok ? result.value : [];
	const id = record?.created === true ? shownId(identifiers, record) : undefined;
	return id === undefined ? undefined : { by: 'id', value: String(id) };
}

/** All that identifies the record of an item: what it is looked for by, and its external ID. */
function keysOf(resource: Resource, { field, key }: Wanted, body: IDataObject): string[] {
	const externalId = externalIdIn(resource, body);
	const { external } = resource.identifiers;
	const values = [[field, key], ...(externalId === undefined ? [] : [[external, externalId]])];
	return [...new Set(values.map((value) => JSON.stringify([resource.name, ...value])))];
}

interface How extends FindSettings {
	readonly onlyIfDifferent: boolean;
	readonly item: number;
}

/** What comes of a record that is there: it is left, or updated. */
async function takeFound(
	execution: RecordContext,
	found: FoundRecord,
	body: IDataObject,
	options: CallOptions,
	{ field, updates, onlyIfDifferent, item }: How,
): Promise<IDataObject> {
	const { context, resource } = execution;
	const { reference, record } = found;
	const output = readOutputChoice(context, resource, item);
	if (!updates) {
		// What was created in this run is read by ID.
		const isKeyed = field === resource.identifiers.external;
		const own = isKeyed ? { externalId: externalIdIn(resource, body) } : {};
		return output(record, { ...knownFrom(reference), ...own });
	}
	if (!onlyIfDifferent) return await updateRecord(execution, reference, body, options, found);
	// A row of a list may show less than the record.
	const difference =
		reference.by === 'externalId'
			? differenceOf(execution, body, found)
			: await findDifference(execution, reference, body, options);
	const { unchanged, fields } = difference;
	if (unchanged) return unchanged;
	const updated = await updateRecord(execution, reference, body, options, difference.found);
	return withDifference(updated, fields);
}

/** Looks up the outcome of a create without an external ID: before it, no record matched. */
async function findUnkeyed(
	execution: RecordContext,
	wanted: Wanted,
	body: IDataObject,
	options: CallOptions,
): Promise<CreateOutcome> {
	const { resource } = execution;
	const found = await settle(findExisting(execution, wanted, body, options));
	if (!found.ok) return { kind: 'unknown', reason: 'A look-up failed as well' };
	const one = resource.label.toLowerCase();
	if (!found.value) return { kind: 'absent', reason: `Right afterwards no ${one} matched` };
	const { record } = found.value;
	return (
		differingFrom(resource, body, record, `with this ${wanted.field}`) ??
		asCreated(resource, record)
	);
}
