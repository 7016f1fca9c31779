/**
 * One run of one node of the package against one service:
 *
 *     const { items, failed, requests } = await runNode('company', 'create', fromItem, {
 *         items: [{ name: 'Acme' }, { name: '' }],
 *         onError: 'continueErrorOutput',
 *     });
 */
import type {
	ExecutionError,
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { nodeTypeOf } from './columns';
import { accessWith } from './credential';
import type { CredentialsByType, Engine, RunOptions } from './engine';

/** Where the requests go: a sandbox, a service of testing/services, or any other with its token. */
export interface Service {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** The access token of the credential; that of a sandbox has full access. */
	readonly token?: string;
	readonly tokens?: { readonly fullAccess: string };
	/** Every request so far, oldest first. */
	readonly requests?: readonly unknown[];
}

/** Everything else is as n8n-core's engine takes it: `onError`, `settings`, `mode`, `signal` and so on. */
export interface RunNodeOptions<S extends Service = Service>
	extends Omit<RunOptions, 'items' | 'credentials'> {
	/** JSON of the input items; one empty item when left out. */
	items?: readonly object[];
	/** Another service than the usual one of this `runNode`. */
	service?: S;
	/** Another access token than the service's own. */
	token?: string;
	/** Other credentials than one with an access token. */
	credentials?: CredentialsByType;
	/** The version of the node that the workflow was saved with; the newest when left out. */
	typeVersion?: number;
}

/** What came of a run. */
export interface NodeRun<S extends Service = Service> {
	status: ExecutionStatus;
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Items of the error output. */
	failed: INodeExecutionData[];
	/** Why the node stopped. */
	error?: ExecutionError;
	/** Message and description of the error, as a person reads them; empty without one. */
	errorText: string;
	/** Lines of the hints below the output. */
	hints: string[];
	/** Those that a person sees at first. */
	seen: string[];
	/** Requests that the service received during the run. */
	requests: NonNullable<S['requests']>;
}

/** Runs a node, named as in `workspaceRecords…` and with its resource where the parameters say no other. */
export type RunNode<S extends Service = Service> = <T extends Service = S>(
	type: string,
	operation: string,
	parameters?: INodeParameters,
	options?: RunNodeOptions<T>,
) => Promise<NodeRun<T>>;

/** Makes a `runNode` whose requests go to this service unless a run says otherwise. */
export function runNodeWith<S extends Service>(n8n: Engine, usual: S): RunNode<S> {
	return async <T extends Service = S>(
		type: string,
		operation: string,
		parameters: INodeParameters = {},
		{ items = [{}], ...options }: RunNodeOptions<T> = {},
	): Promise<NodeRun<T>> => {
		const { service = usual, token = tokenOf(service), typeVersion, ...runOptions } = options;
		const received = service.requests?.length ?? 0;
		const { status, last, error } = await n8n.run(
			{
				type: nodeTypeOf({ name: type }),
				parameters: { resource: type, operation, ...parameters },
				...(typeVersion && { typeVersion }),
			},
			{
				credentials: accessWith(service.url, token),
				...runOptions,
				items: items.map((json) => ({ json: json as IDataObject })),
			},
		);
		return {
			status,
			items: last?.main[0] ?? [],
			failed: last?.main[1] ?? [],
			error: last?.error ?? error,
			errorText: textOf(last?.error ?? error),
			hints: linesOf(last?.hints),
			seen: linesOf(last?.hints.filter(({ group }) => !group)),
			requests: (service.requests?.slice(received) ?? []) as NonNullable<T['requests']>,
		};
	};
}

/** The lines of hints; one that is cut is left out where the whole follows. */
export function linesOf(hints: ReadonlyArray<{ readonly message: string }> = []): string[] {
	const texts = hints.flatMap(({ message }) => message.split('<br>'));
	const isWhole = (text: string) =>
		!text.endsWith('…') ||
		!texts.some((other) => other !== text && other.startsWith(text.slice(0, -1)));
	return texts.filter(isWhole);
}

/** The token that a credential for the service holds; any text where the service does not care. */
export const tokenOf = ({ token, tokens }: Service) => token ?? tokens?.fullAccess ?? 'a-token';

function textOf(error?: ExecutionError): string {
	const description = error && 'description' in error && error.description;
	return [error?.message, description].filter(Boolean).join(' | ');
}

/** The outcome that a dry run foretells. */
export const foretold = (outcome: unknown) =>
	typeof outcome === 'string' ? outcome.replace(/^would_(.*)$/, '$1d') : outcome;

/** The JSON of items. */
export const jsonOf = (items: readonly INodeExecutionData[]) => items.map(({ json }) => json);
