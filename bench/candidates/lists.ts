import { PARALLEL, type Candidate } from './candidate';
import { httpRequest } from './httpRequest';
import { runNode } from './runNode';

/** Reads `count` companies, a hundred to a page. */
export const lists: Record<string, Candidate> = {
	'this package': async (target) => {
		const parameters = {
			resource: 'company',
			operation: 'getAll',
			returnAll: true,
			options: { maxParallelRequests: PARALLEL },
		};
		return (await runNode('workspaceRecordsCompany', parameters, [{ json: {} }], target)).length;
	},
	'HTTP Request node': httpRequest(
		{
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: '100' }] },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ $response.body.data.length < 100 }}',
						limitPagesFetched: false,
						requestInterval: 0,
					},
				},
			},
		},
		() => [{ json: {} }],
	),
};
