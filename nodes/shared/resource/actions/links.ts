import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	choiceOf,
	inOptions,
	itemReader,
	keptUnder,
	runTasks,
	type ExecutionContext,
} from '../../execution';
import { badInput, settle, unwrap, type Result } from '../../http';
import type { Field } from '../../schema/types';
import type { Link } from '../definition/fields';
import type { Resource } from '../definition/resource';
import { ifMissing } from '../description/options';
import { findKeyOf, looseKeyOf, named, searchRows, searchTextOf, type SearchSource } from './find';
import type { ExecutionHints } from './hints';
import { showsArchived, shownId } from './identity';
import type { Values } from '../../schema/values';

/**
 * Links by what a person knows: a company’s website, email or name, a contact’s email. Each is searched for once in an
 * execution and a credential, and counts where exactly one record has it.
 */

/** What an item names a record by, where it has no ID of it. */
export interface WantedLink {
	readonly link: Link;
	readonly value: unknown;
}

/** What values name records by that they have no ID of; of several, the most specific. */
export function wantedLinks(
	links: readonly Link[],
	values: Values,
	isEmpty: (value: unknown) => boolean,
): readonly WantedLink[] {
	const wanted = new Map<string, WantedLink>();
	const isGiven = (field?: Field) => field !== undefined && !isEmpty(values[field.name]);
	for (const link of links) {
		const { field, into, instead } = link;
		if (wanted.has(into.name) || isGiven(into) || isGiven(instead) || !isGiven(field)) continue;
		wanted.set(into.name, { link, value: values[field.name] });
	}
	return [...wanted.values()];
}

/** Where records are named. */
interface LinkFacts {
	readonly context: IExecuteFunctions;
	/** The resources that are referred to. */
	readonly related: readonly Resource[];
	readonly hints: ExecutionHints;
}

type Connection = Pick<ExecutionContext, 'service' | 'parallel'>;

/** By kind of record, field and what is searched for: several values may be found by one word. */
const searches = keptUnder('Records that links name', 'service of an execution', search);

/** The records that a search finds, by the form of the value in which they are compared; archived ones are none. */
async function search(source: SearchSource, by: string, values: IDataObject) {
	const rows = await searchRows(source, by, values);
	const found = new Map<string, Array<{ readonly id?: string | number; readonly name: unknown }>>();
	for (const row of rows) {
		if (showsArchived(row)) continue;
		const { name } = row;
		const record = { id: shownId(source.resource.identifiers, row), name };
		const key = looseKeyOf(by, row);
		const others = found.get(key);
		if (others) others.push(record);
		else found.set(key, [record]);
	}
	return found;
}

/** Prepares, once for all items, what the links of an item come to: values by wire name. */
export function linkReader({ context, related, hints }: LinkFacts) {
	const readMissing = itemReader(
		context,
		inOptions({ missing: choiceOf<'reject' | 'leaveEmpty'>(ifMissing) }, 'reading'),
	);
	/** @throws Failure where not exactly one record is found and the item is not to be sent without it */
	return async (
		{ service, parallel }: Connection,
		item: number,
		wanted: readonly WantedLink[],
	): Promise<Values> => {
		const values: Record<string, unknown> = {};
		for (const { link, value } of wanted) {
			const { by, field, into } = link;
			const resource = related.find(({ name }) => name === link.resource)!;
			const given = { [by]: value } as IDataObject;
			const source = { service, resource, options: {}, parallel, hints };
			const key = findKeyOf(resource, by, given);
			const searched = JSON.stringify([resource.name, by, searchTextOf(by, given)]);
			const found = (await searches(service, searched, source, by, given)).get(key) ?? [];
			const [record] = found;
			const ids = found.map(({ id }) => id);
			const answer = into.nameOf ? record?.name : ids[0];
			if (found.length === 1 && answer !== undefined && answer !== null) {
				values[into.name] = into.nameOf ? answer : String(answer);
				continue;
			}
			const who = found.length === 0 ? 'no' : String(found.length);
			const what = `${who} ${(found.length === 0 ? resource.label : resource.plural).toLowerCase()} ${found.length > 1 ? 'have' : 'has'} the ${field.label.split(' ')[1].toLowerCase()} ${JSON.stringify(value)}`;
			if (readMissing(item).missing === 'leaveEmpty') hints.unlinked(item, into.label, what);
			else {
				throw badInput(
					`fields.${into.name}`,
					`${into.label}: ${what}${found.length > 1 ? `: ${named(ids)}` : ''}`,
					`${found.length > 1 ? 'Name it by its ID or external ID' : `Create the ${resource.label.toLowerCase()} first, or correct the value`}, or set ${ifMissing.displayName} to Leave Empty in Reading Values.`,
				);
			}
		}
		return values;
	};
}

/** The links of many items, before their bodies are read; items without one are left out. */
export async function linkAll(
	record: LinkFacts,
	parts: ReadonlyArray<Connection & Pick<ExecutionContext, 'items'>>,
	fields: { linksIn(item: number): readonly WantedLink[] },
): Promise<(item: number) => Values> {
	const read = linkReader(record);
	const linked = new Map<number, Result<Values>>();
	for (const part of parts) {
		await runTasks(part.items, part.parallel, async (item) => {
			const wanted = fields.linksIn(item);
			if (wanted.length > 0) linked.set(item, await settle(read(part, item, wanted)));
		});
	}
	return (item) => {
		const found = linked.get(item);
		return found ? unwrap(found) : {};
	};
}
