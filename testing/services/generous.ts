import { startRecordService, type Dialect, type Json, type Kept } from './recordService';
import { CALENDAR, identifierOf, MIGRATION_BOOTSTRAP, TRANSFER } from './specification';

/**
 * A service that differs wherever the specification leaves something open: everything is wrapped in
 * `data`, beside further keys; the ID is called `uuid` in records and `id` in responses to writes, the
 * external ID `externalId`; numbers are text, empty values null, times without a zone; words are in
 * another language; a delete is answered 204, a create 201; lists are cut into pages of 20. A path takes
 * the ID, the record number and the external ID, in this order.
 */
const generous: Dialect = {
	name: 'generous',

	newId: (object, number) => {
		const hex = (text: string) => Buffer.from(text).toString('hex').padEnd(12, '0').slice(0, 12);
		return `0000000${number % 10}-${String(number).padStart(4, '0')}-4000-8000-${hex(object)}`;
	},

	means: (reference, { id, number, externalId }) =>
		[id, String(number), externalId].includes(reference),

	record: (object, kept) => ({
		data: recordOf(object, kept),
		message: 'Geladen',
		ctx_id: null,
		meta: { took: '3' },
	}),

	list(object, kept, query) {
		const page = Number(query.get('page') ?? 1);
		const rows = PAGED.has(object) ? kept.slice((page - 1) * PAGE, page * PAGE) : kept;
		return {
			data: rows.map((each) => recordOf(object, each)),
			page: String(page),
			count: String(rows.length),
			total: String(kept.length),
			permission: null,
			message: 'Geladen',
		};
	},

	written(object, kept, verb) {
		if (verb === 'deleted') return { status: 204 };
		const data = { id: kept.id, externalId: kept.externalId ?? null, status: WORDS[verb] };
		return {
			status: verb === 'created' ? 201 : 200,
			body: { success: true, data: { ...data, type: object }, errors: null, message: WORDS[verb] },
		};
	},

	bulk: (results) => ({
		status: 201,
		body: {
			success: true,
			data: {
				results: results.map(({ kept }) => ({
					externalId: kept.externalId,
					id: kept.id,
					status: WORDS.created,
					errors: null,
				})),
			},
		},
	}),

	migrated: (results) => ({
		body: {
			ok: true,
			results: results.map(({ kept, created }) => ({
				external_id: kept.externalId,
				object_id: kept.id,
				record_id: String(kept.number),
				created,
				errors: null,
				warnings: ['Preis gerundet'],
			})),
			errors: null,
		},
	}),

	others: {
		listDealPipelines: () => ({
			data: [
				{ id: 'p', name: 'Vertrieb', order: '1', stages: [{ id: null, name: 'Neu', score: '0' }] },
			],
		}),
		listWorkflowActions: () => ({
			data: [{ action_uid: null, title: 'Mail', is_trigger: 'false' }],
		}),
		whoami: () => ({ user_id: 7, auth_mode: null, permissions: null, plan: 'gold' }),
		bootstrapCalendar: () => ({ data: { ...CALENDAR, attendance: null, workspace: null } }),
		getTransfer: ({ parameters, origin }) => ({
			data: {
				...TRANSFER,
				id: parameters.history_id,
				progress: '100',
				total_number: '3',
				success_number: '3',
				failed_number: null,
				error_message: null,
				checkpoint_details: null,
				error_file_url: `${origin}/files/errors.csv`,
				data_file_url: '/files/rows.csv',
				rows: [],
			},
		}),
		bootstrapMigration: () => ({ ...MIGRATION_BOOTSTRAP, item_external_id_field_id: null, new: 1 }),
		enrich: ({ body }) => ({
			company_id: body.record_id ?? null,
			run_id: null,
			updated_builtin_fields: null,
			cost: '0.10',
		}),
		score: ({ body }) => ({
			result: 'ok',
			object_type: body.object_type,
			record_id: body.record_id,
			score: '82',
			band: 'hoch',
			reasons: null,
		}),
		refreshToken: () => ({ access_token: 'generous-token' }),
	},
};

const WORDS = { created: 'angelegt', updated: 'geändert', deleted: 'archiviert' } as const;
const PAGE = 20;
const PAGED = new Set(['companies', 'contacts', 'orders', 'workflows']);

/** Keys of the record number, where they are not those of the write envelope. */
const NUMBERS: Readonly<Record<string, string>> = {
	deals: 'deal_id',
	estimates: 'id_est',
	invoices: 'id_inv',
	'purchase-orders': 'id_po',
	expenses: 'id_pm',
	bills: 'id_bill',
	disbursements: 'id_dsb',
	slips: 'id_slip',
	payments: 'id_rcp',
	locations: 'id_iw',
};

function recordOf(object: string, { id, number, externalId, fields }: Kept): Json {
	return {
		uuid: id,
		[NUMBERS[object] ?? identifierOf(object)]: String(number),
		externalId: externalId ?? null,
		name: fields.name ?? null,
		status: 'Unarchived',
		currency: null,
		total_price: '0E-8',
		amount: '',
		created_at: '2026-03-01T09:30:00',
		// Of inventory transactions alone it is specified that it is always there.
		updated_at:
			number % 3 === 0 && object !== 'inventory-transactions' ? null : '2026-03-02 10:00:00.000001',
		_links: { self: `/${object}/${id}` },
		custom_fields: [],
	};
}

export const startGenerous = async (options?: { port?: number; host?: string }) =>
	await startRecordService(generous, options);
