/** The kinds of field that a value of an item can get into, and how a node is run with it there. */
import type { INodeParameters } from 'n8n-workflow';

import {
	type Resource,
	belongsTo,
	isRequired,
} from '../../nodes/shared/resource/definition/resource';
import type { Field } from '../../nodes/shared/schema/types';
import { resources } from '../../scripts/lib/definitions';
import { byId, fromItem } from '../../testing/parameters';
import { sampleValues } from '../../testing/samples';

export interface Place {
	readonly type: string;
	readonly operation: string;
	readonly parameters: INodeParameters;
	/** The JSON of an item with that value; without one, of a good item. `n` tells items apart. */
	readonly item: (n: number, ...value: unknown[]) => Record<string, unknown>;
	/** All items are one thing, which one of them makes invalid as a whole. */
	readonly isOne?: boolean;
}

const KINDS: Record<string, (field: Field, resource: Resource) => boolean> = {
	text: ({ type, refersTo, isId, knownValues }) =>
		type === 'text' && !refersTo && !isId && !knownValues,
	'text with known values': ({ type, knownValues }) => type === 'text' && knownValues !== undefined,
	'external ID': ({ name }, { identifiers }) => name === identifiers.external,
	'ID of a record': ({ refersTo }) => refersTo?.by === 'id',
	'text or whole number': ({ type }) => type === 'textOrInteger',
	number: ({ type, isPercent }) => type === 'number' && !isPercent,
	percent: ({ isPercent }) => isPercent === true,
	'whole number': ({ type }) => type === 'integer',
	boolean: ({ type }) => type === 'boolean',
	date: ({ type }) => type === 'date',
	'date and time': ({ type }) => type === 'dateTime',
	'list of texts': ({ type }) => type === 'texts',
	object: ({ type }) => type === 'object',
	'any JSON': ({ type }) => type === 'any',
	rows: ({ type }) => type === 'rows',
};

/** A create of the first resource that has such a field, with that field and the required ones filled. */
function createWith(fits: (field: Field, resource: Resource) => boolean): Place | undefined {
	for (const resource of resources) {
		if (!resource.operations.includes('create')) continue;
		const fields = resource.fields.filter((field) => belongsTo(field, 'create'));
		const field = fields.find((one) => fits(one, resource));
		if (!field) continue;
		const { namedBy = [] } = resource;
		const required = fields.filter((one) => isRequired(one, 'create', resource));
		const needed = [...required.map(({ name }) => name), ...namedBy.slice(0, 1)];
		return {
			type: resource.name,
			operation: 'create',
			parameters:
				field.type === 'rows'
					? {
							...fromItem,
							[`${field.name}Source`]: 'json',
							[`${field.name}Json`]: '={{ $json.rows }}',
						}
					: fromItem,
			item: (n, ...value) => {
				const sample = sampleValues(resource, 'create', n, () => 'linked');
				const good = Object.fromEntries(
					[...needed, field.name].map((name) => [name, sample[name]]),
				);
				const key = field.type === 'rows' ? 'rows' : field.name;
				if (key === 'rows') good.rows = good[field.name];
				return value.length > 0 ? { ...good, [key]: value[0] } : good;
			},
		};
	}
	return undefined;
}

const line = (n: number) => ({
	order_external_id: `o-${n}`,
	order_date: '2026-11-21',
	item_external_id: 'i',
	quantity: '1',
	unit_price: '2.50',
});
const lines: INodeParameters = { partner: 'erp', inputMode: 'line', ...fromItem };
/** A value in a cell of a line, or a column with that value as its name. */
const ofLine = (key: string | ((value: unknown) => string)): Place => ({
	...{ type: 'migrationUpsert', operation: 'upsertOrders', parameters: lines, isOne: true },
	item: (n, ...value) => {
		if (value.length === 0) return line(n);
		const isCell = typeof key === 'string';
		return { ...line(n), ...(isCell ? { [key]: value[0] } : { [key(value[0])]: 'x' }) };
	},
});
const given = (_: number, value: unknown[], good: unknown) => (value.length > 0 ? value[0] : good);

export const places: Record<string, Place> = {
	...Object.fromEntries(
		Object.entries(KINDS).flatMap(([kind, fits]) => {
			const place = createWith(fits);
			return place ? [[kind, place]] : [];
		}),
	),
	'a heading': {
		type: 'company',
		operation: 'create',
		parameters: fromItem,
		item: (n, ...value) => ({
			name: `good ${n}`,
			...(value.length > 0 && { [headingOf(value[0])]: 'x' }),
		}),
	},
	'an ID to get': {
		type: 'company',
		operation: 'get',
		parameters: byId('={{ $json.id }}'),
		item: (n, ...value) => ({ id: given(n, value, 'good') }),
	},
	'fields to clear': {
		type: 'company',
		operation: 'update',
		parameters: { ...byId('good'), ...fromItem, fieldsToClear: '={{ $json.clear }}' },
		item: (n, ...value) => ({ name: `good ${n}`, clear: given(n, value, ['url']) }),
	},
	'additional body fields': {
		type: 'company',
		operation: 'create',
		parameters: { ...fromItem, options: { additionalBodyFields: '={{ $json.more }}' } },
		item: (n, ...value) => ({ name: `good ${n}`, more: given(n, value, '{"a":1}') }),
	},
	'a filter': {
		type: 'company',
		operation: 'getAll',
		parameters: { limit: 1, filters: { updatedAfter: '={{ $json.after }}' } },
		item: (n, ...value) => ({ after: given(n, value, '2026-01-01') }),
	},
	'an order of a line': ofLine('order_external_id'),
	'a price of a line': ofLine('unit_price'),
	'a date of a line': ofLine('order_date'),
	'a heading of a line': ofLine(headingOf),
	'lines of an order': {
		type: 'order',
		operation: 'createMany',
		parameters: { ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}' },
		item: (n, ...value) => ({
			externalId: `good-${n}`,
			lines: given(n, value, [{ itemExternalId: 'i', quantity: 1 }]),
		}),
	},
	'a company to score': {
		type: 'score',
		operation: 'score',
		parameters: { resource: 'company', ...byId('={{ $json.id }}') },
		item: (n, ...value) => ({ id: given(n, value, 'good') }),
	},
	'a company to enrich': {
		type: 'enrich',
		operation: 'enrich',
		parameters: { resource: 'company', ...byId('={{ $json.name }}', 'name') },
		item: (n, ...value) => ({ name: given(n, value, 'good') }),
	},
};

/** A heading is a text; what is none is made one as JavaScript does, where it can. */
function headingOf(value: unknown): string {
	try {
		return String(value);
	} catch {
		return 'x';
	}
}
