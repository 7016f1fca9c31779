/**
 * Every operation that writes a record × every body × three services; without `SIMULATIONS=all` each body of an operation with one
 * of the services by turns. A service stands behind one that
 * replaces the response to the write: what is stored is real, so that what an item says can be compared
 * with what the service holds. Look-ups reach the service as they are.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Resource } from '../../../../nodes/shared/resource/definition/resource';
import { columnsFilledFrom } from '../../../../testing/columns';
import { runNodeWith } from '../../../../testing/runNode';
import { sampleValues, type Values } from '../../../../testing/samples';
import { startAltered } from '../../../../testing/services/altered';
import { IDENTIFIERS } from '../../../../testing/services/specification';
import { useN8n, useService } from '../../../../testing/setUp';
import { isTried } from '../../../../testing/simulations';
import { describeSince } from '../../../../testing/since';
import { threeServices } from '../../../../testing/threeServices';
import { WORDS } from './bodies';
import {
	cases as allCases,
	createsBy,
	isFailed,
	isStored,
	linkedIn,
	responseOf,
	table,
	type Case,
} from './cases';

const n8n = useN8n();

/** The object whose properties are written. */
const OBJECT = 'orders';

const writesOf = ({ operations }: Resource) =>
	(['create', 'upsert', 'findOrCreate', 'update', 'delete'] as const).filter((name) =>
		(operations as readonly string[]).includes(name),
	);

/** A text that tells which case a request or a record belongs to. */
const mark = (operation: string, index: number) => `${operation}-${index}-case`;
const MARK = /-(\d+)-case/;

describe.each(Object.entries(threeServices))('with the %s service', (serviceName, start) => {
	const turn = Object.keys(threeServices).indexOf(serviceName);
	const service = useService(start);
	const altered = useService(async () => await startAltered(service));

	const run = async (
		{ name, pathParameter }: Resource,
		operation: string,
		parameters: INodeParameters,
		items: object[],
	) => {
		const result = await runNodeWith(n8n, { url: altered.url, token: service.token })(
			name,
			operation,
			{
				...(pathParameter && { [pathParameter.name]: OBJECT }),
				...parameters,
				// What cannot be read at all is retried where that is harmless, as in an outage.
				options: { requests: { maxParallelRequests: 1, maxRetries: 0 } },
			},
			{ items, onError: 'continueRegularOutput', settings: { timezone: 'UTC' } },
		);
		expect([result.status, result.errorText]).toEqual(['success', '']);
		expect(result.items).toHaveLength(items.length);
		return result.items.map(({ json }) => json);
	};

	/** Values that the service takes, with a mark in the external ID and in free texts. */
	const valuesOf = (resource: Resource, write: 'create' | 'update', marked: string): Values => {
		const values = sampleValues(resource, write, 1, linkedIn(service));
		const { external } = resource.identifiers;
		if (external && external in values) values[external] = `${marked} ${resource.name}`;
		for (const { name, label } of resource.fields) {
			if (values[name] === `${label} 1`) values[name] = `${marked} ${write}`;
		}
		return values;
	};

	const columns = async (resource: Resource, write: 'create' | 'update') =>
		await columnsFilledFrom('values', n8n, resource, write, [
			...Object.keys(valuesOf(resource, write, '')),
		]);

	describeSince('errorDetails').each(table)('%s', (label, resource) => {
		const place = table.findIndex(([each]) => each === label);
		const object = resource.path.split('/')[3];
		const { external } = resource.identifiers;

		/** The records that the service keeps for a case. */
		const stored = (marked: string) =>
			service.stored(object).filter((record) => JSON.stringify(record).includes(marked));

		it.each(writesOf(resource))('%s', async (operation) => {
			const first = turn + place + writesOf(resource).indexOf(operation);
			const cases = allCases.filter((_, at) => isTried(first + at, 3));
			const isChange = operation === 'update' || operation === 'delete';
			const marks = cases.map((_case, index) => mark(operation, index));
			const created = marks.map((marked) => ({ values: valuesOf(resource, 'create', marked) }));
			let items: object[] = created;
			let parameters: INodeParameters = await columns(resource, 'create');
			const known = new Map<string, number>();
			if (isChange) {
				altered.alter = async (_request, forward) => await forward();
				const records = await run(resource, createsBy(resource), parameters, created);
				expect(records.filter(isFailed)).toEqual([]);
				items = records.map(({ id }, index) => {
					known.set(String(id), index);
					return { id, values: valuesOf(resource, 'update', marks[index]) };
				});
				expect(known.size).toBe(cases.length);
				parameters = {
					recordId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					...(operation === 'update' && (await columns(resource, 'update'))),
				};
			}
			if (operation === 'findOrCreate') parameters = { ...parameters, findBy: external as string };

			const wrong: string[] = [];
			const writes = cases.map(() => 0);
			altered.alter = async (request, forward) => {
				if (request.method === 'GET') return await forward();
				const last = decodeURIComponent(request.url.split('?')[0].split('/').at(-1) as string);
				const index = known.get(last) ?? Number(MARK.exec(request.text)?.[1]);
				writes[index] += 1;
				if (isStored(cases[index]) && writes[index] === 1) {
					const { status, text } = await forward();
					if (status >= 300) wrong.push(`${cases[index].name}: the service says ${text}`);
				}
				return responseOf(cases[index], {
					id: isChange ? last : (stored(marks[index]).at(-1)?.key ?? 'none'),
					...(external && { externalId: `${marks[index]} ${resource.name}` }),
					key: IDENTIFIERS[object],
					singular: resource.name,
					plural: object,
				});
			};
			const output = await run(resource, operation, parameters, items);
			const kept = service.stored(object).map((record) => JSON.stringify(record));
			output.forEach((json, index) => {
				const problems = problemsOf(cases[index], json);
				if (writes[index] !== 1) problems.push(`sent ${writes[index]} times`);
				const copies = kept.filter((record) => record.includes(marks[index])).length;
				if (copies > 1) problems.push(`stored ${copies} times`);
				const { means, name } = cases[index];
				wrong.push(...problems.map((each) => `${means} | ${name}: ${each} ${show(json)}`));
			});
			expect(wrong).toEqual([]);
		});
	});
});

const show = (json: IDataObject) => (isFailed(json) ? JSON.stringify(json) : '');

/** What an item says wrongly of the write. */
function problemsOf({ means, body }: Case, json: IDataObject): string[] {
	const text = show(json);
	const saysUnknown = /outcome unknown|may or may not|sending it again is safe/i.test(text);
	const words = JSON.stringify(body({ id: '', key: '', singular: '', plural: '' })) ?? '';
	switch (means) {
		case 'done':
			return text === '' ? [] : ['a success is shown as a failure'];
		case 'refused':
			if (text === '') return ['a refusal is shown as a success'];
			return words.includes(WORDS) && !text.includes(WORDS)
				? ['the service’s words are not shown']
				: [];
		case 'undecided, and stored':
			return text !== '' && !saysUnknown ? ['what is stored is shown as refused'] : [];
		case 'undecided, and not stored':
			return text === '' ? ['it is shown as done'] : [];
	}
}
