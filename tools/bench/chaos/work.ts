import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, fromItem } from '../../../testing/parameters';
import type { RunningService, Kept } from './service';

/** One kind of work: a node run over many items, and how to find out whether an item was written. */
export interface Work {
	readonly name: string;
	readonly type: string;
	readonly operation: string;
	readonly parameters: INodeParameters;
	readonly items: IDataObject[];
	/** Requests of this work in the sandbox's log. */
	readonly method: string;
	readonly path: RegExp;
	/** The object whose records show what was written. */
	readonly object: string;
	/** Sending a request twice could make a second record. */
	readonly keyless?: boolean;
	/** Although it is keyless: the node clears up an unknown outcome by a look-up. */
	readonly lookedUp?: boolean;
	/** Records that were written for this item; there should be one. */
	readonly results: (item: IDataObject, records: Records) => Kept[];
	/** Cannot be done, whatever the service does. */
	readonly isImpossible: (item: IDataObject) => boolean;
}

/** Records by external ID, by name and by ID. */
export interface Records {
	readonly byExternalId: ReadonlyMap<unknown, Kept[]>;
	readonly byName: ReadonlyMap<unknown, Kept[]>;
	readonly byId: ReadonlyMap<unknown, Kept[]>;
}

/** The record whose ID the item has. */
const ofItem = byId('={{ $json.id }}');
/** One item in so many asks for something that the service or the node has to reject. */
const IMPOSSIBLE_EVERY = 50;
const isNth = (index: number) => index % IMPOSSIBLE_EVERY === IMPOSSIBLE_EVERY - 1;

/** The work of a run: each kind gets its part of the number of items; updates and deletes get existing records. */
export async function prepareWork(count: number, service: RunningService): Promise<Work[]> {
	const share = (part: number) => Math.round(count * part);
	const ids = await createCompanies(service, share(0.2) + share(0.15));
	const some = (length: number, item: (index: number) => IDataObject) =>
		Array.from({ length }, (_, index) => item(index));

	return [
		{
			name: 'create with an external ID (upsert)',
			type: 'company',
			operation: 'upsert',
			parameters: fromItem,
			items: some(share(0.35), (index) => ({
				external_id: `upsert-${index}`,
				name: `Upsert ${index}`,
				...(isNth(index) && { allowed_in_store: 'perhaps' }),
			})),
			method: 'POST',
			path: /^\/v1\/public\/companies$/,
			object: 'companies',
			results: (item, { byExternalId }) =>
				(byExternalId.get(item.external_id) ?? []).filter(
					({ fields }) => fields.name === item.name,
				),
			isImpossible: ({ allowed_in_store: given }) => given !== undefined,
		},
		{
			name: 'update',
			type: 'company',
			operation: 'update',
			parameters: { ...fromItem, ...ofItem },
			items: some(share(0.2), (index) => ({
				id: isNth(index) ? `nowhere-${index}` : ids[index],
				name: `Updated ${index}`,
			})),
			method: 'PUT',
			path: /^\/v1\/public\/companies\//,
			object: 'companies',
			results: (item, records) =>
				(records.byId.get(item.id) ?? []).filter(({ fields }) => fields.name === item.name),
			isImpossible: ({ id }) => String(id).startsWith('nowhere'),
		},
		{
			name: 'delete',
			type: 'company',
			operation: 'delete',
			parameters: ofItem,
			items: some(share(0.15), (index) => ({ id: ids[share(0.2) + index] })),
			method: 'DELETE',
			path: /^\/v1\/public\/companies\//,
			object: 'companies',
			results: ({ id }, records) => (records.byId.get(id) ?? []).filter(({ archived }) => archived),
			isImpossible: () => false,
		},
		{
			name: 'create without a key',
			type: 'deal',
			operation: 'create',
			parameters: fromItem,
			items: some(share(0.2), (index) => ({
				name: `Keyless ${index}`,
				...(isNth(index) && { caseStatus: 'no such stage' }),
			})),
			method: 'POST',
			path: /^\/v1\/public\/deals$/,
			object: 'deals',
			keyless: true,
			results: ({ name }, { byName }) => byName.get(name) ?? [],
			isImpossible: ({ caseStatus }) => caseStatus !== undefined,
		},
		{
			name: 'create with an external ID (no upsert)',
			type: 'estimate',
			operation: 'create',
			parameters: fromItem,
			items: some(share(0.1), (index) => ({ external_id: `estimate-${index}`, notes: 'chaos' })),
			method: 'POST',
			path: /^\/v1\/public\/estimates$/,
			object: 'estimates',
			keyless: true,
			lookedUp: true,
			results: (item, { byExternalId }) => byExternalId.get(item.external_id) ?? [],
			isImpossible: () => false,
		},
	];
}

async function createCompanies({ call }: RunningService, count: number): Promise<string[]> {
	const ids: string[] = [];
	let next = 0;
	const worker = async () => {
		while (next < count) {
			const index = next;
			next += 1;
			const body = { external_id: `there-${index}`, name: `There ${index}` };
			const response = await call('POST', '/v1/public/companies', body);
			ids[index] = String((response as { company_id: string }).company_id);
		}
	};
	await Promise.all(Array.from({ length: 8 }, worker));
	return ids;
}
