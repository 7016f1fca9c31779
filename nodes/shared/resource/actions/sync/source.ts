import type { IDataObject } from 'n8n-workflow';

import { eachInSteps, runInSlices, type ExecutionContext } from '../../../execution';
import { badInput, settleNow, unwrap, type Result } from '../../../http';
import { noRowHas } from '../../../schema/columns/messages';
import { isFilled } from '../../../schema/presence';
import { hasLostCharacters, LOST_CHARACTERS, show } from '../../../schema/limits';
import { formOf } from '../../../schema/differences';
import { sentValues, type Leaf } from '../compare';
import type { Resource, Write } from '../../definition/resource';
import { matchKeyOf } from '../find';
import { externalIdIn, valueAt } from '../identity';
import { fieldsReader, type RecordFacts } from '../input/itemInput';
import { linkAll } from '../links';
import type { CallOptions } from '../requests';
import type { SourceRow } from './plan';
import { clearable, withoutFilled, type FieldRules } from './rules';
import { assignedKeyIn, idKey, type Key } from './target';

type SourceKey = Key & {
	readonly options: CallOptions;
	readonly rules: FieldRules;
	readonly goneBody?: IDataObject;
};

/** The rows of the input, and what they write. */
export type Source = Awaited<ReturnType<typeof readSource>>;

/** Reads all rows; nothing is sent. @throws Failure when the execution is cancelled */
export async function readSource(facts: RecordFacts, key: SourceKey, part: ExecutionContext) {
	const { context, resource } = facts;
	const { rules } = key;
	const signal = context.getExecutionCancelSignal();
	const items = context.getInputData();
	const bodies = await readAll(facts, 'update', part, key);
	// What only a new record has to have is asked for where one is created.
	const isAlike =
		rules.onlyOnCreate.size + rules.clearIfEmpty.size === 0 &&
		resource.fields.every(
			({ required, only, nullable }) =>
				required === undefined && only === undefined && nullable !== 'update',
		);
	const creating = isAlike ? bodies : await readAll(facts, 'create', part, key);
	const itemOf = new Map<string, number>();
	const rows = await runInSlices(
		eachInSteps(items, ({ json }, item) => {
			const row = rowOf(facts, key, item, json, bodies[item], creating[item]);
			if (row.key !== undefined && !row.failure) itemOf.set(row.key, item);
			return row;
		}),
		signal,
	);
	if (rows.every((row) => row.key === undefined && !row.failure)) {
		const columns = new Set(items.flatMap(({ json }) => Object.keys(json)));
		const named = key.isAssigned ? 'Name the column' : 'Map a value to';
		const remedy = `${named} ${key.keyLabel}, or choose another field under Match By. Nothing was sent.`;
		throw badInput('matchBy', noRowHas(key.keyLabel, [...columns]), remedy);
	}
	// An external ID that is not written says whose row it is all the same.
	const { external = '' } = resource.identifiers;
	const hidden = { onlyIfEmpty: new Set(rules.never.has(external) ? [external] : []) };
	const sent = (body: Result<IDataObject>): Result<IDataObject> =>
		body.ok ? { ok: true, value: withoutFilled(resource, hidden, body.value, {}) } : body;
	const gone: Leaf[] = [...sentValues(resource, key.goneBody ?? {})];
	const ignored = new Set([...(key.options.ignored ?? []), ...gone.map(({ name }) => name)]);
	const bodyOf = (item: number) => unwrap(sent(bodies[item]));
	return {
		rows,
		/** Every place that a body has a value for, but of what is not compared. */
		leaves: [
			...(await runInSlices(leavesOf(facts, bodies.map(sent)), signal)).filter(
				({ name }) => !ignored.has(name),
			),
			...gone,
		],
		/** What a row changes of a record that is there; it has been read without a failure. */
		bodyOf,
		/** What the row with this key changes. */
		bodyWith(key: string): IDataObject | undefined {
			const item = itemOf.get(key);
			return item === undefined ? undefined : bodyOf(item);
		},
		/** What the row calls its record, as far as it does; it has been read without a failure. */
		namesOf: (item: number) => ({
			externalId: rows[item].externalId,
			title: partWith(resource, resource.title[0], bodyOf(item))?.[resource.title[0]],
		}),
		/** What a row is created with, or why it cannot be. */
		newBodyOf: (item: number) => sent(creating[item]),
	};
}

async function readAll(
	facts: RecordFacts,
	write: Write,
	part: ExecutionContext,
	{ rules, matchBy: by }: SourceKey,
) {
	const { external } = facts.resource.identifiers;
	const never = [...rules.never].filter((name) => name !== external);
	const omitted = [...never, ...(write === 'update' ? rules.onlyOnCreate : [])];
	const reader = fieldsReader(facts, write, by, omitted);
	const signal = facts.context.getExecutionCancelSignal();
	await runInSlices(reader.observe(), signal);
	const linked = await linkAll(facts, [part], reader);
	const clears = write === 'update' && rules.clearIfEmpty.size > 0;
	const columns = clears ? await runInSlices(columnsOf(facts, reader.given), signal) : undefined;
	const cleared = columns && clearable(facts.resource, rules, columns);
	const read = (item: number) => settleNow(() => reader.read(item, linked(item), cleared));
	return await runInSlices(eachInSteps(part.items, read), signal);
}

function rowOf(
	{ resource }: RecordFacts,
	{ matchBy, keyLabel, isAssigned }: Key,
	item: number,
	json: IDataObject,
	body: Result<IDataObject>,
	creating: Result<IDataObject>,
): SourceRow {
	const assigned = isAssigned ? assignedKeyIn(json, matchBy) : undefined;
	if (!body.ok) return { item, key: assigned, failure: body.failure };
	const isExternal = matchBy === resource.identifiers.external;
	const own = isExternal
		? formOf(matchBy, externalIdIn(resource, body.value) ?? '')
		: matchKeyOf(matchBy, partWith(resource, matchBy, body.value) ?? {});
	const key = (isAssigned ? assigned : own) || undefined;
	if (key === undefined || !hasLostCharacters(key)) {
		const created = creating.ok ? externalIdIn(resource, creating.value) : undefined;
		const externalId = externalIdIn(resource, body.value) ?? created;
		return { item, key, externalId: isExternal ? key : externalId };
	}
	const message = `${keyLabel} is ${show(key)}`;
	return { item, key, failure: badInput('matchBy', message, `� ${LOST_CHARACTERS}.`) };
}

/** The part of a body in which a field stands. */
const partWith = ({ fields }: Resource, name: string, body: IDataObject) =>
	valueAt(body, fields.find((field) => field.name === name)?.nestedIn ?? []) as
		| IDataObject
		| undefined;

/** The fields that a row has a column for, and whether one has a value there. */
function* columnsOf(
	{ context, values: { read } }: RecordFacts,
	given: ReturnType<typeof fieldsReader>['given'],
) {
	const columns = new Map<string, boolean>();
	for (const item of context.getInputData().keys()) {
		yield;
		const values = settleNow(() => given(item));
		for (const [name, value] of Object.entries(values.ok ? values.value : {})) {
			if (value === undefined) continue;
			const isWord = typeof value === 'string' && read.emptyWords.has(value);
			columns.set(name, columns.get(name) === true || (isFilled(value) && !isWord));
		}
	}
	return columns;
}

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
