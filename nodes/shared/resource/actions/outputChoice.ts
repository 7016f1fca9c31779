import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { choiceOf, itemReader } from '../../execution';
import { identifiedShape, identifyingKeys, type Choosable } from '../definition/outputs';
import { keysOf } from '../definition/resource';
import { labelsOfKeys } from '../description/lists';
import type { Shape } from '../../schema/types';
import { show } from '../../schema/limits';
import type { ExecutionHints } from './hints';
import { withIdentity, type KnownIdentity } from './identity';
import { fieldNamesOf } from './input/entered';

/**
 * Records with many keys come simplified unless a person wants more. But for Raw, which is the record
 * as the service sent it, each has `id` and `external_id`, as far as they are known.
 */
export type OutputChoice = (record: IDataObject, known?: KnownIdentity) => IDataObject;

/** The keys that are wanted of a record: all of the record as it came, all with identifiers, or these. */
type WantedKeys = 'raw' | 'all' | ReadonlySet<string>;

const CHOICES = ['raw', 'selected', 'simplified'];

const OUTPUT = { displayName: 'Output', name: 'output', default: 'simplified' };
const FIELDS = { displayName: 'Fields to Return', name: 'outputFields', default: [] };

function readWantedKeys(
	context: IExecuteFunctions,
	resource: Choosable,
	item: number,
	hints?: TakesNotes,
): WantedKeys {
	const { simplified, label } = resource;
	if (!simplified) return 'all';
	const { choice } = itemReader(context, { choice: choiceOf(OUTPUT, CHOICES) })(item);
	if (choice === 'raw') return 'raw';
	if (choice === 'simplified') return new Set([...identifyingKeys(resource), ...simplified]);
	const labelOf = labelsOfKeys(resource);
	const known = keysOf(resource.record).map((name) => ({ name, label: labelOf(name) }));
	const { names, unknown } = itemReader(context, { fields: fieldNamesOf(FIELDS, known) })(
		item,
	).fields;
	const shown = unknown.map((name) => show(name)).join(', ');
	const one = label.toLowerCase();
	if (shown) hints?.note([`${FIELDS.displayName}: no ${one} is known to have ${shown}.`]);
	return new Set([...identifyingKeys(resource), ...names]);
}

/** Takes what a person should know of the choice, as sentences. */
type TakesNotes = Pick<ExecutionHints, 'note'>;

/** Reads what one item wants of its records, before its request is sent. @throws Failure */
export function readOutputChoice(
	context: IExecuteFunctions,
	resource: Choosable,
	item: number,
	hints?: TakesNotes,
): OutputChoice {
	const { identifiers } = resource;
	const wanted = readWantedKeys(context, resource, item, hints);
	if (wanted === 'raw') return (record) => record;
	return wanted === 'all'
		? (record, known) => withIdentity(identifiers, record, known)
		: (record, known) => withIdentity(identifiers, pick(record, wanted), known);
}

/**
 * The keys that the records of one item have as they come out, and whether they may have further ones.
 *
 * @param shape of the records, as far as it is known
 */
export function readOutputColumns(
	context: IExecuteFunctions,
	resource: Choosable,
	shape: Shape,
	item: number,
) {
	const wanted = readWantedKeys(context, resource, item);
	if (wanted === 'raw') return { known: keysOf(shape), isOpen: true };
	const known = keysOf(identifiedShape(resource.identifiers, shape));
	if (wanted === 'all') return { known, isOpen: true };
	const kept = known.filter((key) => ALWAYS.has(key) || wanted.has(key));
	return { known: [...new Set([...kept, ...wanted])], isOpen: false };
}

/** What `withIdentity` gives each record. */
const ALWAYS = new Set(['id', 'external_id']);

function pick(record: IDataObject, kept: ReadonlySet<string>): IDataObject {
	const picked: IDataObject = {};
	for (const key of Object.keys(record)) if (kept.has(key)) picked[key] = record[key];
	return picked;
}
