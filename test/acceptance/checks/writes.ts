import assert from 'node:assert/strict';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { isNullable, type Write } from '../../../nodes/shared/resource/definition/resource';
import { columnsFilledFrom } from '../../../testing/columns';
import { byId, fromItem } from '../../../testing/parameters';
import { sampleValues, type Values } from '../../../testing/samples';
import { snakeCase } from '../../../sandbox/names';
import { checks } from '../check';
import { Skipped } from '../need';
import type { Subject, Written } from '../subject';
import { eventsAfter } from './reads';

/** Whether what is written here can be taken away again. */
function needsToBeArchivable({ resource, workspace }: Subject) {
	if (resource.operations.includes('delete') || workspace.isDisposable) return;
	throw new Skipped('what is written could not be archived');
}

/** Values for every field of a write that needs no record that this run has not written. */
function sample({ resource, workspace }: Subject, write: Write, n: number): Values {
	const { external } = resource.identifiers;
	const values = sampleValues(resource, write, n, ({ resource: other, by }) => {
		const [known] = workspace.written.get(other) ?? [];
		return (by === 'id' ? known?.id : known?.externalId) ?? null;
	});
	for (const name of ['name', 'title', 'label']) {
		if (typeof values[name] === 'string') values[name] = `${workspace.prefix}${values[name]}`;
	}
	return external ? { ...values, [external]: `${workspace.prefix}${resource.name}-${n}` } : values;
}

async function parametersFor(subject: Subject, operation: string, names: string[]) {
	const columns = operation === 'update' ? 'update' : 'create';
	return await columnsFilledFrom('values', subject.n8n, subject.resource, columns, names);
}

/** Writes one record and returns its item. */
async function write(
	subject: Subject,
	operation: 'create' | 'upsert' | 'findOrCreate' | 'update' | 'createMany',
	values: Values,
	parameters: INodeParameters = {},
): Promise<IDataObject> {
	const columns = await parametersFor(subject, operation, Object.keys(values));
	const all = { ...columns, ...parameters };
	const { items } = await subject.run(operation, all, { items: [{ values }] });
	assert.equal(items.length, 1);
	return items[0].json;
}

/** Writes a record that is new, and remembers it. */
async function writeNew(subject: Subject, n: number): Promise<Written> {
	needsToBeArchivable(subject);
	const values = sample(subject, subject.creates, n);
	const json = await write(subject, subject.creates, values);
	const { external } = subject.resource.identifiers;
	const written = { id: String(json.id), externalId: external && String(values[external]), values };
	subject.written.push(written);
	subject.forget();
	return written;
}

const read = async (subject: Subject, id: string) =>
	(await subject.run('get', byId(id))).items[0].json;

/** Fields of simple kinds that a record shows, and those whose value is another one than was sent. */
function compared({ resource, workspace }: Subject, values: Values, record: IDataObject) {
	const shown: string[] = [];
	const different: string[] = [];
	if (workspace.showsFixedValues) return { shown, different };
	for (const { name, type, nestedIn, refersTo, isId } of resource.fields) {
		if (refersTo || isId) continue;
		const key = [name, snakeCase(name)].find((each) => record[each] != null);
		if (!(name in values) || nestedIn || key === undefined || !SIMPLE.has(type)) continue;
		shown.push(name);
		if (textOf(type, values[name]) !== textOf(type, record[key])) different.push(name);
	}
	return { shown, different };
}

const SIMPLE = new Set<string>(['text', 'number', 'integer', 'boolean', 'date', 'dateTime']);

function textOf(type: string, value: unknown): string {
	if (type === 'number' || type === 'integer') return String(Number(value));
	if (type === 'date') return String(value).slice(0, 10);
	return type === 'dateTime' ? String(Date.parse(String(value))) : String(value);
}

/** A field of simple text that can be changed without a meaning, and cleared. */
function plainField({ resource }: Subject, values: Readonly<Values>) {
	return resource.fields.find(
		(field) =>
			field.type === 'text' &&
			field.name in values &&
			!field.refersTo &&
			!field.isId &&
			!field.required &&
			!field.nestedIn &&
			!field.knownValues &&
			field.name !== resource.identifiers.external &&
			field.only === undefined &&
			/name|title|note|description|address|floor|zone/i.test(field.name),
	);
}

