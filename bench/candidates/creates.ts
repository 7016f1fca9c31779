import { bareLoop, helper, helperWithCredential } from './bareLoop';
import { companies, PARALLEL, type Candidate } from './candidate';
import { httpRequest } from './httpRequest';
import { rawAxios } from './rawAxios';
import { runNode } from './runNode';

/** Creates `count` companies, one request each. */
export const creates: Record<string, Candidate> = {
	'axios, keep-alive': rawAxios(true),
	'axios, a connection each': rawAxios(false),
	'n8n’s helper, bare loop': bareLoop(PARALLEL, helper),
	'n8n’s helper with credential, bare loop': bareLoop(PARALLEL, helperWithCredential),
	'this package': async (target, count) => {
		const parameters = {
			resource: 'company',
			operation: 'create',
			fields: { mappingMode: 'autoMapInputData', value: null },
			options: { maxParallelRequests: PARALLEL },
		};
		return (await runNode('workspaceRecordsCompany', parameters, companies(count), target)).length;
	},
	'one at a time (built-in CRM nodes)': bareLoop(1, helperWithCredential),
	'HTTP Request node': httpRequest(
		{
			method: 'POST',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
			options: { batching: { batch: { batchSize: PARALLEL, batchInterval: 0 } } },
		},
		companies,
	),
};
