import type { INodeParameters } from 'n8n-workflow';

import { fromItem } from '../../../testing/parameters';
import { bareLoop, helper, helperWithCredential } from './bareLoop';
import { companies, companyOf, PARALLEL, type Candidate } from './candidate';
import { httpRequest } from './httpRequest';
import { runOwnNode } from './nodes';
import { rawAxios } from './rawAxios';

const own =
	(requests: INodeParameters): Candidate =>
	async (target, count) => {
		const parameters = { ...fromItem, options: { requests } };
		const items = Array.from({ length: count }, (_, index) => companyOf(index));
		return (await runOwnNode(target, 'company', 'create', parameters, { items })).length;
	};

/** Creates `count` companies, one request each. */
export const creates: Record<string, Candidate> = {
	'axios, keep-alive': rawAxios(true),
	'axios, a connection each': rawAxios(false),
	'n8n’s helper, bare loop': bareLoop(PARALLEL, helper),
	'n8n’s helper with credential, bare loop': bareLoop(PARALLEL, helperWithCredential),
	'this package': own({ maxParallelRequests: PARALLEL }),
	'this package, as it is by default': own({}),
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
