import type { IDataObject } from 'n8n-workflow';

import {
	badInput,
	pageQuery,
	RECORD_ID,
	segment,
	type AskedPage,
	type ServiceRequest,
} from '../../http';
import { keptUnder } from '../../lifetime';
import { hasLostCharacters, LOST_CHARACTERS, show, findUnsendableAlone } from '../../schema/limits';
import { trimId, whyRounded } from '../../schema/ids';
import { isFilled } from '../../schema/presence';
import { type BulkWrite, type ReadCall, type Resource, recordNames } from '../definition/resource';

/** A record as a person points to it. */
export interface RecordReference {
	readonly by: 'id' | 'externalId';
	readonly value: string;
}

/** What a call needs to know beside the record: choices in the path, workspace, language. */
export interface CallOptions {
	/** Value of the resource's path choice. */
	readonly pathParameter?: string;
	readonly workspaceId?: string;
	readonly language?: string;
	/** Wire names of fields that are not compared. */
	readonly ignored?: readonly string[];
	/** Further query parameters of a read, as a person gives them. */
	readonly query?: IDataObject;
}

/** Whose token it is, and of which workspace (specification: GET /v1/public/auth/whoami). */
export const WHOAMI: ServiceRequest = {
	method: 'GET',
	path: '/v1/public/auth/whoami',
	idempotent: true,
	asks: { kind: 'facts' },
	purpose: 'check the token',
	permission: 'read',
};

type Call = ReadCall | 'create' | 'update' | 'delete';

/** Servers close the connection at longer addresses, often without a word, which looks like an outage. */
const MAX_REFERENCE_LENGTH = 2000;

/** Reads the identifier of a record from a parameter. @throws Failure */
export function readReference(
	by: RecordReference['by'],
	given: unknown,
	parameter: string,
	label: string,
): RecordReference {
	const kind = by === 'externalId' ? 'external ID' : 'ID';
	const refuse = (what: string, remedy: string) =>
		badInput(parameter, `The ${kind} of the ${label.toLowerCase()} ${what}`, remedy);
	const unsendable = findUnsendableAlone(given) ?? whyRounded(given);
	const trimmed = trimId(typeof given === 'number' ? String(given) : given);
	if (typeof trimmed !== 'string' || !isFilled(trimmed) || unsendable) {
		const what = unsendable ?? (isFilled(trimmed) ? show(given) : 'empty');
		const form = whyRounded(given) ? 'text, from where it is made' : 'text or number';
		throw refuse(`is ${what}`, `Enter the ${kind} as ${form}.`);
	}
	if (trimmed === '.' || trimmed === '..') {
		throw badInput(parameter, `"${trimmed}" is not an ${kind}`, `Enter the ${kind} of a record.`);
	}
	if (hasLostCharacters(trimmed)) {
		throw refuse(`is ${show(trimmed)}`, `� ${LOST_CHARACTERS}.`);
	}
	if (trimmed.length > MAX_REFERENCE_LENGTH) {
		throw refuse(
			`has ${trimmed.length.toLocaleString('en')} characters`,
			`Enter the ${kind} of a record; it goes into the address of the request.`,
		);
	}
	return { by, value: trimmed };
}

/** Made once for each resource: an execution may send thousands of requests. */
const namesOf = keptUnder('Names of a record in responses', 'resource', recordNames);

