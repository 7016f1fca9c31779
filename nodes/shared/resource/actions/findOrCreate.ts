import type { IDataObject } from 'n8n-workflow';

import {
	choiceOf,
	inOptions,
	itemReader,
	keptUnder,
	KeyedOrder,
	type ItemWork,
} from '../../execution';
import type { Resource } from '../definition/resource';
import { whenSeveral } from '../description/options';
import { findByParameter, whenFound } from '../description/parameters';
import { differenceOf, findDifference, withDifference } from './compare';
import { findKeyOf, type FindBy } from './find';
import { externalIdIn, knownFrom, shownId } from './identity';
import { findIfThere, type FoundRecord, type RecordSource } from './identityProof';
import {
	callOptionsReader,
	itemBodyReader,
	onlyIfDifferentReader,
	type RecordContext,
} from './input/itemInput';
import { checkOutputChoice, readOutputChoice } from './outputChoice';
import { Records } from './records';
import type { RecordReference } from './requests';

/** The items of all executions of this process that use one service and credential; a task comes to what it created. */
const orderOf = keptUnder(
	'Order of Find or Create',
	'limiter',
	() => new KeyedOrder<RecordReference>(),
);

/**
 * Find or Create: looks a record up, and creates it where there is none. Items that share a value which
 * identifies a record follow one another, also those of other executions of this process.
 */
export function findOrCreateAction(execution: RecordContext): ItemWork {
	const { context, resource, hints, service } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const readSettings = settingsReader(execution);
	const readBody = itemBodyReader(execution, 'create');
	const readComparison = onlyIfDifferentReader(context);
	const order = orderOf(service.account);
	const signal = context.getExecutionCancelSignal();
	const cancelled = new Promise((resolve) => signal?.addEventListener('abort', resolve));
	/** What this run has created: a search may not find it at once. */
	const created = new Map<string, RecordReference>();
	return async (item) => {
		hints.note(checkOutputChoice(context, resource, item));
		const source = { ...execution, options: readCallOptions(item) };
		const settings = { ...readSettings(item), ...readComparison(item), item };
		const body = await readBody(item);
		const keys = keysOf(resource, settings.field, body);
		const { before, leave } = await order.enter(keys, cancelled);
		let [made = before.find(Boolean)] = keys.flatMap((key) => created.get(key) ?? []);
		try {
			const records = new Records(source);
			const found = await (made ? findIfThere(source, made) : records.find(settings, body));
			if (found) return [{ ...(await takeFound(source, found, body, settings)), created: false }];
			const record = await records.create(body, settings, item);
			const id = shownId(resource.identifiers, record);
			if (id !== undefined) made = { by: 'id', value: String(id) };
			return [{ ...record, created: true }];
		} finally {
			if (made) for (const key of keys) created.set(key, made);
			leave(made);
		}
	};
}

/** What the parameters of Find or Create say. */
interface FindSettings extends FindBy {
	/** A record that is found is updated, not left as it is. */
	readonly updates: boolean;
}

/** Prepares the reading of Find By, When Found and When Several Match. */
function settingsReader({ context, resource }: RecordContext): (item: number) => FindSettings {
	const { findBy = [] } = resource;
	const read = itemReader(context, {
		...(findBy.length > 1 && { field: choiceOf<string>(findByParameter, findBy) }),
		found: choiceOf(whenFound, ['leave', 'update']),
		...inOptions({ several: choiceOf(whenSeveral, ['fail', 'oldest']) }),
	});
	return (item) => {
		const { field = findBy[0], found, several } = read(item);
		return { field, updates: found === 'update', takesOldest: several === 'oldest' };
	};
}

/** All that identifies the record of an item: what it is looked for by, and its external ID. @throws Failure */
function keysOf(resource: Resource, field: string, body: IDataObject): string[] {
	const externalId = externalIdIn(resource, body);
	const values = [[field, findKeyOf(resource, field, body)]];
	if (externalId !== undefined) values.push([resource.identifiers.external ?? '', externalId]);
	return [...new Set(values.map((value) => JSON.stringify([resource.name, ...value])))];
}

interface ItemSettings extends FindSettings {
	readonly onlyIfDifferent: boolean;
	readonly item: number;
}

/** What comes of a record that is there: it is left, or updated. */
async function takeFound(
	source: RecordContext & RecordSource,
	found: FoundRecord,
	body: IDataObject,
	{ field, updates, onlyIfDifferent, item }: ItemSettings,
): Promise<IDataObject> {
	const { context, resource } = source;
	const { reference, record } = found;
	const output = readOutputChoice(context, resource, item);
	if (!updates) {
		// What was created in this run is read by ID.
		const isKeyed = field === resource.identifiers.external;
		const own = isKeyed ? { externalId: externalIdIn(resource, body) } : {};
		return output(record, { ...knownFrom(reference), ...own });
	}
	const records = new Records(source);
	if (!onlyIfDifferent) return await records.update(reference, body, found);
	// A row of a list may show less than the record.
	const difference =
		reference.by === 'externalId'
			? differenceOf(source, body, found)
			: await findDifference(source, reference, body);
	const { unchanged, fields } = difference;
	return (
		unchanged ?? withDifference(await records.update(reference, body, difference.found), fields)
	);
}
