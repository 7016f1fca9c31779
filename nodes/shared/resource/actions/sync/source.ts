import type { IDataObject } from 'n8n-workflow';

import { eachInSteps, runInSlices, type ExecutionContext } from '../../../execution';
import { badInput, settleNow, unwrap, type Failure, type Result } from '../../../http';
import { hasLostCharacters, LOST_CHARACTERS, show } from '../../../schema/limits';
import { formOf } from '../../../schema/differences';
import { sentValues, type Leaf } from '../compare';
import type { Write } from '../../definition/resource';
import { matchKeyOf } from '../find';
import { externalIdIn } from '../identity';
import { fieldsReader, type RecordFacts } from '../input/itemInput';
import { linkAll } from '../links';
import type { CallOptions } from '../requests';
import type { SourceRow } from './plan';
import { assignedKeyIn, idKey, type Key } from './target';

type SourceKey = Key & { readonly options: CallOptions };

/** The rows of the input, and what they write. */
export type Source = Awaited<ReturnType<typeof readSource>>;

/** Reads all rows; nothing is sent. @throws Failure when the execution is cancelled */
export async function readSource(facts: RecordFacts, key: SourceKey, part: ExecutionContext) {
	const { context, resource } = facts;
	const signal = context.getExecutionCancelSignal();
	const items = context.getInputData();
	const assigned = key.isAssigned ? key.matchBy : undefined;
	const bodies = await readAll(facts, 'update', part, assigned);
	const itemOf = new Map<string, number>();
	const rows = await runInSlices(
		eachInSteps(items, ({ json }, item) => {
			const row = rowOf(facts, key, item, json, bodies[item]);
			if (row.key !== undefined && !row.failure) itemOf.set(row.key, item);
			return row;
		}),
		signal,
	);
	// What only a new record has to have is asked for where one is created.
	const isAlike = resource.fields.every(
		({ required, only, nullable }) =>
			required === undefined && only === undefined && nullable !== 'update',
	);
	const creating = isAlike ? bodies : await readAll(facts, 'create', part, assigned);
	const bodyOf = (item: number) => unwrap(bodies[item]);
	return {
		rows,
		/** Every place that a body has a value for, but of what is not compared. */
		leaves: (await runInSlices(leavesOf(facts, bodies), signal)).filter(
			({ name }) => !key.options.ignored?.includes(name),
		),
		/** What a row changes of a record that is there; it has been read without a failure. */
		bodyOf,
		/** What the row with this key changes. */
		bodyWith(key: string): IDataObject | undefined {
			const item = itemOf.get(key);
			return item === undefined ? undefined : bodyOf(item);
		},
		/** What a row is created with, or why it cannot be. */
		newBodyOf: (item: number): Result<IDataObject> => creating[item],
	};
}

async function readAll(facts: RecordFacts, write: Write, part: ExecutionContext, id?: string) {
	const reader = fieldsReader(facts, write, id);
	const signal = facts.context.getExecutionCancelSignal();
	await runInSlices(reader.observe(), signal);
	const linked = await linkAll(facts, [part], reader);
	return await runInSlices(
		eachInSteps(part.items, (item) => settleNow(() => reader.read(item, linked(item)))),
		signal,
	);
}

function rowOf(
	{ resource }: RecordFacts,
	{ matchBy, keyLabel, isAssigned }: Key,
	item: number,
	json: IDataObject,
	body: Result<IDataObject>,
): SourceRow {
	const assigned = isAssigned ? assignedKeyIn(json, matchBy) : undefined;
	if (!body.ok) return { item, key: assigned, failure: inItem(body.failure, item) };
	const isExternal = matchBy === resource.identifiers.external;
	const own = isExternal
		? formOf(matchBy, externalIdIn(resource, body.value) ?? '')
		: matchKeyOf(matchBy, body.value);
	const key = (isAssigned ? assigned : own) || undefined;
	if (key === undefined || !hasLostCharacters(key)) {
		return { item, key, externalId: isExternal ? key : externalIdIn(resource, body.value) };
	}
	const message = `${keyLabel} is ${show(key)}`;
	return { item, key, failure: badInput('matchBy', message, `� ${LOST_CHARACTERS}.`) };
}

const inItem = (failure: Failure, item: number) =>
	failure.with({ message: `Item ${item}: ${failure.message}` });

function* leavesOf({ resource }: RecordFacts, bodies: ReadonlyArray<Result<IDataObject>>) {
	const leaves = new Map<string, Leaf>();
	for (const body of bodies) {
		yield;
		if (!body.ok) continue;
		for (const { name, around, field } of sentValues(resource, body.value)) {
			if (!leaves.has(name)) leaves.set(name, { name, around, field });
		}
	}
	return [...leaves.values()];
}

/** A text in the form in which keys are compared. */
export const keyForm = ({ matchBy, isAssigned }: Key, text: string): string =>
	isAssigned ? idKey(text) : formOf(matchBy, text);