/** The requests of a record resource (specification: Object support matrix, Endpoints). */
export function requestsOf(resource: Resource) {
	const { identifiers, label, plural } = resource;
	const [thing, things] = [label.toLowerCase(), plural.toLowerCase()];
	const record = namesOf(resource, '', resource);
	const hasResults = resource.writeResponse === 'results';
	const reads = { method: 'GET', idempotent: true, permission: 'read' } as const;
	const writes = { idempotent: true, permission: 'write (a Full Access token)' } as const;
	const asks = { kind: 'write', record, hasResults } as const;
	const base = (call: Call, { pathParameter = '' }: CallOptions) =>
		(call === 'list' ? (resource.listPath ?? resource.path) : resource.path).replace(
			/\{\w+\}/,
			segment(pathParameter),
		);
	const taken = [...(resource.extraReads ?? []), ...(resource.bulk ? [resource.bulk] : [])];
	/** @throws Failure where the address is that of something else */
	const ownPath = (path: string, value: string) => {
		if (!taken.some((other) => other.path === path.toLowerCase())) return path;
		throw badInput(
			'recordId',
			`"${value}" is no ID of a ${thing}: the service has something else at this address`,
			`Enter the ID of a ${thing}.`,
		);
	};
	const one = (
		call: 'get' | 'update' | 'delete',
		{ by, value }: RecordReference,
		options: CallOptions,
	) => ({
		path: ownPath(`${base(call, options)}/${segment(value)}`, value),
		foundBy: RECORD_ID,
		query: {
			// The query takes precedence over the path where a call knows it; the path holds it either way.
			...(by === 'externalId' && identifiers.externalQuery?.includes(call)
				? { external_id: value }
				: {}),
			...contextQuery(resource, call, options),
		},
	});

	return {
		/** @param asked a page of the list; all of it, or its first page, when left out */
		list: (query: IDataObject, options: CallOptions = {}, asked?: AskedPage): ServiceRequest => ({
			...reads,
			path: base('list', options),
			query: {
				...query,
				...(asked && pageQuery(asked, resource.list.paging !== undefined)),
				...contextQuery(resource, 'list', options),
			},
			asks: { kind: 'list' },
			purpose: `list the ${things}${asked && asked.page > 1 ? `, page ${asked.page}` : ''}`,
		}),
		get: (reference: RecordReference, options: CallOptions = {}): ServiceRequest => ({
			...reads,
			...one('get', reference, options),
			asks: { kind: 'read', record },
			purpose: `get the ${thing} ${reference.value}`,
		}),
		create: (body: IDataObject, options: CallOptions = {}): ServiceRequest => ({
			...writes,
			method: 'POST',
			path: base('create', options),
			body,
			idempotent: isKeyed(resource, body),
			asks: { ...asks, creates: true },
			purpose: `create the ${thing}`,
		}),
		bulk: (
			{ path, list }: BulkWrite,
			records: readonly IDataObject[],
			once: IDataObject,
		): ServiceRequest => ({
			...writes,
			method: 'POST',
			path,
			body: { [list]: [...records], ...once },
			idempotent: records.every((each) => isKeyed(resource, each)),
			asks: { kind: 'results' },
			purpose: `create the ${things}`,
		}),
		update: (
			reference: RecordReference,
			body: IDataObject,
			options: CallOptions = {},
		): ServiceRequest => ({
			...writes,
			...one('update', reference, options),
			method: 'PUT',
			body,
			asks,
			purpose: `update the ${thing} ${reference.value}`,
		}),
		delete: (reference: RecordReference, options: CallOptions = {}): ServiceRequest => ({
			...writes,
			...one('delete', reference, options),
			method: 'DELETE',
			asks: { kind: 'write', record },
			purpose: `archive the ${thing} ${reference.value}`,
		}),
	};
}

/** Whether writing this body twice leaves one record: the object upserts and the body has the key. */
export function isKeyed({ operations, identifiers }: Resource, body: IDataObject): boolean {
	const key = identifiers.external;
	return key !== undefined && operations.includes('upsert') && typeof body[key] === 'string';
}

function contextQuery(resource: Resource, call: Call, options: CallOptions): IDataObject {
	const query: IDataObject = {};
	if (options.workspaceId && call !== 'create' && resource.workspace?.includes(call)) {
		query.workspace_id = options.workspaceId;
	}
	if (options.language && isRead(call) && resource.language?.includes(call)) {
		query.lang = options.language;
		query.language = options.language;
	}
	return query;
}

const isRead = (call: Call): call is ReadCall => call === 'list' || call === 'get';
