import type { IExecuteFunctions, INodeExecutionData, IDataObject } from 'n8n-workflow';

import {
	failAll,
	isCallOfModel,
	KeyedOrder,
	openContext,
	readValueOptions,
	rememberItems,
	runInSlices,
	runForModel,
	runItems,
	type ItemWork,
	booleanOf,
	choiceOf,
	inOptions,
	itemReader,
} from '../../execution';
import { badInput, Failure, settle, unwrap, type Result } from '../../http';
import { lookedUp, namedFields, type RecordOperation, type Resource } from '../definition/resource';
import { runBulkWrite } from './bulk/createMany';
import { cancellationOf, creationsOf, identitiesOf } from './creations';
import { findDifference, withDifference, differenceOf } from './compare';
import { doneIn } from './envelope';
import { ExecutionHints } from './hints';
import {
	explained,
	knownFrom,
	referenceIn,
	externalIdIn,
	shownId,
	showsArchived,
} from './identity';
import {
	callOptionsReader,
	fieldsReader,
	checkWritable,
	itemBodyReader,
	onlyIfDifferentReader,
	readRecordId,
	type RecordContext,
} from './input/itemInput';
import { getChangesAction } from './lists/getChanges';
import { getManyAction } from './lists/getMany';
import { readOutputChoice } from './outputChoice';
import { readExtra } from './readResponse';
import { Records } from './records';
import { runSync } from './sync/run';
import type { RecordReference } from './requests';
import { failWhenNotFound, whenArchived, whenSeveral } from '../description/options';
import { findByParameter, whenFound } from '../description/parameters';
import { findKeyOf, labelOf, matchKeyOf, recordFinder } from './find';
import type { FoundRecord, RecordSource } from './identityProof';

/**
 * Runs the chosen operation of a record resource over all input items.
 *
 * @param related the resources that fields of this one refer to
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runOperation(
	context: IExecuteFunctions,
	resource: Resource,
	related: readonly Resource[] = [],
): Promise<INodeExecutionData[][]> {
	if (isCallOfModel(context)) {
		return await runForModel(context, async (tool) => await runOperation(tool, resource, related));
	}
	const operation = context.getNodeParameter('operation', 0) as string;
	const hints = new ExecutionHints(resource);
	const { bulk } = resource;
	let output: INodeExecutionData[];
	try {
		const values = await readValueOptions(context, namedFields(resource));
		const record = { context, resource, related, hints, values, bodyReaders: new Map() };
		const opened = await openContext(context);
		output =
			bulk?.operation === operation
				? await runBulkWrite(opened, record, bulk)
				: operation === 'sync'
					? await runSync(opened, record)
					: await runItems(opened, (execution) => prepare({ ...execution, ...record }, operation));
	} catch (error) {
		output = failAll(context, error);
	}
	hints.publish(context);
	return [output];
}

/**
 * Prepares an operation once for all items of an execution. For each item it reads the parameters,
 * sends the request and checks the response.
 */
function prepare(execution: RecordContext, operation: string): ItemWork {
	const { context, resource, service } = execution;
	const extra = resource.extraReads?.find((read) => read.operation === operation);
	if (extra) {
		const readCallOptions = callOptionsReader(context, resource);
		return async (item) => await readExtra(service, extra, readCallOptions(item));
	}
	if (Object.hasOwn(ACTIONS, operation))
		return ACTIONS[operation as keyof typeof ACTIONS](execution);
	throw badInput(
		'operation',
		`${resource.label} has no operation ${JSON.stringify(operation)}`,
		`Use one of ${resource.operations.join(', ')}.`,
	);
}

/** The operations that are done item by item. */
const ACTIONS: Readonly<
	Record<Exclude<RecordOperation, 'sync'>, (execution: RecordContext) => ItemWork>
> = {
	create: (execution) => createAction(execution, 'create'),
	upsert: (execution) => createAction(execution, 'upsert'),
	get: getAction,
	getAll: getManyAction,
	find: findAction,
	findOrCreate: findOrCreateAction,
	getChanges: getChangesAction,
	update: updateAction,
	delete: deleteAction,
};

/** Where a write goes. */
type WriteTarget = RecordContext & RecordSource;

/**
 * Prepares the writes of items, each to one record. Objects that are read-only refuse them.
 *
 * @param read reads and checks the write of an item; those with the same key follow one another
 */
