/**
 * What the tests of a file run on. Each is started once, before the first test, and closed after the
 * last; what it remembers is forgotten before every test:
 *
 *     const { sandbox, runNode } = useSandboxEngine();
 */
import type {
	ICredentialDataDecryptedObject,
	INodeParameters,
	INodeType,
	ResourceMapperField,
} from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox';
import { nodeTypeOf } from './columns';
import { accessWith } from './credential';
import {
	engine,
	loadPackage,
	type CredentialsByType,
	type Engine,
	type LoadedPackage,
} from './engine';
import { runNodeWith, tokenOf, type RunNode, type Service } from './runNode';
import { startCustomService, type CustomService } from './services/customService';

/** Something that is started before the first test, usable as if it was there from the beginning. */
function started<T extends object>(start: () => Promise<T>): T {
	let instance: T | undefined;
	beforeAll(async () => {
		instance = await start();
	});
	const running = () => {
		if (instance) return instance;
		throw new Error('It starts before the first test; use it inside a test or hook');
	};
	return new Proxy({} as T, {
		get: (_, key) => Reflect.get(running(), key) as unknown,
		set: (_, key, value) => Reflect.set(running(), key, value),
	});
}

/** A service of testing/services that needs arguments or is used in one file only. */
export function useService<T extends object & { close(): Promise<void> }>(
	start: () => Promise<T>,
): T {
	const service = started(start);
	afterAll(async () => await service.close());
	return service;
}

/** A sandbox, which is reset before each test unless its records are to stay. */
export function useSandbox(
	options: SandboxOptions = {},
	{ keepsRecords = false }: { keepsRecords?: boolean } = {},
): Sandbox {
	const sandbox = useService(async () => await startSandbox(options));
	if (!keepsRecords) beforeEach(() => sandbox.reset());
	return sandbox;
}

/** A service whose responses the test makes. */
export function useCustomService(): CustomService {
	const service = useService(startCustomService);
	beforeEach(() => {
		service.requests.length = 0;
		service.maxConcurrent = 0;
	});
	return service;
}

/** Further node types by name, or a function that makes them from the package; a name without a dot is in the package. */
type NodeTypes = Record<string, INodeType> | ((pkg: LoadedPackage) => Record<string, INodeType>);

/** n8n's engine with the built package. */
export function useN8n(nodeTypes: NodeTypes = {}): Engine {
	return started(async () => {
		const pkg = await loadPackage();
		const given = typeof nodeTypes === 'function' ? nodeTypes(pkg) : nodeTypes;
		const named = Object.entries(given).map(([name, type]) => [pkg.fullName(name), type] as const);
		return engine(pkg.with(Object.fromEntries(named)));
	});
}

/** What a test does with n8n and a service. */
interface EngineWith<S extends Service> {
	n8n: Engine;
	/** Runs a node; its requests go to the service unless the run says otherwise. */
	runNode: RunNode<S>;
	/** A credential for the service, with its token or another one. */
	credentials: (token?: string) => CredentialsByType;
	/** The same as n8n stores it: what is learned of the service with it holds for all runs with it. */
	storedCredentials: (token?: string) => Promise<CredentialsByType>;
	/** The columns that the editor offers for an operation. */
	columnsOf: (
		resource: string,
		operation: string,
		more?: INodeParameters,
		given?: CredentialsByType,
	) => Promise<ResourceMapperField[]>;
}

/** n8n's engine with the built package, and a service to use it with. */
export function useEngine<S extends Service>(service: S, nodeTypes?: NodeTypes): EngineWith<S> {
	const n8n = useN8n(nodeTypes);
	const credentials = (token = tokenOf(service)) => accessWith(service.url, token);
	return {
		n8n,
		runNode: runNodeWith(n8n, service),
		credentials,
		async storedCredentials(token) {
			const [[type, data]] = Object.entries(credentials(token));
			return { [type]: await n8n.store.add(type, data as ICredentialDataDecryptedObject) };
		},
		async columnsOf(resource, operation, more = {}, given = credentials()) {
			const parameters = { resource, operation, ...more };
			const options = { parameters, credentials: given };
			return (await n8n.resourceMapping(nodeTypeOf({ name: resource }), 'getColumns', options))
				.fields;
		},
	};
}

/** n8n's engine, and a service whose responses the test makes. */
export function useCustomEngine(nodeTypes?: NodeTypes) {
	const service = useCustomService();
	return { service, ...useEngine(service, nodeTypes) };
}

/** n8n's engine, and a sandbox. */
export function useSandboxEngine(nodeTypes?: NodeTypes) {
	const sandbox = useSandbox();
	return { sandbox, ...useEngine(sandbox, nodeTypes) };
}
