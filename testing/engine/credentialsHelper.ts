/**
 * Stand-in for the `CredentialsHelper` of n8n 2.40.7, over a store in memory. It keeps that class's
 * conditions and the order of its steps, since token refresh depends on both. Left out is what needs
 * a licence or a database: external secrets, resolvers, overwrites, policies.
 */
import { Credentials, getAdditionalKeys } from 'n8n-core';
import {
	getCredentialOwnRequestAllowedDomains,
	ICredentialsHelper,
	isExpression,
	NodeHelpers,
	UserError,
	Workflow,
	type IAuthenticateGeneric,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { CredentialStore, CredentialUse } from './credentialStore';
import type { LoadedPackage } from './package';

/** Runs and decrypts for one engine. */
export class StoredCredentialsHelper extends ICredentialsHelper {
	/** Counts of this engine only, however many engines share the store. */
	readonly use: CredentialUse = { fetched: 0, decrypted: 0, saved: 0 };

	constructor(
		private readonly pkg: LoadedPackage,
		private readonly store: CredentialStore,
	) {
		super();
	}

	getParentTypes(typeName: string): string[] {
		return this.pkg.credentialType(typeName).extends ?? [];
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { extends: parents, properties } = this.pkg.credentialType(type);
		if (parents?.length) throw new Error(`Credential type "${type}" extends others: not supported`);
		return properties;
	}

	isCredentialUsableByNode(type: string, nodeType: string): boolean {
		if (!this.pkg.credentialType(type).restrictToSupportedNodes) return true;
		return this.pkg.supportedNodes(type).some((name) => this.pkg.fullName(name) === nodeType);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const type = this.pkg.credentialType(typeName);
		if (typeof type.authenticate === 'function') {
			return await type.authenticate(credentials, options);
		}
		if (type.authenticate?.type === 'generic') {
			this.authenticateGeneric(type.authenticate, credentials, options, workflow, node);
		}
		return options;
	}

	private authenticateGeneric(
		{ properties }: IAuthenticateGeneric,
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): void {
		const resolve = (value: string) => {
			if (!isExpression(value)) return value;
			const keys = { $credentials: credentials };
			const resolved = workflow.expression.getSimpleParameterValue(node, value, 'internal', keys);
			return resolved ? String(resolved) : '';
		};
		options.headers ??= {};
		for (const [part, values] of Object.entries(properties)) {
			const target = options as unknown as Record<string, Record<string, unknown>>;
			target[part] ??= {};
			for (const [key, value] of Object.entries(values as Record<string, string>)) {
				target[part][resolve(key)] = resolve(value);
			}
		}
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.pkg.credentialType(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		)?.name;
		if (expirable === undefined || typeof type.preAuthentication !== 'function') return undefined;

		const isTest = node.parameters?.temp === '' && node.type === 'n8n-nodes-base.noOp';
		if (credentials[expirable] !== '' && !credentialsExpired && !isTest) return undefined;

		const output = await this.runPreAuthentication(helpers, credentials, typeName);
		const returned = output as ICredentialDataDecryptedObject;
		if (returned[expirable] === undefined || !node.credentials) return undefined;

		const details = node.credentials[type.name];
		const stored = await this.decrypt(await this.getCredentials(details, type.name));
		const merged = { ...stored };
		for (const [key, value] of Object.entries(returned)) {
			if (key === expirable || !isExpression(stored[key])) merged[key] = value;
		}
		await this.updateCredentials(details, type.name, merged);
		return Object.assign(credentials, returned);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.pkg.credentialType(typeName);
		const output = await preAuthentication?.call(
			restrictToCredentialDomains(helpers, credentials),
			credentials,
		);
		return output as ICredentialDataDecryptedObject | undefined;
	}

	async getCredentials(details: INodeCredentialsDetails, type: string): Promise<Credentials> {
		if (!details?.id) throw new UserError(`Credential "${details?.name}" of "${type}" has no ID`);
		await this.store.latency();
		this.use.fetched += 1;
		const row = this.store.row(details.id, type);
		return new Credentials({ id: row.id, name: row.name }, row.type, row.data);
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = await this.decrypt(await this.getCredentials(details, type));
		if (raw) return data;
		return this.applyDefaults(data, type, additionalData, mode, executeData, resolveValues);
	}

	/** Fills in the defaults of missing fields and resolves expressions. */
	applyDefaults(
		data: ICredentialDataDecryptedObject,
		type: string,
		additionalData: IWorkflowExecuteAdditionalData,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		values?: ICredentialsExpressionResolveValues,
	): ICredentialDataDecryptedObject {
		const properties = this.getCredentialsProperties(type);
		const filled = NodeHelpers.getNodeParameters(
			properties,
			data as never,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		const { allowedHttpRequestDomains, allowedDomains } = data;
		if (allowedHttpRequestDomains !== undefined) {
			filled.allowedHttpRequestDomains ??= allowedHttpRequestDomains;
		}
		if (allowedDomains !== undefined) filled.allowedDomains ??= allowedDomains;

		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		const node = values?.node ?? emptyWorkflow.nodes.none;
		const { expression } = values?.workflow ?? emptyWorkflow;
		const resolve = () =>
			expression.getParameterValue(
				filled as never,
				values?.runExecutionData ?? null,
				values?.runIndex ?? 0,
				values?.itemIndex ?? 0,
				node.name,
				values?.connectionInputData ?? [],
				mode,
				keys,
				executeData,
				false,
				filled,
			) as ICredentialDataDecryptedObject;
		if (!values) return resolve();
		try {
			return resolve();
		} catch (error) {
			(error as Error).message += ' [Error resolving credentials]';
			throw error;
		}
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const { id, name } = await this.getCredentials(details, type);
		await this.store.latency();
		this.use.saved += 1;
		await this.store.write({ id: id as string, name, type }, data);
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('OAuth2 credentials are not supported here');
	}

	private async decrypt(credentials: Credentials): Promise<ICredentialDataDecryptedObject> {
		this.use.decrypted += 1;
		return await credentials.getData();
	}
}

/** Expressions of a credential that is read outside a run have no workflow to refer to. */
const emptyWorkflow = new Workflow({
	nodes: [
		{ id: 'none', name: 'none', type: 'none', typeVersion: 1, position: [0, 0], parameters: {} },
	],
	connections: {},
	active: false,
	nodeTypes: {
		getByName: () => ({ description: { properties: [] } }) as never,
		getByNameAndVersion: () => ({ description: { properties: [] } }) as never,
		getKnownTypes: () => ({}),
	},
});

/** n8n gives `preAuthentication` this one helper, bound to the domains the credential allows. */
function restrictToCredentialDomains(
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): IHttpRequestHelper {
	return {
		helpers: {
			async httpRequest(options: IHttpRequestOptions) {
				// Older n8n do not restrict what a credential itself asks for.
				const allowedDomains = getCredentialOwnRequestAllowedDomains?.(credentials);
				if (allowedDomains === undefined) return await helpers.httpRequest(options);
				if (options.allowedDomains !== undefined) {
					throw new UserError('The credential and its request both restrict domains');
				}
				return await helpers.httpRequest({ ...options, allowedDomains });
			},
		},
	};
}