function writeAction(
	execution: RecordContext,
	read: (
		source: WriteTarget,
		item: number,
	) => Promise<{ readonly key?: string; readonly send: () => Promise<IDataObject> }>,
): ItemWork {
	const { context, resource } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const order = new KeyedOrder();
	return async (item) => {
		const options = readCallOptions(item);
		checkWritable(resource, options);
		const { key, send } = await read({ ...execution, options }, item);
		const leave = await order.enter(key);
		try {
			return [await send()];
		} finally {
			leave();
		}
	};
}

function createAction(execution: RecordContext, operation: 'create' | 'upsert'): ItemWork {
	const { context, resource } = execution;
	const readBody = itemBodyReader(execution, operation);
	const readComparison = onlyIfDifferentReader(context);
	return writeAction(execution, async (source, item) => {
		const body = await readBody(item);
		const isCompared = operation === 'upsert' && readComparison(item).onlyIfDifferent;
		const reference = referenceIn(resource, body);
		const records = new Records(source);
		const create = records.create.bind(records, body, undefined, item);
		const createDifferent = async (known: RecordReference) => {
			const { unchanged, fields } = await findDifference(source, known, body, true);
			return unchanged ?? withDifference(await create(), fields);
		};
		const send = isCompared && reference ? () => createDifferent(reference) : create;
		return { key: reference?.value, send };
	});
}

function updateAction(execution: RecordContext): ItemWork {
	const { context, resource } = execution;
	const readBody = itemBodyReader(execution, 'update');
	const readComparison = onlyIfDifferentReader(context);
	return writeAction(execution, async (source, item) => {
		const reference = readRecordId(context, resource.label, item);
		const body = await readBody(item, keyFrom(resource, reference));
		const { onlyIfDifferent } = readComparison(item);
		return { key: reference.value, send: () => update(source, reference, body, onlyIfDifferent) };
	});
}

/** Changes a record; where only a difference is to be written, the record is compared first. */
async function update(
	source: WriteTarget,
	reference: RecordReference,
	body: IDataObject,
	onlyIfDifferent: boolean,
	found?: FoundRecord,
): Promise<IDataObject> {
	const records = new Records(source);
	if (!onlyIfDifferent) return await records.update(reference, body, found);
	// A row of a list may show less than the record.
	const difference =
		found && reference.by === 'externalId'
			? differenceOf(source, body, found)
			: await explained(source.resource, reference, findDifference(source, reference, body));
	const { unchanged, fields } = difference;
	return (
		unchanged ?? withDifference(await records.update(reference, body, difference.found), fields)
	);
}

/** The external ID for a body that has to carry it, as a person named the record by it. */
function keyFrom({ fields, identifiers }: Resource, { by, value }: RecordReference) {
	const key = fields.find(({ name }) => name === identifiers.external);
	return by === 'externalId' && key?.required ? { [key.name]: value } : undefined;
}

function deleteAction(execution: RecordContext): ItemWork {
	const { context, resource } = execution;
	return writeAction(execution, async (source, item) => {
		const reference = readRecordId(context, resource.label, item);
		return { key: reference.value, send: () => new Records(source).archive(reference, item) };
	});
}

function getAction(execution: RecordContext): ItemWork {
	const { context, resource, hints } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		const output = readOutputChoice(context, resource, item, hints);
		const source = { ...execution, options: readCallOptions(item) };
		const reference = readRecordId(context, resource.label, item);
		return [output(await new Records(source).get(reference), knownFrom(reference))];
	};
}

/**
 * Find: one item for each input, the record with `found: true`, or `found: false`; one that is archived counts as not found.
 * Nothing is written.
 */
function findAction(execution: RecordContext): ItemWork {
	const { context, resource, hints } = execution;
	// What other columns hold is of no matter.
	const unheard = new ExecutionHints(resource);
	const facts = { ...execution, resource: lookedUp(resource), hints: unheard };
	const reader = fieldsReader(facts, 'create', chosenBy(execution));
	const readCallOptions = callOptionsReader(context, resource);
	const readSettings = settingsReader(execution);
	const lookUps = rememberItems((item) => {
		const settings = readSettings(item);
		const body = reader.read(item);
		const key = findKeyOf(resource, settings.field, body);
		return { ...settings, options: readCallOptions(item), body, key };
	});
	const find = recordFinder(execution, lookUps);
	let observed: Promise<Result<void>> | undefined;
	return async (item) => {
		const output = readOutputChoice(context, resource, item, hints);
		const signal = context.getExecutionCancelSignal();
		unwrap(await (observed ??= settle(runInSlices(reader.observe(), signal))));
		const { field, key, fails } = lookUps.read(item);
		const found = await find(item);
		const isArchived = found !== undefined && showsArchived(found.record);
		if (found && !isArchived)
			return [{ ...output(found.record, knownFrom(found.reference)), found: true }];
		if (fails) throw notFound(resource, field, key, isArchived);
		return [{ found: false, ...(isArchived && { archived_found: true }) }];
	};
}

