import type { IDataObject } from 'n8n-workflow';

import { createKeyedOrder, keptUnder, type ItemWork } from '../../execution';
import { settle, unwrap, type Result } from '../../http';
import type { Resource } from '../definition/resource';
import type { RecordContext } from './context';
import { recordCreator } from './create';
import { externalIdIn } from './externalId';
import { findByReference, findExisting, wantedIn, type Found, type Wanted } from './find';
import { findSettingsReader, type FindSettings } from './findSettings';
import { knownFrom, shownId } from './identity';
import { callOptionsReader, itemBodyReader } from './input/itemInput';
import { differenceOf, differenceOptionReader, findDifference } from './onlyIfDifferent';
import { readOutputChoice } from './outputChoice';
import { asCreated, differingFrom, findCreated } from './reconcileCreate';
import type { CallOptions, RecordReference } from './requests';
import { recordUpdater, updateDifferent } from './update';

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
	const { context, resource, service } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const readSettings = findSettingsReader(execution);
	const readBody = itemBodyReader(execution, 'create');
	const readOnlyIfDifferent = differenceOptionReader(execution);
	const inOrder = orderOf(service.account);
	const signal = context.getExecutionCancelSignal();
	const cancelled = new Promise((resolve) => signal?.addEventListener('abort', resolve));
	const create = recordCreator(execution);
	const goOn = foundAction(execution);
	/** What this run has created: a search may not find it at once. */
	const created = new Map<string, RecordReference>();
	return async (item) => {
		const options = readCallOptions(item);
		const settings = readSettings(item);
		const onlyIfDifferent = readOnlyIfDifferent(item);
		const body = await readBody(item);
		const wanted = wantedIn(resource, settings, body);
		const findOrMake = async (known?: RecordReference) => {
			const found = await (known
				? findByReference(execution, known, options)
				: findExisting(execution, wanted, body, options));
			if (found) {
				const how = { ...settings, onlyIfDifferent, item };
				return [{ ...(await goOn(found, body, options, how)), created: false }];
			}
			const record = await create(item, body, options, async (since) =>
				externalIdIn(resource, body) === undefined
					? await findUnkeyed(execution, wanted, body, options)
					: await findCreated(service, resource, body, options, since),
			);
			return [{ ...record, created: true }];
		};
		const keys = keysOf(resource, wanted, body);
		const isKnown = (key: string) => created.has(key);
		const done = await inOrder(
			keys,
			async (before) => {
				const known =
					created.get(keys.find(isKnown) ?? '') ?? before.find((one) => one?.made)?.made;
				const result = await settle(findOrMake(known));
				const made = createdBy(resource, result) ?? known;
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

/** What becomes of a record that is there: it is left, or updated. */
function foundAction(execution: RecordContext) {
	const { context, resource } = execution;
	const update = recordUpdater(execution);
	return async (
		found: Found,
		body: IDataObject,
		options: CallOptions,
		{ field, updates, onlyIfDifferent, item }: How,
	): Promise<IDataObject> => {
		const { reference, record } = found;
		const output = readOutputChoice(context, resource, item);
		if (!updates) {
			// What was created in this run is read by ID.
			const isKeyed = field === resource.identifiers.external;
			const own = isKeyed ? { externalId: externalIdIn(resource, body) } : {};
			return output(record, { ...knownFrom(reference), ...own });
		}
		if (!onlyIfDifferent) return await update(reference, body, options, found);
		// A row of a list may show less than the record.
		const difference =
			reference.by === 'externalId'
				? differenceOf(execution, reference, body, found)
				: await findDifference(execution, reference, body, options);
		return await updateDifferent(update, difference, reference, body, options);
	};
}

/** What became of a create without an external ID: before it, no record matched. */
async function findUnkeyed(
	execution: RecordContext,
	wanted: Wanted,
	body: IDataObject,
	options: CallOptions,
) {
	const { resource } = execution;
	const found = await settle(findExisting(execution, wanted, body, options));
	if (!found.ok) return { kind: 'unknown', reason: 'A look-up failed as well' } as const;
	const one = resource.label.toLowerCase();
	if (!found.value)
		return { kind: 'absent', reason: `Right afterwards no ${one} matched` } as const;
	const { record } = found.value;
	return (
		differingFrom(resource, body, record, `with this ${wanted.field}`) ??
		asCreated(resource, record)
	);
}