/** What an update has to carry beside the change. */
function requiredOf({ resource }: Subject, values: Readonly<Values>): Values {
	const names = resource.fields.filter(
		({ required, name }) => required === true || name === resource.identifiers.external,
	);
	return Object.fromEntries(
		names.flatMap(({ name }) => (name in values ? [[name, values[name]]] : [])),
	);
}

/** Before the reads, so that there is something to read. */
export const creating = checks('write', [
	{
		id: 'CREATE',
		title: 'what is created is read back with the same values',
		async run(subject, facts) {
			subject.needs(subject.creates);
			const { path } = subject.resource;
			const { id, values } = await writeNew(subject, 1);
			facts.call('POST', path);
			const { shown, different } = compared(subject, values, await read(subject, id));
			assert.deepEqual(different, [], 'another value than was sent');
			for (const name of shown) facts.proven(`POST ${path} takes ${name}`, 'observed');
			return `${Object.keys(values).length} fields sent, ${shown.length} shown and equal`;
		},
	},
	{
		id: 'MANY',
		title: 'many records are created in one call',
		operation: 'createMany',
		async run(subject, facts) {
			const { bulk, fields, identifiers } = subject.resource;
			const inElement = fields
				.filter(({ nestedIn }) => nestedIn?.[0] === bulk?.element)
				.map(({ name }) => name);
			const items = [2, 3].map((n) => {
				const values = sample(subject, 'create', n);
				const kept = Object.entries(values).filter(([name]) => inElement.includes(name));
				return { values: Object.fromEntries(kept) };
			});
			const columns = await parametersFor(subject, 'create', Object.keys(items[0].values));
			const run = await subject.run('createMany', columns, { items });
			assert.equal(run.items.length, items.length);
			for (const [index, { json }] of run.items.entries()) {
				const { values } = items[index];
				const externalId = String(values[identifiers.external as string]);
				subject.written.push({ id: String(json.id), externalId, values });
			}
			subject.forget();
			facts.call('POST', bulk?.path as string);
			return `${run.items.length} records`;
		},
	},
]);
export const changing = checks('write', [
	{
		id: 'UPSERT',
		title: 'a second write with the same external ID changes the same record',
		operation: 'upsert',
		async run(subject, facts) {
			const { known } = subject;
			const json = await write(subject, 'upsert', { ...known.values });
			const again = await read(subject, String(json.id));
			assert.equal(String(again.id), String((await read(subject, known.id)).id));
			facts.proven(`POST ${subject.resource.path} with a known external ID updates`, 'specified');
			return 'the same record';
		},
	},
	{
		id: 'FIND',
		title: 'Find or Create finds what is there, and does not create it again',
		operation: 'findOrCreate',
		async run(subject) {
			const { known } = subject;
			const findBy = subject.resource.identifiers.external as string;
			const json = await write(subject, 'findOrCreate', { ...known.values }, { findBy });
			assert.equal(json.created, false);
			return 'found';
		},
	},
	{
		id: 'UPDATE',
		title: 'an update changes what it sends and leaves everything else',
		operation: 'update',
		async run(subject, facts) {
			const { known } = subject;
			const field = plainField(subject, known.values);
			if (!field) throw new Skipped('has no text that could be changed without a meaning');
			const before = await read(subject, known.id);
			const own = requiredOf(subject, known.values);
			const values = { ...own, [field.name]: `${known.values[field.name] as string} changed` };
			await write(subject, 'update', values, byId(known.id));
			facts.call('PUT', `${subject.resource.path}/{}`);
			subject.forget();
			const after = await read(subject, known.id);
			const { different } = compared(subject, values, after);
			assert.deepEqual(different, [], 'was not changed');
			const lost = Object.keys(before).filter(
				(key) => before[key] != null && after[key] == null && key !== field.name,
			);
			const fact = 'PUT leaves what it does not carry as it is';
			facts.decided(fact, 'assumed', lost.length > 0 && `${lost.join(', ')} went`);
			assert.deepEqual(lost, [], 'went with the update');
			const onlyIfDifferent = { ...byId(known.id), options: { onlyIfDifferent: true } };
			const again = await write(subject, 'update', values, onlyIfDifferent);
			return `${field.name}; a second time ${again.changed === false ? 'nothing is written' : `${JSON.stringify(again.changed_fields)} count as different`}`;
		},
	},
	{
		id: 'CLEAR',
		title: 'a field that is cleared is empty afterwards',
		operation: 'update',
		async run(subject, facts) {
			const { known } = subject;
			const field = plainField(subject, known.values);
			if (!field || !isNullable(field, 'update'))
				throw new Skipped('has no text that can be cleared');
			const values = requiredOf(subject, known.values);
			const cleared = { ...byId(known.id), fieldsToClear: [field.name] };
			const json = await write(subject, 'update', values, cleared);
			const after = await read(subject, String(json.id ?? known.id));
			const left = after[field.name] ?? after[snakeCase(field.name)];
			const fact = 'null clears a field';
			const isLeft = left != null && left !== '';
			facts.decided(fact, 'assumed', isLeft && `${field.name} stayed`);
			assert.ok(!isLeft, `${field.name} is still ${JSON.stringify(left)}`);
			subject.forget();
			return field.name;
		},
	},
	{
		id: 'LATER',
		title: 'Get Changes tells of a record that was written after the cursor',
		operation: 'getChanges',
		async run(subject) {
			const own = { returnAll: true, ...subject.own };
			const first = await subject.run('getChanges', own);
			const cursor = String(first.items.at(-1)?.json.cursor ?? '');
			await writeNew(subject, 4);
			const next = await subject.run('getChanges', { ...own, cursor });
			const told = eventsAfter(next.items, first.items);
			assert.equal(told.length, 1, `it tells of ${told.length} records`);
			return 'this record, and no other';
		},
	},
]);
/** Last of what changes nothing. */
export const refusing = checks('read', [
	{
		id: 'REFUSED',
		title: 'a value that is wrong for its field is refused before anything is sent',
		async run(subject) {
			const field = subject.resource.fields.find(({ type }) =>
				['date', 'dateTime', 'number', 'integer'].includes(type),
			);
			const operation = subject.creates;
			if (!field || field.nestedIn) throw new Skipped('has no number and no date');
			const values = { ...sample(subject, operation, 9), [field.name]: 'no such value' };
			// Nobody listens there: a request would fail with another text.
			const run = await subject.try(
				operation,
				{ ...fromItem },
				{ items: [values], service: { url: 'http://127.0.0.1:9', token: 'none' } },
			);
			assert.equal(run.status, 'error');
			assert.ok(run.errorText.includes(field.label), run.errorText);
			return run.errorText.slice(0, 120);
		},
	},
]);
/** When nothing refers to the records any more. */
export const archiving = checks('write', [
	{
		id: 'ARCHIVE',
		title: 'what is deleted is archived: it leaves the list, and Get says so',
		operation: 'delete',
		async run(subject, facts) {
			if (subject.written.length === 0) throw new Skipped('no record was written');
			const gone = subject.written.splice(0);
			const shownIds: string[] = [];
			for (const { id } of gone) shownIds.push(String((await read(subject, id)).id));
			const { items } = await subject.run('delete', byId('={{ $json.id }}'), {
				items: gone.map(({ id }) => ({ id })),
			});
			for (const { json } of items) assert.equal(json.deleted, true);
			facts.call('DELETE', `${subject.resource.path}/{}`);
			subject.forget();
			const listed = (await subject.readAll()).map(({ id }) => String(id));
			const left = gone.filter(({ id }) => listed.includes(id));
			assert.deepEqual(left, [], 'is still listed');
			if (!subject.resource.operations.includes('get')) return `${gone.length} archived`;
			const run = await subject.try('get', byId(gone[0].id));
			const said = run.status === 'error' ? run.errorText : 'is still read by its ID';
			return `${gone.length} archived; Get: ${said.slice(0, 100)}`;
		},
	},
]);
