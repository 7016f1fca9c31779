import { settleNow } from '../../../nodes/shared/http';
import { bodyReader } from '../../../nodes/shared/resource/actions/input/body';
import { columnsOf } from '../../../nodes/shared/resource/methods/columns';
import { titleCase } from '../../../nodes/shared/description';
import {
	type Resource,
	defineResource,
	belongsTo,
	type Write,
} from '../../../nodes/shared/resource/definition/resource';
import { columnMatcher } from '../../../nodes/shared/schema/columns/matcher';
import {
	json,
	date,
	nestedIn,
	integer,
	object,
	rows,
	text,
	stringList,
	boolean,
} from '../../../nodes/shared/resource/definition/fields';
import { readOptions } from '../../../nodes/shared/schema/recordCheck';

const parcel = defineResource({
	name: 'parcel',
	label: 'Parcel',
	plural: 'Parcels',
	path: '/v1/public/parcels',
	identifiers: { record: 'id', envelope: 'parcel_id', external: 'external_id' },
	operations: ['create', 'update', 'upsert'],
	list: {},
	fields: [
		text('external_id', 'External ID', 'Your own ID', { wireAlias: 'externalId' }),
		text('sender', 'Sent By', 'Who sends it', { required: 'create', nullable: 'update' }),
		text('carrier', 'Carrier', 'Who carries it', { only: 'create' }),
		text('signature', 'Signature', 'Who took it', { only: 'update' }),
		...nestedIn('parcel', [
			integer('weight', 'Weight', 'Grams', { nullable: false }),
			...nestedIn('dates', [date('sent', 'Sent On', 'Day it was sent')]),
		]),
		boolean('fragile', 'Fragile', 'Whether it may break'),
		stringList('tags', 'Tags', 'Words'),
		object('extra', 'Extra', 'Further facts'),
		json('note', 'Note', 'Anything'),
		rows('contents', 'Contents', 'What is in it', [
			integer('count', 'Count', 'How many', { required: true }),
		]),
	],
	record: { id: 'text' },
	title: ['id'],
});

/** What goes over the wire, or why not. */
function bodyOf(write: Write, values: Record<string, unknown>, resource: Resource = parcel) {
	const { read: readBody } = bodyReader(resource, write, readOptions('UTC'));
	const read = settleNow(() => readBody(values));
	if (read.ok) return read.value;
	const { kind, parameter, message, remedy } = read.failure;
	expect(kind).toBe('input');
	return `${parameter}: ${message}. ${remedy}`;
}

