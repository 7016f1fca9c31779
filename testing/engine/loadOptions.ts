/** What the editor asks a node for: pick lists, searches, columns. Through `LoadOptionsContext`. */
import { LoadOptionsContext } from 'n8n-core';
import type {
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import {
	additionalData,
	storeCredentials,
	toNode,
	workflowOf,
	type CredentialsByType,
	type EngineParts,
} from './workflow';

export interface LoadOptions {
	parameters?: INodeParameters;
	credentials?: CredentialsByType;
	/** The parameter that asks, for example `parameters.recordId`. */
	path?: string;
}

export interface ListSearchOptions extends LoadOptions {
	/** What the person typed. */
	filter?: string;
	/** From the previous page. */
	paginationToken?: string;
}

/** Calls `methods.loadOptions` of a node; it and the two below make a context for each call. */
export async function loadOptions(
	parts: EngineParts,
	nodeType: string,
	method: string,
	options: LoadOptions = {},
): Promise<INodePropertyOptions[]> {
	const { methods, context } = await prepare(parts, nodeType, options);
	return await find('loadOptions', methods?.loadOptions, method).call(context);
}

export async function listSearch(
	parts: EngineParts,
	nodeType: string,
	method: string,
	{ filter, paginationToken, ...options }: ListSearchOptions = {},
): Promise<INodeListSearchResult> {
	const { methods, context } = await prepare(parts, nodeType, options);
	const search = find('listSearch', methods?.listSearch, method);
	const result = await search.call(context, filter, paginationToken);
	const token = result.paginationToken as unknown;
	return typeof token === 'number' ? { ...result, paginationToken: String(token) } : result;
}

export async function resourceMapping(
	parts: EngineParts,
	nodeType: string,
	method: string,
	options: LoadOptions = {},
): Promise<ResourceMapperFields> {
	const { methods, context } = await prepare(parts, nodeType, options);
	return await find('resourceMapping', methods?.resourceMapping, method).call(context);
}

async function prepare(
	parts: EngineParts,
	nodeType: string,
	{ parameters, credentials, path = '' }: LoadOptions,
): Promise<{ methods: INodeType['methods']; context: LoadOptionsContext }> {
	const stored = await storeCredentials(parts.store, credentials);
	const node = toNode(parts.pkg, { type: nodeType, parameters }, 0, stored);
	const workflow = workflowOf(node, parts.pkg);
	// The workflow fills in the defaults, as the editor has them.
	const filled = workflow.nodes[node.name];
	const data = additionalData(parts, { currentNodeParameters: filled.parameters });
	return {
		methods: parts.pkg.getByNameAndVersion(node.type, node.typeVersion).methods,
		context: new LoadOptionsContext(workflow, filled, data, path),
	};
}

function find<T>(kind: string, methods: Record<string, T> | undefined, name: string): T {
	const method = methods?.[name];
	if (!method) {
		const known = Object.keys(methods ?? {}).join(', ') || 'none';
		throw new Error(`The node has no ${kind} method "${name}"; it has: ${known}`);
	}
	return method;
}
