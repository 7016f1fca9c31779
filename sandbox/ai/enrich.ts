import type { JsonObject } from '../contract';
import { ServiceError } from '../errors';
import { customProperties } from '../objects/properties';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { domainOf, findEvidence, type Evidence } from './evidence';
import { hashOf } from './hash';

export interface EnrichRequest {
	object_type: 'company';
	record_id?: string | null;
	seed?: { name?: string | null; url?: string | null; external_id?: string | null } | null;
	custom_field_map?: Record<string, string>;
	dry_run?: boolean;
	force_refresh?: boolean;
}

const builtIn = ['name', 'url', 'address'] as const;
const facts = ['industry', 'employee_band', 'founded_year'] as const;

/** The company a request is about: by record, else by external ID, else by domain, else by name. */
function companyOf({ record_id: id, seed }: EnrichRequest, { records }: Service) {
	if (id) {
		const record = records.byId('companies', id.toLowerCase());
		if (record && !record.archived) return record;
		throw new ServiceError(404, `No company ${id}`);
	}
	const { external_id: external, url, name } = seed ?? {};
	if (!external && !url && !name) {
		throw new ServiceError(400, 'record_id, or a seed with name, url or external_id, is needed', {
			errors: { record_id: ['is needed when there is no seed'] },
		});
	}
	const live = external ? records.byExternalId('companies', external) : undefined;
	if (live && !live.archived) return live;
	const all = records.all('companies');
	const domain = domainOf(url);
	return (
		(domain && all.find(({ fields }) => domainOf(fields.url) === domain)) ||
		(name && all.find(({ fields }) => String(fields.name).toLowerCase() === name.toLowerCase())) ||
		undefined
	);
}

/** Which value goes where, and what is left alone and why. */
function plan(
	request: EnrichRequest,
	record: StoredRecord | undefined,
	entry: Evidence,
	service: Service,
) {
	const builtInFields: JsonObject = {};
	const customFields: JsonObject = {};
	const skipped: Record<string, string> = {};
	const consider = (target: JsonObject, field: string, present: unknown, value: unknown) => {
		if (present === value) skipped[field] = 'already has this value';
		else if (present != null && present !== '' && !request.force_refresh) {
			skipped[field] = 'already has a value';
		} else target[field] = value;
	};
	for (const field of builtIn) consider(builtInFields, field, record?.fields[field], entry[field]);
	const own = customProperties('companies', service);
	const present = (record?.fields.custom ?? {}) as JsonObject;
	for (const [fact, reference] of Object.entries(request.custom_field_map ?? {})) {
		const property = own.find(
			({ id, fields }) => id === reference || fields.internal_name === reference,
		);
		const known = facts.find((name) => name === fact);
		if (!known) skipped[fact] = `no such fact; facts are ${facts.join(', ')}`;
		else if (!property) skipped[fact] = `companies have no custom property ${reference}`;
		else {
			const name = String(property.fields.internal_name);
			consider(customFields, name, present[name], entry[known]);
		}
	}
	return { builtInFields, customFields, skipped };
}

/**
 * Fills in what is publicly known of a company. The rule: empty fields are filled; a field with a value is left
 * alone unless `force_refresh` is set; `dry_run`, and a seed that no record fits, only propose.
 */
export function enrich(request: EnrichRequest, service: Service) {
	const record = companyOf(request, service);
	const { matchedBy, entry } = findEvidence(record ? record.fields : (request.seed ?? {}));
	const { builtInFields, customFields, skipped } = entry
		? plan(request, record, entry, service)
		: { builtInFields: {}, customFields: {}, skipped: {} };
	const proposed = { ...builtInFields, ...customFields };
	const writes = record !== undefined && !request.dry_run;
	if (writes && Object.keys(proposed).length > 0) {
		const custom = { ...(record.fields.custom as JsonObject | undefined), ...customFields };
		service.records.save(record, { fields: { ...record.fields, ...builtInFields, custom } });
	}
	const requestHash = hashOf(request);
	const source = { source: 'example evidence', domain: entry?.domain, confidence: 1 };
	const data = {
		company_id: record?.id ?? null,
		seed_external_id: request.seed?.external_id ?? null,
		run_id: `run-${hashOf([record?.id ?? null, requestHash])}`,
		pipeline_version: 'sandbox-1',
		request_hash: requestHash,
		updated_builtin_fields: writes ? builtInFields : {},
		updated_custom_fields: writes ? customFields : {},
		proposed_fields: writes ? {} : proposed,
		field_evidence: Object.fromEntries(
			Object.entries(proposed).map(([field, value]) => [field, { ...source, value }]),
		),
		skipped_fields: skipped,
		provider_meta: {
			provider: 'example evidence',
			found: entry !== undefined,
			matched_by: entry ? matchedBy : null,
			dry_run: request.dry_run ?? false,
		},
	};
	return { data, message: messageFor(entry, record, request, Object.keys(proposed).length) };
}

function messageFor(
	entry: Evidence | undefined,
	record: StoredRecord | undefined,
	{ dry_run: dryRun }: EnrichRequest,
	fields: number,
) {
	if (!entry) return 'Nothing is known of this company; nothing was written';
	if (!record)
		return 'No company in the workspace fits the seed; values are proposed, nothing was written';
	if (dryRun) return `Dry run: ${fields} fields proposed, nothing was written`;
	return fields === 0 ? 'Nothing to add' : `${fields} fields updated`;
}
