import type { IDataObject } from 'n8n-workflow';

import type { ExecutionContext } from '../../execution';
import {
	fail,
	failureOf,
	settle,
	unexpectedResponse,
	unwrap,
	type Failure,
	type ServiceRequest,
} from '../../http';
import { readWrite } from './bulk/bulkResponse';
import { noteRewritten } from './compare';
import { together } from './envelope';
import { searchRecord, type FindBy } from './find';
import type { ExecutionHints } from './hints';
import {
	checkIdentity,
	explained,
	explainReference,
	externalIdIn,
	knownFrom,
	referenceIn,
	showsArchived,
	shownExternalId,
	shownId,
	showsId,
	withIdentity,
} from './identity';
import { findIfThere, findRecord, type FoundRecord, type RecordSource } from './identityProof';
import { sendWrite } from './readResponse';
import { findCreated, findUnkeyed, reconciled } from './reconcileCreate';
import { requestsOf, type RecordReference } from './requests';

/** Where records are read and written, and what is kept of it. */
type WritableSource = RecordSource &
	Pick<ExecutionContext, 'parallel' | 'tries'> & { readonly hints: ExecutionHints };

/** Whether it may have happened, and nothing says so. */
const isLost = ({ kind, mayHaveHappened }: Failure) =>
	mayHaveHappened === true && kind !== 'refused' && kind !== 'storedWithProblems';

/**
 * The records of one kind, one at a time. A record that is named by external ID is looked up before it is changed or
 * archived, and then addressed by its own ID. Where it is open whether a create was done that must not be sent again, the
 * record is looked up afterwards. All methods throw Failure.
 */
export class Records {
	private readonly requests: ReturnType<typeof requestsOf>;

	constructor(private readonly source: WritableSource) {
		this.requests = requestsOf(source.resource);
	}

	/** Reads a record. */
	async get(reference: RecordReference): Promise<IDataObject> {
		const { resource, options } = this.source;
		const reading = { query: options.query, specified: resource.specified?.get };
		const finding = findRecord(this.source, reference, reading);
		return (await explained(resource, reference, finding)).record;
	}

	/**
	 * Looks for a record: the external ID by its own call, any other field by the service's search. A body that has an
	 * external ID besides means that record.
	 *
	 * @returns undefined where there surely is none; one that is archived where there is no other
	 */
	async find(by: FindBy, body: IDataObject): Promise<FoundRecord | undefined> {
		const { identifiers } = this.source.resource;
		const reference = referenceIn(this.source.resource, body);
		const isExternal = by.field === identifiers.external;
		const found = isExternal ? undefined : await searchRecord(this.source, by, body);
		if (found && !showsArchived(found.record)) return found;
		return (reference && (await findIfThere(this.source, reference))) ?? found;
	}

	/**
	 * Creates a record, or upserts it. A create that may have happened, and that must not be sent again, is looked up.
	 *
	 * @param by what a record without an external ID was looked for by before
	 * @param item the item that it is about, so that a further try of the run does not create it again
	 */
	async create(body: IDataObject, by?: FindBy, item?: number): Promise<IDataObject> {
		const { resource, options, hints, tries } = this.source;
		const request = this.requests.create(body, options);
		const reference = referenceIn(resource, body);
		// What may have happened in an earlier try is looked up, not sent.
		const earlier = item === undefined ? undefined : tries.unknown.get(item);
		const since = earlier ? tries.since : Date.now();
		const sent = earlier ? fail(earlier) : await settle(this.write(request, body));
		if (item !== undefined && !request.idempotent) tries.note(item, sent);
		let written: IDataObject;
		if (sent.ok) {
			written = sent.value;
		} else {
			if (request.idempotent || !isLost(sent.failure)) throw sent.failure;
			const outcome =
				by && !reference
					? await findUnkeyed(resource, by.field, body, this.find(by, body))
					: await findCreated(this.source, body, since);
			written = reconciled(resource, sent.failure, outcome);
		}
		const checked = reference ? checkIdentity(resource, reference, written, 'created') : written;
		const record = withIdentity(resource.identifiers, checked, reference && knownFrom(reference));
		const { id, job_id: job } = together(record);
		// Whoever goes on with the record needs it.
		if (id === undefined && job === undefined) {
			hints.note([`The service responded without ${resource.identifiers.envelope}.`]);
		}
		return record;
	}

