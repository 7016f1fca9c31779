/** All methods of all nodes that the editor calls, and one call of one of them. */
import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import {
	NodeApiError,
	NodeOperationError,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
	type INodeType,
	type ResourceMapperFields,
} from 'n8n-workflow';

import { CONSTANT_VALUES } from '../../credentials/fields';
import { NOTICE } from '../../nodes/shared/schema/limits';
import { TOKEN, type Asked, type Behaviour } from './behaviours';

type Result = INodeListSearchResult | INodePropertyOptions[] | ResourceMapperFields;

export interface Method {
	/** `Deal searchRecords`. */
	readonly name: string;
	readonly kind: 'listSearch' | 'loadOptions' | 'resourceMapping';
	readonly call: (
		context: ILoadOptionsFunctions,
		filter?: string,
		page?: string,
	) => Promise<Result>;
}

const NODES = join(__dirname, '../../nodes');

export async function allMethods(): Promise<Method[]> {
	const methods: Method[] = [];
	for (const folder of readdirSync(NODES)) {
		for (const name of [`WorkspaceRecords${folder}`, 'WorkspaceRecordsTrigger']) {
			const file = join(NODES, folder, `${name}.node.ts`);
			if (!existsSync(file)) continue;
			const classes = (await import(file)) as Record<string, new () => INodeType>;
			const node = new classes[name]();
			for (const kind of ['listSearch', 'loadOptions', 'resourceMapping'] as const) {
				for (const [method, call] of Object.entries(node.methods?.[kind] ?? {})) {
					methods.push({
						name: `${folder} ${method}`,
						kind,
						call: async (context, ...given) => await (call as CallOf).call(context, ...given),
					});
				}
			}
		}
	}
	return methods;
}

type CallOf = (this: ILoadOptionsFunctions, filter?: string, page?: string) => Promise<Result>;

/** What came of a call. */
export interface Outcome {
	readonly results: INodePropertyOptions[];
	readonly notices: INodePropertyOptions[];
	readonly token?: string;
	/** All that the editor shows of it. */
	readonly shown: string;
	readonly error?: Error;
	readonly requests: number;
	readonly ms: number;
}

/** The parameters of each node, as the editor has them. */
const PARAMETERS: Readonly<Record<string, unknown>> = {
	operation: 'create',
	objectName: 'companies',
	inputMode: 'line',
	resource: 'company',
};

let credentials = 0;

/**
 * The editor of one person: each has a credential of its own, so that no lesson is shared.
 *
 * @param sent called with every request
 */
export function editorOf(behaviour: Behaviour, sent = () => {}) {
	const id = String((credentials += 1));
	const requests: Asked[] = [];
	let number = 0;
	const respond = async (options: IHttpRequestOptions) => {
		const asked = {
			method: String(options.method),
			path: new URL(String(options.url)).pathname,
			query: options.qs ?? {},
			number: number++,
		};
		requests.push(asked);
		sent();
		const { status = 200, headers = {}, body, error, delayMs = 0 } = behaviour.answer(asked);
		const timeout = Number(options.timeout ?? Infinity);
		if (delayMs > 0) await new Promise((resume) => setTimeout(resume, Math.min(delayMs, timeout)));
		if (delayMs > timeout) throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
		if (error) throw Object.assign(new Error(`Bearer ${TOKEN}`), { code: error });
		return { statusCode: status, headers, body };
	};
	const node = {
		id: '1',
		name: 'Node',
		type: 'node',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
		credentials: { workspaceRecordsApi: { id, name: 'Credential' } },
	};
	const context = {
		getNode: () => node,
		getCredentials: async () => ({
			baseUrl: 'https://service.example',
			authentication: 'accessToken',
			accessToken: TOKEN,
			refreshToken: '',
			sessionToken: '',
			[CONSTANT_VALUES]: 'yes',
		}),
		getNodeParameter: (name: string, fallback: unknown) => PARAMETERS[name] ?? fallback,
		getCurrentNodeParameter: (name: string) => PARAMETERS[name],
		helpers: {
			httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
				await respond(options),
		},
	} as unknown as ILoadOptionsFunctions;

	return {
		requests,
		async call(method: Method, filter?: string, page?: string): Promise<Outcome> {
			const before = requests.length;
			const startedAt = performance.now();
			const cost = () => ({
				requests: requests.length - before,
				ms: performance.now() - startedAt,
			});
			try {
				const given = await method.call(context, filter, page);
				const results = resultsOf(given);
				return {
					results: results.filter(({ value }) => value !== NOTICE),
					notices: results.filter(({ value }) => value === NOTICE),
					token: 'results' in given ? (given.paginationToken as string | undefined) : undefined,
					shown:
						'fields' in given ? JSON.stringify(given) : results.map(({ name }) => name).join('\n'),
					...cost(),
				};
			} catch (thrown) {
				const error = thrown as Error & { description?: string; context?: unknown };
				const { message, description, context: more } = error;
				const shown = JSON.stringify([message, description, more, { ...error }]);
				return { results: [], notices: [], shown, error, ...cost() };
			}
		},
	};
}

function resultsOf(given: Result): INodePropertyOptions[] {
	if (Array.isArray(given)) return given;
	return 'results' in given ? given.results : given.fields.flatMap(({ options }) => options ?? []);
}

const MISTAKE =
	/not iterable|undefined|Cannot read|is not a function|call stack|report it|\[object Object\]/;

const pieces = [TOKEN, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString('base64')].flatMap(
	(form) => Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8)),
);

/** What is wrong with a call; nothing, for a good one. */
export function problemsOf(
	method: Method,
	behaviour: Behaviour,
	{ results, notices, shown, error, requests, ms }: Outcome,
	filter = '',
): string[] {
	const problems: string[] = [];
	const isOurs = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (error && !isOurs) problems.push(`a raw error: ${error.stack ?? error.message}`);
	if (MISTAKE.test(error ? error.message : results.map(({ name }) => name).join('\n')))
		problems.push(`a mistake of ours: ${shown.slice(0, 200)}`);
	if (ms > 25_000) problems.push(`${Math.round(ms / 1000)} s`);
	if (requests > 64) problems.push(`${requests} requests`);
	const piece = pieces.find((one) => shown.includes(one));
	if (piece)
		problems.push(
			`the secret: ${shown.slice(Math.max(0, shown.indexOf(piece) - 60), shown.indexOf(piece) + 60)}`,
		);
	if (results.some(({ name }) => name.length > 200 || name.trim() === ''))
		problems.push('an odd label');
	const isSilent =
		!error && results.length === 0 && notices.length === 0 && method.kind !== 'resourceMapping';
	const mayBeEmpty = behaviour.isEmpty || filter !== '';
	if (isSilent && !mayBeEmpty) problems.push('empty without a word');
	return problems;
}
