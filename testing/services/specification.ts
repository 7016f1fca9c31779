/**
 * What the service's specification says of its responses, and nothing else: transcribed from its tables,
 * not from sandbox/openapi.yaml, which knows more. Each value stands for its type.
 */

export const TIME = '2026-03-01T09:30:00Z';
const DAY = '2026-03-01';

/** The object-specific identifier of an object: its name in the write envelope and in paths. */
export function identifierOf(object: string): string {
	if (object === 'deals') return 'case_id';
	if (object === 'inventory-transactions') return 'transaction_id';
	const singular = object.replace(/ies$/, 'y').replace(/s$/, '');
	return `${singular.replace('-', '_')}_id`;
}

const money = { status: 'sent', currency: 'EUR', total_price: 110, total_price_without_tax: 100 };
const names = { contact_name: 'Ada Lovelace', company_name: 'Acme Inc.' };
const times = { created_at: TIME, updated_at: TIME };

/** The records whose fields the specification shows, and the key of the whole number in them. */
export const RECORDS: Readonly<
	Record<string, { readonly number?: string; readonly fields: Readonly<Record<string, unknown>> }>
> = {
	estimates: {
		number: 'id_est',
		fields: { ...times, ...names, start_date: DAY, due_date: DAY, ...money },
	},
	'purchase-orders': { number: 'id_po', fields: { ...times, ...names, date: DAY, ...money } },
	disbursements: { number: 'id_dsb', fields: { ...times, ...names, start_date: DAY, ...money } },
	// Of its seventeen keys only these two are required.
	'inventory-transactions': { fields: times },
};

export const TRANSFER = {
	id: 'transfer-1',
	type: 'import',
	name: 'Orders',
	status: 'completed',
	progress: 100,
	total_number: 3,
	success_number: 3,
	failed_number: 0,
	error_message: '',
	error_file_url: '',
	data_file_url: '',
	checkpoint_details: {},
	channel_id: 'channel-1',
	channel_name: 'Shop',
	created_at: TIME,
	updated_at: TIME,
};

const texts = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, `a ${key}`]));

export const CALENDAR = {
	...texts('status', 'mode', 'message', 'ctx_id'),
	workspace: texts('id', 'name', 'short_id', 'timezone'),
	event: {
		...texts('id', 'title', 'description', 'status', 'slug', 'url', 'location', 'duration'),
		...texts('time_increment', 'timezone', 'timezone_label'),
		timezone_locked: false,
		schedule: [
			{
				day_index: 1,
				day_name: 'Monday',
				enabled: true,
				slots: [{ start: '09:00', end: '10:00' }],
			},
		],
	},
	attendance: texts(
		...['id', 'event_id', 'user_name', 'user_email', 'select_date', 'time_event', 'timezone'],
		...['comment', 'link', 'calendar_event_id'],
	),
};

export const MIGRATION_BOOTSTRAP = texts(
	...['workspace_id', 'company_external_id_field_id', 'item_external_id_field_id'],
	...[
		'order_external_id_field_id',
		'invoice_external_id_field_id',
		'estimate_external_id_field_id',
	],
);
