import { startRecordService, type Dialect, type OrderResult } from './recordService';
import {
	CALENDAR,
	identifierOf,
	MIGRATION_BOOTSTRAP,
	RECORDS,
	TIME,
	TRANSFER,
} from './specification';

/**
 * The service as its specification words it: every write, of whatever object, responds with the write
 * envelope; identifiers are text and no UUIDs; a record has the keys that the specification shows of it,
 * required ones only; where it shows none, it has its identifier, external ID and status. Lists come
 * whole, because no paging is specified. Paths and `?external_id=` are those of the contract.
 */
const literal: Dialect = {
	name: 'literal',

	// A record that shows nothing but its number can only be named by it.
	newId: (object, number) =>
		RECORDS[object]?.number ? String(number) : `${identifierOf(object).slice(0, -3)}-${number}`,

	// A workflow is named by a reference; it is written by its external ID.
	means: (reference, { id, externalId }, object) =>
		reference === id || (object === 'workflows' && reference === externalId),

	record(object, kept) {
		const shown = RECORDS[object];
		if (shown?.number) return { ...shown.fields, [shown.number]: kept.number };
		// Nothing promises that a transaction shows an identifier; without one there would be none to use.
		if (shown) return { ...shown.fields, id: kept.id };
		return {
			[identifierOf(object)]: kept.id,
			external_id: kept.externalId ?? '',
			status: 'active',
		};
	},

	list: (object, kept) => kept.map((each) => literal.record(object, each)),

	written(object, kept, verb) {
		const isNewDeal = object === 'deals' && verb === 'created';
		return {
			body: {
				// The response to creating a deal is shown without it.
				...(isNewDeal ? {} : { ok: true }),
				status: verb,
				external_id: kept.externalId ?? '',
				[identifierOf(object)]: kept.id,
				ctx_id: 'ctx-1',
			},
		};
	},

	bulk: (results) => ({ body: { ok: true, results: results.map(upsertResult) } }),
	migrated: (results) => ({ body: { ok: true, results: results.map(upsertResult) } }),

	others: {
		// Of these three nothing is shown but what they are for, so that they have a key that nobody knows.
		whoami: () => ({ verified: 'literal' }),
		bootstrapCalendar: () => CALENDAR,
		getTransfer: ({ parameters, origin }) => ({
			...TRANSFER,
			id: parameters.history_id,
			error_file_url: `${origin}/files/errors.csv`,
			data_file_url: `${origin}/files/rows.csv`,
		}),
		bootstrapMigration: () => MIGRATION_BOOTSTRAP,
		enrich: () => ({ enrichment: {} }),
		score: () => ({ result: {} }),
		refreshToken: () => ({ access: 'literal-token', created_at: TIME }),
	},
};

const upsertResult = ({ kept, created }: OrderResult) => ({
	external_id: kept.externalId,
	object_id: kept.id,
	record_id: kept.number,
	created,
	errors: [],
});

export const startLiteral = async (options?: { port?: number; host?: string }) =>
	await startRecordService(literal, options);
