import type { IExecuteFunctions } from 'n8n-workflow';

import { headerFields, lineFields } from '../../../nodes/MigrationUpsert/fields';
import { settleNow } from '../../../nodes/shared/http';
import { gatherJson, gatherLines, gatherWholeOrders } from '../../../testing/gathering';
import { bodyReader } from '../../../nodes/shared/resource/actions/input/body';
import type { Field } from '../../../nodes/shared/schema/types';
import { belongsTo, type Resource } from '../../../nodes/shared/resource/definition/resource';
import { ExecutionHints } from '../../../nodes/shared/resource/actions/hints';
import { relatedReader } from '../../../nodes/shared/resource/actions/input/entered';
import { resources } from '../../../scripts/lib/definitions';
import { sampleValues } from '../../../testing/samples';
import { readOptions } from '../../../nodes/shared/schema/recordCheck';

/** Spaces as sheets and web pages give them: plain, no-break, the mark at the beginning of a file. */
const PAD = '\uFEFF\u00A0 \t';
const isNamedId = ({ name }: Field) => /(^|[a-z_])(id|Id|uid)$/.test(name);

/** The value of every ID in these fields replaced, rows included. */
function withIds(fields: readonly Field[], values: Record<string, unknown>, id: string) {
	const replaced = { ...values };
	for (const field of fields) {
		if (!(field.name in values)) continue;
		if (isNamedId(field)) replaced[field.name] = id;
		if (field.rows) {
			const list = values[field.name] as Array<Record<string, unknown>>;
			replaced[field.name] = list.map((row) => withIds(field.rows ?? [], row, id));
		}
	}
	return replaced;
}

const writes = resources.flatMap((resource: Resource) =>
	(['create', 'update', 'upsert'] as const)
		.filter((write) => resource.operations.includes(write))
		.map((write) => [resource.label, write, resource] as const),
);

describe('the ID of a record', () => {
	it.each(writes)('goes out without the spaces around it: %s, %s', (_label, write, resource) => {
		const fields = resource.fields.filter((field) => belongsTo(field, write));
		const values = sampleValues(resource, write, 1, () => 'linked');
		const { read } = bodyReader(resource, write, readOptions('UTC'));
		const padded = read(withIds(fields, values, `${PAD}a 1${PAD}`));
		expect(padded).toEqual(read(withIds(fields, values, 'a 1')));
	});

	it.each(writes)('counts as not set when it is only spaces: %s, %s', (_label, write, resource) => {
		const fields = resource.fields.filter((field) => belongsTo(field, write));
		const values = sampleValues(resource, write, 1, () => 'linked');
		const { read } = bodyReader(resource, write, readOptions('UTC'));
		const problem = (id: string) => {
			const body = settleNow(() => read(withIds(fields, values, id)));
			if (body.ok) return body.value;
			expect(body.failure.kind).toBe('input');
			return body.failure.message;
		};
		expect(problem(PAD)).toEqual(problem(''));
	});

	it('is not taken from a picked record of only spaces, which leaves what was mapped', () => {
		const order = resources.find(({ name }) => name === 'order') as Resource;
		const given = (value: string) =>
			relatedReader(
				{
					getNodeParameter: () => ({ company: { mode: 'externalId', value } }),
					getNode: () => ({ type: 'workspaceRecordsOrder' }),
				} as unknown as IExecuteFunctions,
				order.fields,
				new ExecutionHints(order),
			)(0, {});
		expect(given(PAD)).toEqual({});
		expect(given(`${PAD}acme `)).toEqual({ companyId: undefined, companyExternalId: 'acme' });
	});
});

describe('the IDs of a migrated order', () => {
	const cells = (fields: readonly Field[], id: string) =>
		Object.fromEntries(fields.filter(isNamedId).map(({ name }) => [name, id]));
	const padded = `${PAD}a 1${PAD}`;
	const header = cells(headerFields, padded);
	const line = cells(lineFields, padded);
	const sent = { ...cells(headerFields, 'a 1'), items: [cells(lineFields, 'a 1')] };
	const one = <T>(given: T) => ({ count: 1, at: () => given, read: readOptions('UTC') });

	it.each([
		['one item per order line', gatherLines(one({ ...header, ...line }))],
		['one item per order', gatherWholeOrders(one({ header, lines: [line] }))],
		['JSON', gatherJson(one({ ...header, items: [line] }))],
	])('go out without the spaces around them: %s', (_mode, { records: shares }) => {
		expect(shares).toMatchObject([{ externalId: 'a 1' }]);
		expect(shares[0].record).toEqual(sent);
	});

	const blank = { order_external_id: 'a', company_external_id: PAD };
	const lines = [{ ...cells(lineFields, PAD), item_name: 'Lamp' }];
	it.each([
		['one item per order line', gatherLines(one({ ...blank, ...lines[0] }))],
		['one item per order', gatherWholeOrders(one({ header: blank, lines }))],
		['JSON', gatherJson(one({ ...blank, items: lines }))],
	])('count as not set when they are only spaces: %s', (_mode, { records: shares }) => {
		expect(shares[0].record).toEqual({ order_external_id: 'a', items: [{ item_name: 'Lamp' }] });
	});

	it('make one order of IDs that differ by spaces only, when they come as JSON', () => {
		const at = (item: number) => ({ order_external_id: ['a', 'a '][item] });
		const { records: shares } = gatherJson({ count: 2, at, read: readOptions('UTC') });
		expect(shares).toMatchObject([{ externalId: 'a', items: [0, 1] }]);
	});

	it('are shown without the spaces when the order is rejected', () => {
		const { invalid } = gatherJson(one({ order_external_id: ' a ', items: 7 }));
		expect(invalid).toMatchObject([{ externalId: 'a' }]);
	});
});
