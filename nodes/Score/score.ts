import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { aiCredentialOf } from '../shared/ai/credentials';
import { readBilling } from '../shared/ai/billing';
import { isSimplified, pickedName, callResponse } from '../shared/ai/output';
import { SharedCalls } from '../shared/ai/sharedCalls';
import type { Outputs } from '../shared/resource';
import { company } from '../Company/company';
import { deal } from '../Deal/deal';
import { checkIdentity, explainReference } from '../shared/resource/actions/identity';
import type { Shape } from '../shared/schema/types';
import { readAdditional, withAdditional } from '../shared/resource/actions/input/additional';
import { readOwnId } from '../shared/resource/actions/input/itemInput';
import { additionalBodyFields } from '../shared/resource/description/additionalOptions';
import { readText, runNode, type ItemWork, type ExecutionContext } from '../shared/execution';
import { badInput, fail, RECORD_ID, succeed, type ServiceRequest } from '../shared/http';

/** The result under `data` (observed; specification: AI request fields, Gaps). */
const scoreResult: Shape = {
	object_type: 'text!',
	record_id: 'text!',
	snapshot_id: 'text!',
	algorithm_key: 'text!',
	algorithm_version: 'text!',
	score_model_id: 'text',
	score_model_name: 'text',
	score_model_version: 'integer',
	input_hash: 'text!',
	output_hash: 'text!',
	score: 'integer!',
	band: 'text!',
	dimensions: [{}],
	reasons: [{}],
	explanation: 'text',
};

/** The item when it comes simplified: what a person decides by. */
const simplifiedItem: Shape = {
	id: 'text',
	name: 'text',
	score: 'integer!',
	band: 'text!',
	reasons: [{}],
	explanation: 'text',
	response: callResponse,
};
/** The items, by resource and operation. @public */
export const outputs: Outputs = { 'company/score': simplifiedItem, 'deal/score': simplifiedItem };

/** The permission that scoring needs, by what is scored (specification: Authentication, 4). */
const permissions: Readonly<Record<string, string>> = {
	company: 'companies:read',
	deal: 'cases:read',
};

const labels: Readonly<Record<string, string>> = { company: company.label, deal: deal.label };

/** The result names the scored record by its ID. */
const identifiers = { record: 'record_id', envelope: 'record_id' };

/**
 * Scores the company or deal of each item (specification: POST /v1/score).
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runScore(context: IExecuteFunctions) {
	const calls = new SharedCalls(scoreResult);
	const prepare = (execution: ExecutionContext) => prepareScore(execution, calls);
	const output = await runNode(context, prepare, aiCredentialOf(context));
	calls.publish(context);
	return output;
}

function prepareScore({ context, service }: ExecutionContext, calls: SharedCalls): ItemWork {
	return async (item) => {
		const objectType = String(context.getNodeParameter('resource', item));
		if (!(objectType in permissions)) {
			return badInput(
				'resource',
				`The resource to score is "${objectType}"`,
				`Use one of ${Object.keys(permissions).join(', ')}.`,
			);
		}
		const reference = readOwnId(context, objectType, item);
		if (!reference.ok) return reference;
		const options = context.getNodeParameter('options', item, {}) as IDataObject;
		const model = readText(options.scoreModelId, 'options.scoreModelId', 'Score Model ID');
		if (!model.ok) return model;
		const billing = readBilling(
			options,
			`in the service whether the ${objectType} has a new score`,
		);
		if (!billing.ok) return billing;
		const additional = readAdditional(options, additionalBodyFields);
		if (!additional.ok) return additional;
		const own = {
			object_type: objectType,
			record_id: reference.value.value,
			...(model.value ? { score_model_id: model.value } : {}),
		};
		const body = withAdditional(own, additional.value, additionalBodyFields);
		if (!body.ok) return body;
		const request: ServiceRequest = {
			method: 'POST',
			path: '/v1/score',
			body: body.value,
			...billing.value,
			asks: { kind: 'facts' },
			foundBy: RECORD_ID,
			purpose: `score the ${objectType}`,
			permission: permissions[objectType],
		};
		const sent = await calls.send(service, request);
		const scored = { label: labels[objectType], identifiers };
		if (!sent.ok) return fail(explainReference(scored, reference.value, sent.failure, 'id'));
		const checked = checkIdentity(scored, reference.value, sent.value, 'scored');
		if (!checked.ok) return checked;
		const result = { id: reference.value.value, ...checked.value };
		return succeed([
			isSimplified(context, item) ? simplify({ ...pickedName(context, item), ...result }) : result,
		]);
	};
}

/** What a person decides by; all of a result that has no score under the name that is known. */
const simplify = (result: IDataObject): IDataObject =>
	'score' in result
		? Object.fromEntries(
				Object.keys(simplifiedItem)
					.filter((key) => key in result)
					.map((key) => [key, result[key]]),
			)
		: result;
