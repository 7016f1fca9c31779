import assert from 'node:assert/strict';

import Ajv from 'ajv';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nodeTypeOf } from '../../../testing/columns';
import { servedSchema } from '../../../testing/outputSchema';
import { byId } from '../../../testing/parameters';
import { behaviourOf } from '../behaviour';
import { checks } from '../check';
import { rowsOf } from '../facts';
import { Skipped } from '../need';
import type { Subject } from '../subject';

const ids = (records: readonly IDataObject[]) => records.map(({ id }) => String(id));

/** How many records are read one by one. */
const SAMPLE = 3;
const PARALLEL_READS = 20;

/** What a later run tells beside the events of an earlier one. */
export function eventsAfter(
	later: readonly INodeExecutionData[],
	earlier: readonly INodeExecutionData[],
): IDataObject[] {
	const known = new Set(earlier.map(({ json }) => json.event_id));
	return later.map(({ json }) => json).filter(({ event_id: event }) => !known.has(event));
}

const hasUpdatedAfter = ({ resource: { record, listRecord = record } }: Subject) =>
	'updated_at' in listRecord || 'updated_at!' in listRecord;

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Its text is printed for every object. */
export const SERVICE = 'SERVICE';

/** In the order in which they run. */
export const reads = checks('read', [
	{
		id: 'FORM',
		title: 'the service lists in the form, and with the values, of the contract',
		async run(subject, facts) {
			const { path, listPath = path, list } = subject.resource;
			const { status, body } = await subject.ask(listPath, list.paging ? { limit: 50 } : {});
			assert.equal(status, 200, 'HTTP status of the list');
			facts.call('GET', listPath);
			facts.form(listPath, body);
			const rows = rowsOf(body);
			assert.ok(rows, 'the response holds no list');
			facts.records(subject.object, rows);
			const wrong = facts.found.filter(({ verdict }) => verdict === 'disproved');
			return wrong.length === 0
				? `${rows.length} rows, ${facts.found.length} facts`
				: `${rows.length} rows; ${wrong.map(({ fact, why }) => `not so: ${fact}: ${why}`).join('; ')}`;
		},
	},
	{
		id: SERVICE,
		title: 'what the service does where the contract is silent is found out',
		async run(subject) {
			return (await behaviourOf(subject)).join('; ');
		},
	},
	{
		id: 'SHOWN',
		title: 'the values of the output are of the kinds that the editor shows before a run',
		async run(subject, facts) {
			const { name } = subject.resource;
			const schema = servedSchema(subject.n8n.pkg, nodeTypeOf({ name }), name, 'getAll') as
				| { properties: object; required?: string[] }
				| undefined;
			assert.ok(schema, 'the package has no schema for it');
			const records = await subject.records();
			const { required = [], ...kinds } = schema;
			const validate = new Ajv({ strict: false, allowUnionTypes: true, allErrors: true }).compile(
				kinds,
			);
			const wrong = new Map<string, string>();
			for (const record of records) {
				validate(record);
				for (const { instancePath, message = '' } of validate.errors ?? []) {
					wrong.set(instancePath.split('/')[1], message);
				}
			}
			for (const [key, message] of wrong) facts.shown(subject.object, key, message);
			const keys = new Set(records.flatMap((record) => Object.keys(record)));
			const missing = required.filter((key) => !keys.has(key));
			const more = [...keys].filter((key) => !(key in schema.properties));
			return [
				`${records.length} records`,
				...(wrong.size > 0 ? [`of another kind: ${[...wrong.keys()].join(', ')}`] : []),
				...(missing.length > 0 ? [`never sent: ${missing.join(', ')}`] : []),
				...(more.length > 0 ? [`not shown: ${more.join(', ')}`] : []),
			].join('; ');
		},
	},
	{
		id: 'LIST',
		title: 'Return All gives every record once',
		async run(subject) {
			const records = await subject.records();
			assert.equal(new Set(ids(records)).size, records.length, 'records came twice');
			// Some lists show another ID of a record than the response to its creation; Get shows the same one.
			for (const { id } of subject.written) {
				const { items } = await subject.run('get', byId(id));
				const shown = [id, String(items[0].json.id)];
				const isListed = ids(records).some((each) => shown.includes(each));
				assert.ok(isListed, `the new ${id} is missing`);
			}
			return `${records.length} records`;
		},
	},
	{
		id: 'AGREE',
		title: 'two complete reads give the same records in the same order',
		async run(subject) {
			const first = ids(await subject.records());
			const second = ids(await subject.readAll());
			assert.deepEqual(second, first, 'the reads differ; did somebody write meanwhile?');
			return `${second.length} records`;
		},
	},
	{
		id: 'LIMIT',
		title: 'a limit gives the first records of the complete list',
		async run(subject) {
			const all = ids(await subject.records());
			for (const count of [1, Math.min(all.length, 2)]) {
				const { items } = await subject.run('getAll', { limit: count, ...subject.own });
				assert.deepEqual(ids(items.map(({ json }) => json)), all.slice(0, count));
			}
			return 'the first, and the first two';
		},
	},
	{
		id: 'GET',
		title: 'a record of the list is read by its ID, and by its external ID',
		operation: 'get',
		async run(subject, facts) {
			const { path, identifiers } = subject.resource;
			const records = (await subject.records()).slice(-SAMPLE);
			const { items } = await subject.run('get', byId('={{ $json.id }}'), { items: records });
			assert.deepEqual(ids(items.map(({ json }) => json)), ids(records));
			facts.call('GET', `${path}/{}`);
			const named = [...records, ...subject.written].flatMap((record) => {
				const { id, externalId = (record as IDataObject).external_id } = record as IDataObject;
				return externalId ? [{ id: String(id), externalId: String(externalId) }] : [];
			});
			if (!identifiers.external || named.length === 0) return `${records.length} by ID`;
			const given = await subject.run('get', byId('={{ $json.externalId }}', 'externalId'), {
				items: named,
			});
			assert.equal(given.items.length, named.length);
			facts.proven(`GET ${path}/{} finds a record by its external ID`, 'observed');
			return `${records.length} by ID, ${named.length} by external ID`;
		},
	},
	{
		id: 'LOAD',
		title: `${PARALLEL_READS} reads in one run succeed, in the order of the items`,
		operation: 'get',
		async run(subject) {
			const records = await subject.records();
			const items = Array.from({ length: PARALLEL_READS }, (_, n) => records[n % records.length]);
			const since = Date.now();
			const run = await subject.run('get', byId('={{ $json.id }}'), { items });
			assert.deepEqual(ids(run.items.map(({ json }) => json)), ids(items));
			return [`${Date.now() - since} ms`, ...run.hints].join('; ');
		},
	},
	{
		id: 'CHANGES',
		title: 'Get Changes gives all records first, and then only what has changed',
		operation: 'getChanges',
		async run(subject) {
			const all = ids(await subject.records());
			const own = { returnAll: true, ...subject.own };
			const first = await subject.run('getChanges', own);
			const given = first.items.map(({ json }) => json);
			assert.deepEqual([...ids(given)].sort(), [...all].sort());
			const cursor = String(given.at(-1)?.cursor);
			const later = await subject.run('getChanges', { ...own, cursor });
			// A cursor names so many records of the last minutes: the others come again, as the same events.
			const again = eventsAfter(later.items, first.items);
			assert.deepEqual(ids(again), [], 'records came again though nothing has changed');
			return `${all.length} records, then none`;
		},
	},
	{
		id: 'STATE',
		title: 'a damaged cursor is refused, and a time in the future gives no records',
		operation: 'getChanges',
		async run(subject) {
			const given = { returnAll: true, cursor: '2.damaged' };
			const damaged = await subject.try('getChanges', given);
			assert.equal(damaged.status, 'error', 'a damaged cursor was taken');
			assert.match(damaged.errorText, /cursor/i);
			if (!hasUpdatedAfter(subject)) return 'the cursor; its records show no time of update';
			const filters = { ...(subject.own.filters as object), updatedAfter: '2999-01-01T00:00:00Z' };
			const { items } = await subject.run('getAll', { returnAll: true, filters });
			// A record without a time may have changed at any time.
			const timed = items.filter(({ json }) => json.updated_at != null);
			assert.equal(timed.length, 0, 'records of the past are given');
			return timed.length === items.length ? 'both' : 'both; records show no time of update';
		},
	},
	{
		id: 'ERROR',
		title: 'an unknown ID fails with a sentence that says what to do',
		operation: 'get',
		async run(subject, facts) {
			const run = await subject.try('get', byId(UNKNOWN_ID), { onError: 'continueErrorOutput' });
			const [failed] = run.failed;
			assert.ok(failed, `it did not fail: ${run.errorText || JSON.stringify(run.items[0]?.json)}`);
			const { error, message, details } = failed.json as {
				error: string;
				message: string;
				details?: { status?: number };
			};
			assert.match(error, /\S+ \S+/);
			assert.match(message, /\S+ \S+/, 'it does not say what to do');
			facts.proven(
				`GET ${subject.resource.path}/{} answers HTTP ${details?.status} to an unknown ID`,
				'assumed',
			);
			return `${error} ${message}`;
		},
	},
	{
		id: 'FURTHER',
		title: 'further reads of the object (pipelines, actions) give a list',
		async run(subject, facts) {
			const reads = subject.resource.extraReads ?? [];
			if (reads.length === 0) throw new Skipped('has no further reads');
			for (const { operation, path } of reads) {
				await subject.run(operation);
				facts.call('GET', path);
			}
			return reads.map(({ operation }) => operation).join(', ');
		},
	},
]);