describe('a body', () => {
	it('is nested, doubled and converted as the definition says', () => {
		const values = {
			external_id: 'p-1',
			sender: 'A',
			weight: '250',
			sent: '2026-03-01',
			fragile: 'true',
			tags: 'a,b',
			extra: '{"a":1}',
			note: 7,
			contents: [{ count: '2' }],
		};
		expect(bodyOf('create', values)).toEqual({
			external_id: 'p-1',
			externalId: 'p-1',
			sender: 'A',
			parcel: { weight: 250, dates: { sent: '2026-03-01' } },
			fragile: true,
			tags: ['a', 'b'],
			extra: { a: 1 },
			note: 7,
			contents: [{ count: 2 }],
		});
	});

	it('has what was given and nothing else: null is sent, empty text and absent are not', () => {
		expect(bodyOf('update', { external_id: null, tags: '', note: undefined, sent: null })).toEqual({
			external_id: null,
			externalId: null,
			parcel: { dates: { sent: null } },
		});
		expect(bodyOf('update', {})).toEqual({});
	});

	const WHOLE = 'expected a whole number such as 12';
	const TWO = 'could mean 1250 or 1.25: choose Number Format in Reading Values';
	const ALL =
		'External ID, Sent By, Signature, Weight, Sent On, Fragile, Tags, Extra, Note, Contents';
	it.each<[Write, Record<string, unknown>, string, string?]>([
		['create', { note: 1 }, '.sender: Sent By is required', 'Enter a value for Sent By'],
		['create', { sender: '' }, '.sender: Sent By is required', 'Enter a value for Sent By'],
		// Its key.
		[
			'upsert',
			{ sender: 'A' },
			'.external_id: External ID is required',
			'Enter a value for External ID',
		],
		['create', { sender: null }, '.sender: Sent By: expected text, but it is empty'],
		['update', { weight: null }, `.weight: Weight: ${WHOLE}, but it is empty`],
		[
			'update',
			{ weight: 'a', fragile: 'b' },
			`.weight: Weight: ${WHOLE}, given "a". Also invalid: Fragile`,
		],
		[
			'update',
			{ contents: [{ count: 1 }, { count: 'x' }] },
			`.contents: Contents, row 2, Count: ${WHOLE}, given "x"`,
		],
		['update', { weight: '1.250' }, `.weight: Weight: ${WHOLE}, given "1.250", which ${TWO}`],
		[
			'update',
			{ contents: [{ count: 1, colour: 'red' }] },
			'.contents: Parcel has no field "colour" in Contents, row 1',
			'Remove it, or use one of its fields: Count',
		],
		// A field of another write.
		[
			'update',
			{ carrier: 'A' },
			': Parcel has no field "carrier"',
			`Remove it, or use one of its fields: ${ALL}`,
		],
	])('is refused by %s for %j', (...[write, values, words, remedy]) =>
		expect(bodyOf(write, values)).toBe(
			`fields${words}. ${remedy ?? 'Correct the value, or leave the field out'}.`,
		),
	);

	it('may clear in an update what a create needs', () =>
		expect(bodyOf('update', { sender: null })).toEqual({ sender: null }));

	it('takes further fields where the service fixes none', () => {
		const open = { ...parcel, additionalProperties: true };
		expect(bodyOf('update', { colour: 'red' }, open)).toEqual({ colour: 'red' });
	});
});

describe('columns', () => {
	const shown = (write: Write) =>
		columnsOf(parcel, write).map(
			({ id, displayName, type, required, removed }) =>
				`${id} "${displayName}" ${type}${required ? ' required' : ''}${removed ? ' removed' : ''}`,
		);

	it('are the fields of the write, each with its type; the first five are shown, but no rows and switches', () => {
		const common = [
			'weight "Weight" number',
			'sent "Sent On" dateTime removed',
			'fragile "Fragile" boolean removed',
			'tags "Tags" string removed',
			'extra "Extra" object removed',
			'note "Note" string removed',
		];
		expect(shown('create')).toEqual([
			'external_id "External ID" string',
			'sender "Sent By" string required',
			'carrier "Carrier" string',
			...common,
		]);
		expect(shown('update')).toEqual([
			'external_id "External ID" string',
			'sender "Sent By" string',
			'signature "Signature" string',
			...common,
		]);
		expect(shown('upsert')[0]).toBe('external_id "External ID" string required');
	});

	it('take from an item what names a field, however it is spelled; the exact name wins', () => {
		const item = {
			'External ID': 'label',
			external_id: 'exact',
			externalId: 'spelled',
			'sent-by': 'A',
			Weight: 0,
			contents: [],
			fragile: null,
			carrier: 'not in an update',
			other: 1,
		};
		const matcher = columnMatcher(parcel.fields.filter((field) => belongsTo(field, 'update')));
		matcher.observe(item);
		const expected = { external_id: 'exact', sender: 'A', weight: 0, contents: [], fragile: null };
		expect(matcher.match(item)).toEqual(expected);
		const passedOver = ['External ID', 'externalId'];
		expect(matcher.plan()).toMatchObject({ unknown: ['carrier', 'other'], passedOver });
	});
});

it.each([
	['created_at', 'Created At'],
	['id', 'ID'],
	['company_id', 'Company ID'],
	['url', 'URL'],
	['total_price_without_tax', 'Total Price Without Tax'],
])('%s is spelled %s', (name, title) => expect(titleCase(name)).toBe(title));
