import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { billingParameters, completenessReader } from '../shared/ai/cost';
import { aiCredentialOf, enrichOptions, seedParameters } from '../shared/ai/parameters';
import { callResponse, isSimplified, keep, ownIdReader, warningsOf } from '../shared/ai/records';
import { runCalls, type SharedCalls } from '../shared/ai/sharedCalls';
import type { Outputs } from '../shared/resource';
import { checkIdentity, explained, withIdentity } from '../shared/resource/actions/identity';
import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import type { RecordReference } from '../shared/resource/actions/requests';
import type { Shape } from '../shared/schema/types';
import { additionalOf, withAdditional } from '../shared/resource/actions/input/additional';
import { additionalBodyFields } from '../shared/resource/description/options';
import {
	booleanOf,
	inOptions,
	itemReader,
	textOf,
	valueOf,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import { isObject } from '../shared/schema/values';
import { badInput, RECORD_ID } from '../shared/http';
import { changesOf, CHANGES, previousValues } from './changes';

/** The item when it comes simplified: what changed and on what that is based, and what was left alone. */
const simplifiedItem: Shape = {
	id: 'text',
	dry_run: 'boolean!',
	'changes!': [
		{
			field: 'text!',
			to: 'any',
			written: 'boolean!',
			confidence: 'any',
			sources: [{ url: 'text', text: 'text' }],
			source_count: 'integer',
		},
	],
	skipped_fields: 'object',
	run_id: 'text',
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
export const runEnrich = async (context: IExecuteFunctions) =>
	await runCalls(context, prepareEnrich);

function prepareEnrich(execution: ExecutionContext, calls: SharedCalls): ItemWork {
	const { context, service } = execution;
	const readCompany = companyReader(execution);
	const parameters = {
		map: valueOf(enrichOptions.customFieldMap, readFieldMap),
		dryRun: booleanOf(enrichOptions.dryRun),
		forceRefresh: booleanOf(enrichOptions.forceRefresh),
		wantsPrevious: booleanOf(enrichOptions.readPreviousValues),
		additional: additionalOf(additionalBodyFields),
	};
	const readOptions = itemReader(context, { ...billingParameters, ...inOptions(parameters) });
	const readPrevious = previousValues(service, aiCredentialOf(context));
	const whyComplete = completenessReader(execution);
	return async (item) => {
		const given = await readCompany(item);
		const { map, dryRun, forceRefresh, wantsPrevious, additional, ...options } = readOptions(item);
		const own = {
			object_type: 'company',
			...given.body,
			...(Object.keys(map).length > 0 && { custom_field_map: map }),
			dry_run: dryRun,
			force_refresh: forceRefresh,
		};
		const body = withAdditional(own, additional, additionalBodyFields);
		const { known, reference } = given;
		const isRecord = reference?.by === 'id';
		const complete = await whyComplete(item, company, reference);
		if (complete) return [calls.skip(known, complete)];
		const simplified = isSimplified(context, item);
		const previous =
			simplified && isRecord && wantsPrevious ? await readPrevious(reference) : undefined;
		const request = {
			path: '/v1/enrich',
			body,
			asks: { kind: 'facts', results: CHANGES },
			...(isRecord && { foundBy: RECORD_ID }),
			purpose: 'enrich the company',
			permission: 'companies:write',
		} as const;
		// A dry run costs as much, and leaves nothing behind to look at.
		const look = dryRun
			? 'at the AI usage of your workspace'
			: 'in the service whether the company has been filled in';
		const shape = (enrichment: IDataObject, notes: string[]): IDataObject => {
			const checked = reference
				? checkIdentity(enriched, reference, enrichment, 'enriched')
				: enrichment;
			const identity = isRecord ? { id: reference.value } : {};
			const result = withIdentity(enriched.identifiers, checked, identity);
			const before = isObject(previous) ? previous : undefined;
			const facts = Object.entries(map).map(([fact, property]) => [property, fact]);
			const changes = changesOf(result, Object.fromEntries(facts) as IDataObject, before);
			const contradictions = contradictionsOf(dryRun, result, changes);
			if (dryRun && contradictions.length === 0 && result.queued !== true) {
				notes.push('dry run, nothing was written: changes are only proposed');
			}
			if (typeof previous === 'string')
				contradictions.push(`the company was not read before: ${previous}`);
			const beside = warningsOf(result, contradictions, notes);
			if (!simplified) return { dry_run: dryRun, ...result };
			const named = { name: before?.name, ...(isRecord && known), ...result, ...beside };
			const isKnown = CHANGES.some((key) => key in result);
			// All of a result that has no changes under the names that are known.
			const full = { ...named, dry_run: dryRun, ...(isKnown && { changes }) };
			return isKnown ? keep(simplifiedItem, full) : full;
		};
		const sending = calls.send(execution, { item, request, look, options, known, shape });
		return [await (isRecord ? explained(enriched, reference, sending, 'id') : sending)];
	};
}

/** Where the service says otherwise than was asked, whether anything was written. */
function contradictionsOf(dryRun: boolean, result: IDataObject, changes: IDataObject[]): string[] {
	const written = changes.filter((change) => change.written).map(({ field }) => field);
	if (dryRun && (written.length > 0 || String(result.dry_run) === 'false')) {
		const what = written.length > 0 ? `it wrote ${written.join(', ')}` : 'this was no dry run';
		return [`Dry Run is on, but the service says that ${what}`];
	}
	return !dryRun && String(result.dry_run) === 'true'
		? ['Dry Run is off, but the service says that it wrote nothing']
		: [];
}

/** What identifies a company, by the service's name for it. */
const SEED = {
	name: textOf(seedParameters.name),
	url: textOf(seedParameters.url),
	external_id: textOf(seedParameters.external_id),
};

/** The result names the company by ID and by the external ID that it was looked for with. */
const enriched = {
	label: 'Company',
	identifiers: { record: 'company_id', envelope: 'company_id', external: 'seed_external_id' },
};

/** The company to enrich: what the request says of it, and by which identifiers it was named. */
interface GivenCompany {
	readonly body: IDataObject;
	readonly reference?: RecordReference;
	/** What an item says of it for which no call is made. */
	readonly known: IDataObject;
}

/** Prepares to identify the company by record, or by name, website or external ID. */
function companyReader(execution: ExecutionContext): (item: number) => Promise<GivenCompany> {
	const { context } = execution;
	const readSeed = itemReader(context, SEED);
	const readId = ownIdReader(execution);
	return async (item) => {
		if (context.getNodeParameter('source', item) === 'record') {
			const { reference, known } = await readId(company, item);
			return { body: { record_id: reference.value }, reference, known };
		}
		const given = Object.entries(readSeed(item)).filter(([, text]) => text !== undefined);
		const seed: IDataObject = Object.fromEntries(given);
		if (given.length === 0) {
			throw badInput(
				'name',
				'No company to enrich is given',
				'Enter its name, website or external ID, or choose By Record and pick one.',
			);
		}
		const reference =
			seed.external_id && ({ by: 'externalId', value: String(seed.external_id) } as const);
		return { body: { seed }, ...(reference && { reference }), known: seed };
	};
}

/** Reads the complete pairs, by what is enriched. */
function readFieldMap(given: unknown, path: string): Readonly<Record<string, string>> {
	const { pair = [] } = given as { pair?: Array<Record<string, string>> };
	const pairs = pair
		.map(({ enriched, property }) => [enriched, property].map((text) => String(text ?? '').trim()))
		.filter((texts) => !texts.includes(''));
	const map = Object.fromEntries(pairs) as Record<string, string>;
	const lost = pairs.find(([enriched, property]) => map[enriched] !== property);
	if (!lost) return map;
	throw badInput(
		path,
		`Custom Field Map gives "${lost[0]}" two properties: "${lost[1]}" and "${map[lost[0]]}"`,
		'Keep one of the pairs, and copy the value into the other property in a later step.',
	);
}
