import { PARALLEL, type Candidate } from './candidate';
import { httpRequest } from './httpRequest';
import { runOwnNode } from './nodes';

/** Reads `count` companies, a hundred to a page. */
export const lists: Record<string, Candidate> = {
	'this package': async (target) => {
		const parameters = {
			returnAll: true,
			options: { requests: { maxParallelRequests: PARALLEL } },
		};
		return (await runOwnNode(target, 'company', 'getAll', parameters)).length;
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
