import type { IDataObject } from 'n8n-workflow';

import { eachInSteps, runInSlices, type RememberedItems } from '../../execution';
import { badInput, MAX_PAGE_SIZE, settle, settleNow } from '../../http';
import { externalIdKeys } from '../definition/resource';
import { chooseRecord, searchRecord, shownKeyOf, type FindBy, type SearchSource } from './find';
import { findIfThere, type FoundRecord } from './identityProof';
import type { RecordContext } from './input/itemInput';
import { readList, type RowSink } from './lists/list';
import type { CallOptions } from './requests';

/** Look-ups of many items: one by one, or by one reading of the list in place of all. */

/** What an item looks for. */
interface LookUp extends FindBy {
	readonly options: CallOptions;
	readonly body: IDataObject;
	/** The value in the form in which it is compared. */
	readonly key: string;
}

/** Look-ups that one reading of a list can answer. */
interface Group {
	/** Of each of them. */
	readonly keys: string[];
	/** The rows by key, where the list was read for all. */
	rows?: Promise<ReadonlyMap<string, IDataObject[]> | undefined>;
}

/** Fewer look-ups are not worth the question how long the list is. */
const MIN_SHARED = 10;

/**
 * Prepares the look-ups of an execution. Where it takes fewer requests, the list is read once for all items.
 *
 * @param lookUps what each item looks for
 * @returns finds the record of an item, as `searchRecord` does. @throws Failure
 */
export function recordFinder(execution: RecordContext, lookUps: RememberedItems<LookUp>) {
	const { context, resource, items } = execution;
	const groups = new Map<string, Group>();
	const groupOf = ({ options, field }: LookUp): Group => {
		const name = JSON.stringify([options, field]);
		const group = groups.get(name) ?? { keys: [] };
		groups.set(name, group);
		return group;
	};
	const count = (item: number) => {
		const lookUp = settleNow(() => lookUps.read(item));
		if (lookUp.ok) groupOf(lookUp.value).keys.push(lookUp.value.key);
	};
	let counted: Promise<unknown> | undefined;
	return async (item: number): Promise<FoundRecord | undefined> => {
		await (counted ??= runInSlices(eachInSteps(items, count), context.getExecutionCancelSignal()));
		const lookUp = lookUps.take(item);
		const { options, field, body, key } = lookUp;
		const source = { ...execution, options };
		const group = groupOf(lookUp);
		const rows = await (group.rows ??= readForAll(source, field, group.keys));
		if (rows) return chooseRecord(resource, lookUp, body, rows.get(key) ?? []);
		return field === resource.identifiers.external
			? await findIfThere(source, { by: 'externalId', value: key })
			: await searchRecord(source, lookUp, body);
	};
}

/**
 * Reads the list once in place of a look-up for each key, where its pages are fewer.
 *
 * @returns the rows by key; undefined where that would not be cheaper, and where the list is not proven complete, or does not
 * show what is compared: each is looked up by itself then
 */
async function readForAll(source: SearchSource, field: string, keys: readonly string[]) {
	const { service, resource, options, parallel, hints } = source;
	const { fields, identifiers, list } = resource;
	if (keys.length < MIN_SHARED || !list.paging) return undefined;
	const wanted = { service, resource, options, parallel, note: hints.note };
	const first = await settle(readList({ ...wanted, limit: 1 }));
	if (!first.ok) return undefined;
	const {
		rows: [sample = {}],
		matching = Infinity,
	} = first.value;
	const names = field === identifiers.external ? externalIdKeys(identifiers) : [field];
	// Pages overlap by a row.
	const isCheaper = 1 + Math.ceil(matching / (MAX_PAGE_SIZE - 1)) < keys.length;
	if (!isCheaper || !names.some((name) => name in sample)) return undefined;
	const hasTwoNames = field === 'name' && fields.some(({ name }) => name === 'last_name');
	const found = new Map(keys.map((key): [string, IDataObject[]] => [key, []]));
	let pages = 0;
	const sink: RowSink = {
		async take(rows) {
			pages += 1;
			const isPartial = hasTwoNames && rows.some((row) => !('last_name' in row));
			// The service may send smaller pages than were asked for.
			if (pages > keys.length || isPartial) throw badInput('findBy', 'It is of no use', '');
			for (const row of rows) found.get(shownKeyOf(resource, field, row))?.push(row);
		},
		async restart() {
			for (const rows of found.values()) rows.length = 0;
		},
	};
	const all = await settle(readList(wanted, sink));
	return all.ok && all.value.doubt === undefined ? found : undefined;
}
