import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Outputs } from '../shared/resource';
import { ResponseDifferences, sendRead } from '../shared/resource/actions/readResponse';
import type { Shape } from '../shared/schema/types';
import {
	isCallOfModel,
	runForModel,
	runNode,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import { WHOAMI } from '../shared/resource/actions/requests';

/** The response's `data` (observed; specification: Gaps). */
const whoamiResult: Shape = {
	user_id: 'text!',
	username: 'text',
	email: 'text',
	workspace_id: 'text',
	workspace_code: 'text',
	workspace_name: 'text',
	auth_mode: 'text!',
	principal_key: 'text!',
	token_id: 'text',
	token_name: 'text',
	permission_level: 'text',
	permissions: 'texts',
	scopes: 'texts',
	oauth_app_id: 'text',
};

/** The item: the result and the response's ctx_id. @public */
export const outputs: Outputs = { 'account/whoami': { ...whoamiResult, ctx_id: 'text' } };

/**
 * Returns the token's owner and permissions (specification: GET /v1/public/auth/whoami).
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runWhoami(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isCallOfModel(context)) return await runForModel(context, runWhoami);
	const differences = new ResponseDifferences();
	const output = await runNode(context, (execution) => prepareWhoami(execution, differences));
	differences.publish(context);
	return output;
}

function prepareWhoami({ service }: ExecutionContext, differences: ResponseDifferences): ItemWork {
	return async () => {
		const sent = await sendRead(service, WHOAMI, { shape: whoamiResult }, differences);
		return [sent];
	};
}
