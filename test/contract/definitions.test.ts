import { watchable } from '../../nodes/RecordsTrigger/parameters';
import type { Field, Shape } from '../../nodes/shared/schema/types';
import type { Resource } from '../../nodes/shared/resource/definition/resource';
import { resources } from '../../scripts/lib/definitions';
import { linesOf } from './call';
import { contractCalls, pathValues } from './contractCalls';
import { definitionCalls } from './definitionCalls';

/** The calls of the nodes that are not about one kind of record. */
const otherNodes = new Set([
	'GET /v1/public/auth/whoami',
	'GET /v1/public/calendar/bootstrap',
	'GET /v1/public/transfers/{}',
	'POST /api/token/refresh/',
	'POST /v1/enrich',
	'POST /v1/public/migrations/{}/bootstrap',
	'POST /v1/public/migrations/{}/orders/upsert',
	'POST /v1/score',
]);

/** The contract of the record nodes; what stands beside the rows of a list is for every list the same. */
const contractOfRecords = contractCalls
	.filter(({ name }) => !otherNodes.has(name))
	.map((call) => ({ ...call, besideRows: undefined }));
const calls = resources.map((resource) => ({ resource, calls: definitionCalls(resource) }));

describe('the definitions and the contract', () => {
	it('have the same calls', () => {
		const defined = calls.flatMap((each) => each.calls.map(({ name }) => name));
		expect(defined.sort()).toEqual(contractOfRecords.map(({ name }) => name).sort());
		expect(resources.length).toBeGreaterThan(20);
	});

	it.each(calls.map((each) => [each.resource.plural, each.calls] as const))(
		'%s: same parameters, bodies and responses',
		(_, defined) => {
			const names = new Set(defined.map(({ name }) => name));
			const agreed = contractOfRecords.filter(({ name }) => names.has(name));
			expect(defined.flatMap(linesOf).sort()).toEqual(agreed.flatMap(linesOf).sort());
		},
	);

	it('are the kinds of records that nodes/RecordsTrigger/parameters.ts can watch', () => {
		const names = (all: readonly Resource[]) => all.map(({ name }) => name).sort();
		expect(names(watchable)).toEqual(names(resources));
	});

	it('take choices only from reads that they have', () => {
		for (const { extraReads = [], fields } of resources)
			for (const { optionsFrom } of fields)
				if (optionsFrom) expect(extraReads.map((one) => one.operation)).toContain(optionsFrom.read);
	});

	it('offer the same objects for properties', () => {
		const path = '/v1/public/properties/{object_name}';
		const property = resources.find(({ name }) => name === 'property');
		const offered = property?.pathParameter?.options.map(({ value }) => value) ?? [];
		expect([...offered].sort()).toEqual([...pathValues(path, 'object_name')].sort());
	});
});

describe('a definition', () => {
	const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const isDay = (kind: unknown) => typeof kind === 'string' && /^date(Time)?!?$/.test(kind);
	const kindRead = (record: Shape, field: Field) => record[snake(field.name)];

	it.each(resources.map((resource) => [resource.label, resource] as const))(
		'%s: sends dates as the record shows them, and names only existing keys',
		(_, { fields, record, listRecord = record, identifiers, ...resource }) => {
			const dates = fields.filter((field) => isDay(field.type) || isDay(kindRead(record, field)));
			for (const field of dates)
				expect(`${field.name}: ${field.type}`).toBe(
					`${field.name}: ${String(kindRead(record, field)).replace('!', '')}`,
				);

			const keys = Object.keys({ ...record, ...listRecord }).map((key) => key.replace('!', ''));
			const { title, state, simplified = [] } = resource;
			const named = [...title, ...simplified, state, identifiers.record, identifiers.number];
			for (const key of named) if (key) expect(keys).toContain(key.split('.')[0]);

			const names = fields.map(({ name }) => name);
			if (identifiers.external) expect(names).toContain(identifiers.external);
		},
	);

	it.each(resources.map((resource) => [resource.label, resource] as const))(
		'%s: has labels and descriptions',
		(_, { fields, list }) => {
			const withRows = (field: Field): Field[] => [field, ...(field.rows ?? []).flatMap(withRows)];
			for (const field of [...fields, ...(list.filters ?? [])].flatMap(withRows)) {
				expect(field.label).toMatch(
					/^[A-Z][A-Za-z]*( (and|in|of|to|by|[A-Z][A-Za-z]*))*( \((%|Amount|Columns|Minutes|Pixels)\))?$/,
				);
				expect(field.description).toMatch(/^[A-Z].{5,}[^.]$/);
				expect(field.description.startsWith('Whether ')).toBe(field.type === 'boolean');
			}
		},
	);
});
