import type { IDataObject } from 'n8n-workflow';

import {
	Failure,
	RECORD_ID,
	segment,
	unexpectedResponse,
	type RecordNames,
	type Service,
	type ServiceRequest,
} from '../http';
import { reportDifferences } from '../schema/differences';
import { isObject } from '../schema/values';
import { transferRecord } from './record';

/** The one reader of a transfer, which checks that the response is the one that was asked for. */

/** Which transfer is read. */
export interface AskedTransfer {
	readonly id: string;
	/** Empty: the token's own. */
	readonly workspaceId?: string;
	/** A record that shows another ID than the one asked for is taken for it all the same. */
	readonly acceptsOtherId?: boolean;
}

/** A record that is the one asked for, as far as the response shows it. */
export interface TransferReading {
	/** As the service sent it, without its envelope. */
	readonly record: IDataObject;
	/** Fields whose values are of another kind than specified: they are passed on, and nothing is concluded from them. */
	readonly setAside: readonly string[];
}

/**
 * Reads one transfer (specification: GET /v1/public/transfers/{history_id}).
 *
 * @throws Failure of the kind `otherRecord` where the response shows another ID, both in `serviceDetails`
 */
export async function readTransfer(
	service: Service,
	asked: AskedTransfer,
): Promise<TransferReading> {
	const { id, workspaceId } = asked;
	const request: ServiceRequest = {
		method: 'GET',
		path: `/v1/public/transfers/${segment(id)}`,
		query: workspaceId ? { workspace_id: workspaceId } : undefined,
		idempotent: true,
		asks: { kind: 'read', record: NAMES, find: (body) => findRecord(body, id)?.place },
		foundBy: RECORD_ID,
		purpose: 'read the transfer',
		permission: 'read',
	};
	const response = await service.send(request);
	const { body } = response;
	const found = findRecord(body, id);
	if (!found) throw unexpectedResponse(request, 'not a transfer', response);
	const { record, otherId } = found;
	if (otherId !== undefined && !asked.acceptsOtherId) {
		throw new Failure({
			kind: 'otherRecord',
			message: `The service responded with the transfer "${otherId}" when asked for "${id}"`,
			remedy:
				'Check the ID. If the service shows this transfer under another ID, turn on Accept Another ID in the options.',
			serviceDetails: { asked_id: id, shown_id: otherId },
		});
	}
	const setAside: string[] = [];
	reportDifferences(transferRecord, record, (field) => setAside.push(field));
	return { record, setAside };
}

/** What a person should know of fields that were set aside. */
export const adviseOnSetAside = (fields: readonly string[]): string =>
	`Values of another kind than specified: ${fields.join(', ')}. They are passed on as they came, and do not decide whether the transfer has ended.`;

/** Where a record shows its ID; by the first three it may also show that it is another one. */
const ID_KEYS = ['id', 'history_id', 'transfer_id', 'uuid', 'job_id', 'object_id', 'record_id'];
const OTHER_ID_KEYS = ID_KEYS.slice(0, 3);

/** Beside a status, one of these shows that an object is a transfer: responses have none of them. */
const EVIDENCE = [
	...['total_number', 'success_number', 'failed_number', 'error_file_url', 'data_file_url'],
	...['checkpoint_details', 'channel_id', 'channel_name'],
];

const NAMES: RecordNames = {
	ids: ID_KEYS,
	externalIds: [],
	wrappers: ['transfer', 'history', 'job', 'result', 'record'],
	fields: Object.keys(transferRecord),
};

/** What is found in a response. */
interface FoundTransfer {
	/** The object that is the transfer. */
	readonly place: object;
	/** That object, with what its envelope says of it. */
	readonly record: IDataObject;
	/** The ID that it shows, of the same form as the one asked for. */
	readonly otherId?: string;
}

/** Nested envelopes that are opened. */
const MAX_DEPTH = 4;

/**
 * Finds the transfer in a response: an object that shows the ID that was asked for, or a status and one of `EVIDENCE`.
 * An envelope is an object without these around one with them; the status of an envelope is its own.
 *
 * @param envelope what the objects around it say of it
 */
function findRecord(
	body: unknown,
	id: string,
	envelope: IDataObject = {},
	depth = MAX_DEPTH,
): FoundTransfer | undefined {
	const place: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
	if (!isObject(place) || depth === 0) return undefined;
	const isShown = (key: string) => (place[key] ?? '') !== '';
	const asked = idOf(id);
	const ownKey = ID_KEYS.find((key) => idOf(place[key])?.plain === asked?.plain);
	const hasEvidence = EVIDENCE.some(isShown);
	if (!hasEvidence) {
		const { ctx_id } = place;
		const around = { ...envelope, ...(ownKey && { id }), ...(isShown('ctx_id') && { ctx_id }) };
		for (const key of ['data', ...NAMES.wrappers]) {
			const found = findRecord(place[key], id, around as IDataObject, depth - 1);
			if (found) return found;
		}
	}
	const record = { ...envelope, ...place } as IDataObject;
	if (ownKey) return { place, record };
	if (!hasEvidence && !isShown('status')) return undefined;
	const otherKey = OTHER_ID_KEYS.find((key) => idOf(place[key])?.form === asked?.form);
	if (otherKey) return { place, record, otherId: String(place[otherKey]) };
	const isTransfer = 'id' in envelope || (hasEvidence && isShown('status'));
	return isTransfer ? { place, record } : undefined;
}

/**
 * An ID as it is compared: without case and dashes, a number without leading zeros. IDs of different forms say nothing of
 * each other: a record may have a number beside its UUID.
 */
function idOf(id: unknown): { plain: string; form: 'uuid' | 'number' | 'text' } | undefined {
	if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return undefined;
	const plain = String(id).trim().toLowerCase().replace(/[-{}]/g, '');
	if (/^[0-9a-f]{32}$/.test(plain)) return { plain, form: 'uuid' };
	if (!/^\d+$/.test(plain)) return { plain, form: 'text' };
	return { plain: plain.replace(/^0+/, ''), form: 'number' };
}
