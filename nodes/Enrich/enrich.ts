import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { billingParameters, completenessReader } from '../shared/ai/cost';
import { enrichOptions, SEEDS } from '../shared/ai/parameters';
import {
	callResponse,
	isSimplified,
	itemHead,
	keep,
	locatorOf,
	recordReader,
	warningsOf,
} from '../shared/ai/records';
import { runCalls, type SharedCalls } from '../shared/ai/sharedCalls';
import type { Outputs } from '../shared/resource';
import { titleCase } from '../shared/description';
import {
	checkIdentity,
	explained,
	showsId,
	withIdentity,
} from '../shared/resource/actions/identity';
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
import { badInput, RECORD_ID, settle } from '../shared/http';
import { changesOf, CHANGES, outcomeOf, writtenIn } from './changes';

/** The item when it comes simplified: what changed and on what that is based, and what was left alone. */
const simplifiedItem: Shape = {
	...itemHead,
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
	const { context } = execution;
	const records = recordReader(execution);
	const parameters = {
		map: valueOf(enrichOptions.customFieldMap, readFieldMap),
		dryRun: booleanOf(enrichOptions.dryRun),
		forceRefresh: booleanOf(enrichOptions.forceRefresh),
		wantsPrevious: booleanOf(enrichOptions.readPreviousValues),
		additional: additionalOf(additionalBodyFields),
	};
	const readOptions = itemReader(context, { ...billingParameters, ...inOptions(parameters) });
	const whyComplete = completenessReader(execution, records.read);
	return async (item) => {
		const seed = readSeed(context, item);
		const reference = seed ? undefined : await records.referenceOf(company, item);
		const known = () => ({
			...seed,
			...(reference && records.namesOf(company, item, reference.value)),
		});
		const { map, dryRun, forceRefresh, wantsPrevious, additional, ...options } = readOptions(item);
		const own = {
			object_type: 'company',
			...(reference ? { record_id: reference.value } : { seed }),
			...(Object.keys(map).length > 0 && { custom_field_map: map }),
			dry_run: dryRun,
			force_refresh: forceRefresh,
		};
		const body = withAdditional(own, additional, additionalBodyFields);
		const complete = await whyComplete(item, company, reference);
		if (complete) return [calls.skip({ item, options, known: known() }, complete)];
		const simplified = isSimplified(context, item);
		const previous =
			simplified && reference && wantsPrevious
				? await readBefore(records.read(company, reference), reference)
				: undefined;
		const named = known();
		const request = {
			path: '/v1/enrich',
			body,
			asks: { kind: 'facts', results: CHANGES },
			...(reference && { foundBy: RECORD_ID }),
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
			const result = withIdentity(enriched.identifiers, checked);
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
			const ours = { outcome: outcomeOf(result, changes), dry_run: dryRun };
			const renewed = writtenIn(changes, named);
			if (!simplified) return { ...renewed, ...ours, ...result };
			const isKnown = CHANGES.some((key) => key in result);
			// All of a result that has no changes under the names that are known.
			const full = { ...ours, ...result, ...beside, ...ours, ...(isKnown && { changes }) };
			return { ...renewed, ...(isKnown ? keep(simplifiedItem, full) : full) };
		};
		const call = { item, request, look, options, known: named, shape };
		const sending = calls.send(execution, call);
		return [await (reference ? explained(enriched, reference, sending, 'id') : sending)];
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

/** The result names the company by ID and by the external ID that it was looked for with. */
const enriched = {
	label: 'Company',
	identifiers: { record: 'company_id', envelope: 'company_id', external: 'seed_external_id' },
};

/** What is known of a company that need not be in the workspace; undefined where the locator names a record. */
function readSeed(context: IExecuteFunctions, item: number): IDataObject | undefined {
	const { mode, value } = locatorOf(context, item);
	const name = String(mode);
	if (!Object.hasOwn(SEEDS, name)) return undefined;
	const text = textOf({ displayName: titleCase(name), name: 'recordId' }).read(value, 'recordId');
	if (text !== undefined) return { [SEEDS[name].key]: text };
	throw badInput('recordId', `The ${name} of the company is empty`, 'Enter it, or choose By ID.');
}

/** The company before its call, or why it is not known. */
async function readBefore(read: Promise<IDataObject>, reference: RecordReference) {
	const known = await settle(read);
	if (!known.ok) return known.failure.message;
	return showsId(company.identifiers, known.value, reference.value)
		? known.value
		: 'the record that was found shows no ID that proves it';
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