	/**
	 * Changes a record.
	 *
	 * @param found the record, where it was looked up before
	 */
	async update(reference: RecordReference, body: IDataObject, found?: FoundRecord) {
		const { resource } = this.source;
		// A body that carries an external ID may change it.
		const own = referenceIn(resource, body);
		const changed = reference.by === 'externalId' && own ? own : reference;
		try {
			const request = await this.updateRequest(reference, body, found);
			const written = await this.write(request, body, reference);
			const checked = checkIdentity(resource, changed, written, 'changed');
			const known = { ...knownFrom(changed), ...(own && knownFrom(own)) };
			return withIdentity(resource.identifiers, checked, known);
		} catch (error) {
			throw explainReference(resource, reference, failureOf(error));
		}
	}

	/**
	 * Archives a record.
	 *
	 * @param item the item that it is about, so that a further try of the run knows of this one
	 */
	async archive(reference: RecordReference, item?: number): Promise<IDataObject> {
		const { service, resource, options, tries } = this.source;
		const mayBeArchived = item !== undefined && tries.unknown.has(item);
		let archived: IDataObject = {};
		try {
			const located = await this.locate(reference);
			const request = this.requests.delete(located, options);
			const sent = await settle(sendWrite(service, request));
			// Sent again, it would not find the record that it has archived.
			if (item !== undefined) tries.note(item, sent);
			archived = checkIdentity(resource, reference, unwrap(sent), 'archived');
		} catch (error) {
			const failure = failureOf(error);
			// An earlier attempt of this request archived the record; its response did not arrive.
			const isDone = failure.kind === 'notFound' && (mayBeArchived || failure.mayHaveHappened);
			if (!isDone) throw explainReference(resource, reference, failure);
		}
		return { ...withIdentity(resource.identifiers, archived, knownFrom(reference)), deleted: true };
	}

	private async write(request: ServiceRequest, body: IDataObject, own?: RecordReference) {
		const { service, resource } = this.source;
		const sent = await settle(service.send(request));
		if (!sent.ok) throw await this.withHolder(sent.failure, body, own);
		const written = readWrite(resource, request, sent.value, body);
		noteRewritten(this.source, body, written);
		return written;
	}

	/** A refusal for a value that another record has, as one search shows, names that record. */
	private async withHolder(failure: Failure, body: IDataObject, own?: RecordReference) {
		const { fields, findBy = [], identifiers, label: noun } = this.source.resource;
		const said = JSON.stringify([failure.message, failure.serviceDetails]).toLowerCase();
		const ids = [own?.value, externalIdIn(this.source.resource, body)];
		for (const { name: field, label } of failure.kind === 'refused' ? fields : []) {
			if (!findBy.includes(field) || field === identifiers.external) continue;
			const isNamed = [field, label.toLowerCase()].some((word) => said.includes(word));
			if (!isNamed && (failure.status !== 409 || field === 'name')) continue;
			const found = await settle(searchRecord(this.source, { field, takesOldest: true }, body));
			if (!found.ok || !found.value) continue;
			const { record, reference } = found.value;
			const isOwn = (id = '') =>
				showsId(identifiers, record, id) || shownExternalId(identifiers, record) === id;
			if (ids.some(isOwn)) continue;
			const holder = `the ${noun.toLowerCase()} ${reference.value}`;
			return failure.with({
				message: `${failure.message}: ${holder} has the same ${label}`,
				remedy: `Give it another ${label} or archive it, and run again. ${failure.remedy}`,
			});
		}
		return failure;
	}

	/** The reference by which a record is changed or archived: its own ID. By external ID it is looked up. */
	private async locate(reference: RecordReference, found?: FoundRecord): Promise<RecordReference> {
		if (reference.by !== 'externalId') return reference;
		const { resource, options } = this.source;
		const { record } = found ?? (await findRecord(this.source, reference));
		const id = shownId(resource.identifiers, record);
		if (id !== undefined) return { by: 'id', value: String(id) };
		const lookup = this.requests.get(reference, options);
		const response = { status: 200, headers: {}, body: record };
		throw unexpectedResponse(lookup, `a ${resource.label.toLowerCase()} without an ID`, response);
	}

	/**
	 * The request that updates a record. By external ID, an object that upserts is written by its key, as the
	 * specification has it (Object support matrix), once it is known to exist. A body that changes the
	 * external ID cannot be keyed by it.
	 */
	private async updateRequest(reference: RecordReference, body: IDataObject, found?: FoundRecord) {
		const { resource, options } = this.source;
		const { external } = resource.identifiers;
		const located = await this.locate(reference, found);
		const renames = external && external in body && body[external] !== reference.value;
		const upserts = resource.operations.includes('upsert') && !renames;
		if (reference.by === 'externalId' && external && upserts) {
			const keyed = this.requests.create({ ...body, [external]: reference.value }, options);
			return { ...keyed, purpose: this.requests.update(reference, body, options).purpose };
		}
		return this.requests.update(located, body, options);
	}
}
