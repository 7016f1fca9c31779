import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { billingParameters, completenessReader } from '../shared/ai/cost';
import {
	callResponse,
	isSimplified,
	itemHead,
	keep,
	recordReader,
	warningsOf,
} from '../shared/ai/records';
import { runCalls, type SharedCalls } from '../shared/ai/sharedCalls';
import type { Outputs } from '../shared/resource';
import type { Resource } from '../shared/resource/definition/resource';
import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { deal } from '../Deal/WorkspaceRecordsDeal.node.js';
import { checkIdentity, explained } from '../shared/resource/actions/identity';
import type { Shape } from '../shared/schema/types';
import { additionalOf, withAdditional } from '../shared/resource/actions/input/additional';
import { additionalBodyFields } from '../shared/resource/description/options';
import {
	inOptions,
	itemReader,
	textOf,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import { badInput, RECORD_ID } from '../shared/http';
import { scoreModelOption } from '../shared/ai/parameters';

/** The item when it comes simplified: what a person decides by. */
const simplifiedItem: Shape = {
	...itemHead,
	score: 'integer!',
	band: 'text!',
	reasons: [{}],
	explanation: 'text',
	response: callResponse,
};
/** The items, by resource and operation. @public */
export const outputs: Outputs = { 'company/score': simplifiedItem, 'deal/score': simplifiedItem };

/** What can be scored, and the permission for it (specification: Authentication, 4). */
const kinds: Readonly<Record<string, { of: Resource; permission: string }>> = {
	company: { of: company, permission: 'companies:read' },
	deal: { of: deal, permission: 'cases:read' },
};

/** The result names the scored record by its ID. */
const identifiers = { record: 'record_id', envelope: 'record_id' };

/**
 * Scores the company or deal of each item (specification: POST /v1/score).
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export const runScore = async (context: IExecuteFunctions) => await runCalls(context, prepareScore);

function prepareScore(execution: ExecutionContext, calls: SharedCalls): ItemWork {
	const { context } = execution;
	const readOptions = itemReader(context, {
		...billingParameters,
		...inOptions({
			model: textOf(scoreModelOption),
			additional: additionalOf(additionalBodyFields),
		}),
	});
	const records = recordReader(execution);
	const whyComplete = completenessReader(execution, records.read);
	return async (item) => {
		const objectType = String(context.getNodeParameter('resource', item));
		const kind = Object.hasOwn(kinds, objectType) ? kinds[objectType] : undefined;
		if (!kind) {
			throw badInput(
				'resource',
				`The resource to score is "${objectType}"`,
				`Use one of ${Object.keys(kinds).join(', ')}.`,
			);
		}
		const reference = await records.referenceOf(kind.of, item);
		const { model, additional, ...options } = readOptions(item);
		const complete = await whyComplete(item, kind.of, reference);
		const known = records.namesOf(kind.of, item, reference.value);
		if (complete) return [calls.skip({ item, options, known }, complete)];
		const own = {
			object_type: objectType,
			record_id: reference.value,
			...(model ? { score_model_id: model } : {}),
		};
		const body = withAdditional(own, additional, additionalBodyFields);
		const request = {
			path: '/v1/score',
			body,
			asks: { kind: 'facts', results: ['score'] },
			foundBy: RECORD_ID,
			purpose: `score the ${objectType}`,
			permission: kind.permission,
		} as const;
		const look = `in the service whether the ${objectType} has a new score`;
		const scored = { label: kind.of.label, identifiers };
		const shape = (scoring: IDataObject, notes: string[]): IDataObject => {
			const checked = checkIdentity(scored, reference, scoring, 'scored');
			const outcome = checked.queued === true ? 'queued' : 'scored';
			const result: IDataObject = { outcome, ...checked };
			const beside = warningsOf(result, [], notes);
			// Its form is observed (specification: AI request fields, Gaps).
			if (outcome === 'scored' && !('score' in result)) notes.push('no score under that name');
			if (!isSimplified(context, item)) return result;
			const full = { ...result, ...beside, outcome };
			// All of a result that has no score under the name that is known.
			return 'score' in result ? keep(simplifiedItem, full) : full;
		};
		const sending = calls.send(execution, { item, request, look, options, known, shape });
		return [await explained(scored, reference, sending, 'id')];
	};
}
