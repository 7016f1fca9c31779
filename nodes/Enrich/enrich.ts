import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { company } from '../Company/company';
import { aiCredentialOf } from '../shared/ai/credentials';
import { readBilling } from '../shared/ai/billing';
import { isSimplified, pickedName, callResponse } from '../shared/ai/output';
import { SharedCalls } from '../shared/ai/sharedCalls';
import type { Outputs } from '../shared/resource';
import { findRecord } from '../shared/resource/actions/externalId';
import { checkIdentity, explainReference, withIdentity } from '../shared/resource/actions/identity';
import type { RecordReference } from '../shared/resource/actions/requests';
import { unmarked, type Shape } from '../shared/schema/types';
import { isObject } from '../shared/schema/values';
import { readAdditional, withAdditional } from '../shared/resource/actions/input/additional';
import { readOwnId } from '../shared/resource/actions/input/itemInput';
import { additionalBodyFields } from '../shared/resource/description/additionalOptions';
import {
	publishHints,
	readBooleanOption,
	readText,
	runNode,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import {
	badInput,
	fail,
	succeed,
	type Result,
	type Service,
	type ServiceRequest,
	RECORD_ID,
} from '../shared/http';

/** The result under `data` (observed; specification: AI request fields, Gaps). */
const enrichResult: Shape = {
	company_id: 'text',
	seed_external_id: 'text',
	run_id: 'text!',
	pipeline_version: 'text!',
	request_hash: 'text!',
	updated_builtin_fields: 'object',
	updated_custom_fields: 'object',
	proposed_fields: 'object',
	field_evidence: 'object',
	skipped_fields: 'object',
	provider_meta: 'object',
};

/** The item when it comes simplified: what changed, and what was left alone. */
const simplifiedItem: Shape = {
	id: 'text',
	external_id: 'text',
	name: 'text',
	dry_run: 'boolean!',
	'changes!': [{ field: 'text!', from: 'any', to: 'any' }],
	skipped_fields: 'object',
	response: callResponse,
};
/** The items, by resource and operation. @public */
export const outputs: Outputs = { 'company/enrich': simplifiedItem };

/**
 * Enriches the company of each item (specification: POST /v1/enrich), and says when nothing was
 * written.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runEnrich(context: IExecuteFunctions) {
	const calls = new SharedCalls(enrichResult);
	const prepare = (execution: ExecutionContext) => prepareEnrich(execution, calls);
	const output = await runNode(context, prepare, aiCredentialOf(context));
	calls.publish(context);
	const { readPreviousValues } = context.getNodeParameter('options', 0, {}) as IDataObject;
	if (readPreviousValues === true && !opensRecords(context)) {
		publishHints(
			context,
			'Read Previous Values needs an access or refresh token: a workspace code is sent to Enrich and Score only, so the companies were not read before.',
		);
	}
	const proposed = output[0].filter(({ json }) => json.dry_run === true).length;
	if (proposed > 0) {
		publishHints(
			context,
			`Dry run: nothing was written. ${proposed} of ${output[0].length} results only propose changes.`,
		);
	}
	return output;
}

function prepareEnrich({ context, service }: ExecutionContext, calls: SharedCalls): ItemWork {
	return async (item) => {
		const company = readCompany(context, item);
		if (!company.ok) return company;
		const options = context.getNodeParameter('options', item, {}) as IDataObject;
		const { map, lost } = readFieldMap(options);
		if (lost) {
			return badInput(
				'options.customFieldMap',
				`Custom Field Map gives "${lost[0]}" two properties: "${lost[1]}" and "${map[lost[0]]}"`,
				'Keep one of the pairs, and copy the value into the other property in a later step.',
			);
		}
		const dryRun = readBooleanOption(options, 'dryRun', 'Dry Run');
		if (!dryRun.ok) return dryRun;
		const forceRefresh = readBooleanOption(options, 'forceRefresh', 'Force Refresh');
		if (!forceRefresh.ok) return forceRefresh;
		const wantsPrevious = readBooleanOption(options, 'readPreviousValues', 'Read Previous Values');
		if (!wantsPrevious.ok) return wantsPrevious;
		// A dry run costs as much, and leaves nothing behind to look at.
		const billing = readBilling(
			options,
			dryRun.value
				? 'at the AI usage of your workspace'
				: 'in the service whether the company has been filled in',
		);
		if (!billing.ok) return billing;
		const additional = readAdditional(options, additionalBodyFields);
		if (!additional.ok) return additional;
		const own = {
			object_type: 'company',
			...company.value.body,
			...(Object.keys(map).length > 0 && { custom_field_map: map }),
			dry_run: dryRun.value,
			force_refresh: forceRefresh.value,
		};
		const body = withAdditional(own, additional.value, additionalBodyFields);
		if (!body.ok) return body;
		const request: ServiceRequest = {
			method: 'POST',
			path: '/v1/enrich',
			body: body.value,
			...billing.value,
			asks: { kind: 'facts' },
			...(company.value.reference && { foundBy: RECORD_ID }),
			purpose: 'enrich the company',
			permission: 'companies:write',
		};
		const { reference } = company.value;
		const simplified = isSimplified(context, item);
		const previous =
			simplified && reference && wantsPrevious.value && opensRecords(context)
				? await readPrevious(service, reference)
				: undefined;
		const sent = await calls.send(service, request);
		if (!sent.ok) {
			return reference ? fail(explainReference(enriched, reference, sent.failure, 'id')) : sent;
		}
		const checked = reference
			? checkIdentity(enriched, reference, sent.value, 'enriched')
			: succeed(sent.value);
		if (!checked.ok) return checked;
		const known = { id: reference?.value };
		const result = withIdentity(enriched.identifiers, checked.value, known);
		const full = { dry_run: dryRun.value, ...result };
		return succeed([
			simplified ? simplify({ ...pickedName(context, item), ...full }, previous) : full,
		]);
	};
}

/** A workspace code goes to Enrich and Score only (specification: Authentication, 5). */
const opensRecords = (context: IExecuteFunctions) =>
	aiCredentialOf(context) === 'workspaceRecordsApi';

/** The company before the call; unknown where it cannot be read, which does not stop the call. */
async function readPrevious(
	service: Service,
	reference: RecordReference,
): Promise<IDataObject | undefined> {
	const found = await findRecord({ service, resource: company }, reference, {});
	return found.ok ? found.value.record : undefined;
}

const CHANGES = ['updated_builtin_fields', 'updated_custom_fields', 'proposed_fields'];

/** What changed and what was left alone; all of a result that has no changes under the names that are known. */
function simplify(result: IDataObject, previous: IDataObject | undefined): IDataObject {
	const known = CHANGES.filter((key) => isObject(result[key]));
	if (known.length === 0) return result;
	const changes = known
		.flatMap((key) => Object.entries(result[key] as IDataObject))
		.map(([field, to]) => ({
			field,
			...(previous && Object.hasOwn(previous, field) ? { from: previous[field] } : {}),
			to,
		}));
	const kept: IDataObject = { name: previous?.name, ...result, changes };
	return Object.fromEntries(
		Object.keys(simplifiedItem)
			.map((key) => unmarked(key).name)
			.filter((key) => kept[key] !== undefined)
			.map((key) => [key, kept[key]]),
	);
}

/** What identifies a company: the service's name for it, the parameter, and its label. */
const SEED = [
	['name', 'name', 'Name'],
	['url', 'url', 'Website'],
	['external_id', 'externalId', 'External ID'],
] as const;

/** The result names the company by ID and by the external ID that it was looked for with. */
const enriched = {
	label: 'Company',
	identifiers: { record: 'company_id', envelope: 'company_id', external: 'seed_external_id' },
};

/** The company to enrich: what the request says of it, and by which identifiers it was named. */
interface GivenCompany {
	readonly body: IDataObject;
	readonly reference?: RecordReference;
}

/** Identifies the company by record, or by name, website or external ID. */
function readCompany(context: ExecutionContext['context'], item: number): Result<GivenCompany> {
	if (context.getNodeParameter('source', item) === 'record') {
		const reference = readOwnId(context, 'Company', item);
		if (!reference.ok) return reference;
		return succeed({ body: { record_id: reference.value.value }, reference: reference.value });
	}
	const seed: IDataObject = {};
	for (const [key, parameter, label] of SEED) {
		const text = readText(context.getNodeParameter(parameter, item, ''), parameter, label);
		if (!text.ok) return text;
		if (text.value !== '') seed[key] = text.value;
	}
	if (Object.keys(seed).length === 0) {
		return badInput(
			'name',
			'No company to enrich is given',
			'Enter its name, website or external ID, or choose By Record and pick one.',
		);
	}
	return succeed({ body: { seed } });
}

/** The complete pairs, by what is enriched, and one that says the same of another property. */
function readFieldMap(options: IDataObject) {
	const { pair } = (options.customFieldMap ?? {}) as { pair?: Array<Record<string, string>> };
	const pairs = (pair ?? [])
		.map(({ enriched, property }) => [enriched, property].map((text) => String(text ?? '').trim()))
		.filter((texts) => !texts.includes(''));
	const map = Object.fromEntries(pairs) as Record<string, string>;
	return { map, lost: pairs.find(([enriched, property]) => map[enriched] !== property) };
}