function notFound(resource: Resource, field: string, key: string, isArchived: boolean): Failure {
	const label = labelOf(resource, field);
	const which = `${isArchived ? 'Only an archived' : 'No'} ${resource.label.toLowerCase()}`;
	return new Failure({
		kind: 'notFound',
		parameter: `fields.${field}`,
		message: `${which} has the ${label} ${JSON.stringify(key)}`,
		remedy: `Correct the ${label}, or turn ${failWhenNotFound.displayName} off, to get an item with found: false.`,
	});
}

/**
 * Find or Create: looks a record up, and creates it where there is none, or only an archived one. Items that share a value
 * which identifies a record follow one another, also those of other executions of this process, and what it created
 * lately is asked first.
 */
function findOrCreateAction(execution: RecordContext): ItemWork {
	const { context, resource, hints } = execution;
	const { identifiers } = resource;
	const readCallOptions = callOptionsReader(context, resource);
	const readSettings = settingsReader(execution);
	const readBody = itemBodyReader(execution, 'create', chosenBy(execution));
	const readComparison = onlyIfDifferentReader(context);
	const stopped = cancellationOf(context);
	return async (item) => {
		const output = readOutputChoice(context, resource, item, hints);
		const source = { ...execution, options: readCallOptions(item) };
		const settings = readSettings(item);
		const { onlyIfDifferent } = readComparison(item);
		const body = await readBody(item);
		const key = findKeyOf(resource, settings.field, body);
		const identities = identitiesOf(resource, settings.field, key, externalIdIn(resource, body));
		// Sync knows a name as it is written.
		const exact = matchKeyOf(settings.field, body);
		if (settings.field === 'name' && exact !== key) identities.push([settings.field, exact]);
		const creations = creationsOf(source);
		const leave = await creations.enter(identities, stopped);
		try {
			const records = new Records(source);
			const found =
				(await creations.find(source, identities)) ?? (await records.find(settings, body));
			const isArchived = found !== undefined && showsArchived(found.record);
			if (found && !isArchived) {
				const { reference, record } = found;
				const externalId =
					settings.field === identifiers.external ? externalIdIn(resource, body) : undefined;
				const taken = settings.updates
					? await update(source, reference, body, onlyIfDifferent, found)
					: // What was created lately is read by ID.
						output(record, { ...knownFrom(reference), ...(externalId && { externalId }) });
				return [{ ...taken, created: false }];
			}
			if (found && settings.archived === 'fail') throw onlyArchived(resource, found);
			const record = await records.create(body, settings, item);
			const id = shownId(identifiers, record);
			creations.note(identities, id);
			// The service may have upserted into it.
			const isSame = isArchived && String(id) === String(shownId(identifiers, found.record));
			const created = doneIn(record) !== 'updated' && !isSame;
			return [{ ...record, created, ...(isArchived && { archived_found: true }) }];
		} finally {
			leave();
		}
	};
}

const onlyArchived = ({ label, identifiers }: Resource, { record }: FoundRecord) =>
	badInput(
		`options.${whenArchived.name}`,
		`Only an archived ${label.toLowerCase()} is found: ${shownId(identifiers, record)}`,
		`Restore it in the service, or set ${whenArchived.displayName} to Create.`,
	);

/** Find By, where it is the same for all items. */
function chosenBy({ context, resource: { findBy = [] } }: RecordContext): string {
	const { name } = findByParameter;
	return context.getNodeParameter(name, 0, findBy[0], { rawExpressions: true }) as string;
}

/** Prepares the reading of Find By, and of what is done with what is found. */
function settingsReader({ context, resource }: RecordContext) {
	const { findBy = [] } = resource;
	const read = itemReader(context, {
		...(findBy.length > 1 && { field: choiceOf<string>(findByParameter, findBy) }),
		found: choiceOf(whenFound, ['leave', 'update']),
		...inOptions({
			several: choiceOf(whenSeveral, ['fail', 'oldest']),
			archived: choiceOf(whenArchived, ['create', 'fail']),
			fails: booleanOf(failWhenNotFound),
		}),
	});
	/** `updates`: a record that is found is not left as it is. */
	return (item: number) => {
		const { field = findBy[0], found, several, ...others } = read(item);
		return { field, updates: found === 'update', takesOldest: several === 'oldest', ...others };
	};
}
