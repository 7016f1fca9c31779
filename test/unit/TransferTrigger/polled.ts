import type { IDataObject, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

/** What n8n passes to a poll of the Transfer Trigger; a function is asked each time. */
export const pollContext = (given: {
	/** Nodes with the same credential share a limiter. */
	credential?: string;
	accessToken?: string;
	activation?: string;
	parameters: () => IDataObject;
	staticData: () => IDataObject;
	budgetMs?: number;
	warn?: (message: string) => void;
	/** What the service sends for a path. */
	respond: (path: string) => Promise<object> | object;
}) =>
	({
		getNode: () => ({
			name: 'Trigger',
			parameters: {},
			credentials: { workspaceRecordsApi: { id: given.credential ?? '1', name: 'Service' } },
		}),
		getMode: () => 'trigger',
		getActivationMode: () => given.activation ?? 'update',
		logger: { warn: given.warn ?? (() => {}) },
		getNodeParameter: (name: string) => given.parameters()[name],
		getCredentials: async () => ({
			baseUrl: `http://service-${given.credential ?? '1'}.test`,
			authentication: 'accessToken',
			accessToken: given.accessToken ?? 'a',
		}),
		getWorkflow: () => ({ id: `workflow-${given.credential}`, name: 'Workflow', active: true }),
		getWorkflowStaticData: () => given.staticData(),
		...(given.budgetMs !== undefined && { getPollBudgetMs: () => given.budgetMs }),
		helpers: {
			httpRequestWithAuthentication: async (_: string, { url }: IHttpRequestOptions) =>
				await given.respond(new URL(url).pathname),
		},
	}) as unknown as IPollFunctions;
