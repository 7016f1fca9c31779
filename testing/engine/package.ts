/** The built package, loaded the way n8n loads a community package. */
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import {
	NodeHelpers,
	type ICredentialType,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';

import { prepareEnvironment, temporaryFolder } from './environment';
import { helperNodeTypes } from './helperNodes';

const PROJECT_ROOT = resolve(__dirname, '../..');

/** Node types and credential types of one package, plus the few helper nodes a run needs. */
export class LoadedPackage implements INodeTypes {
	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly helpers: Record<string, INodeType> = helperNodeTypes,
	) {}

	/** The package name, as in package.json. */
	get name(): string {
		return this.loader.packageName;
	}

	/** Full node type name; a name without a dot is a node of this package. */
	fullName(nodeType: string): string {
		return nodeType.includes('.') ? nodeType : `${this.name}.${nodeType}`;
	}

	/** This package with further node types, keyed by full name, for example of n8n's own nodes. */
	with(nodeTypes: Record<string, INodeType>): LoadedPackage {
		return new LoadedPackage(this.loader, { ...this.helpers, ...nodeTypes });
	}

	getByName(nodeType: string): INodeType | IVersionedNodeType {
		if (Object.hasOwn(this.helpers, nodeType)) return this.helpers[nodeType];
		const [packageName, name] = this.fullName(nodeType).split('.');
		if (packageName !== this.name) {
			throw new Error(
				`Node type "${nodeType}" is not part of ${this.name}. Hand it over with LoadedPackage.with().`,
			);
		}
		return this.loader.getNode(name).type;
	}

	getByNameAndVersion(nodeType: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(nodeType), version);
	}

	getKnownTypes() {
		return this.loader.known.nodes;
	}

	/** Names of all nodes of the package, without the package name. */
	nodeNames(): string[] {
		return Object.keys(this.loader.known.nodes);
	}

	/** Throws when the package has no such credential type. */
	credentialType(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
	}

	/** Names of the nodes that take this credential, without the package name. */
	supportedNodes(credentialType: string): string[] {
		return this.loader.known.credentials[credentialType]?.supportedNodes ?? [];
	}
}

const loaded = new Map<string, Promise<LoadedPackage>>();

/**
 * Loads the package that `npm run build` made, once per test file.
 * @throws when the package, or a file its package.json names, is missing or does not load
 */
export async function loadPackage(root = PROJECT_ROOT): Promise<LoadedPackage> {
	let promise = loaded.get(root);
	if (!promise) loaded.set(root, (promise = load(root)));
	return await promise;
}

/**
 * Loads the package once more, with module state of its own, as another n8n process would have.
 * Libraries, n8n's included, stay shared.
 *
 * @param nodes folders in `nodes` of those that are needed; none: all
 */
export async function loadPackageAgain(...nodes: readonly string[]): Promise<LoadedPackage> {
	assertBuilt(PROJECT_ROOT);
	const copy = temporaryFolder('package-');
	const manifest = readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8');
	const pkg = JSON.parse(manifest) as { n8n: { nodes: string[] } };
	const isNeeded = (path: string) => {
		const [, folder] = /dist\/nodes\/([A-Z]\w*)/.exec(path) ?? [];
		return nodes.length === 0 || folder === undefined || nodes.includes(folder);
	};
	pkg.n8n.nodes = pkg.n8n.nodes.filter(isNeeded);
	writeFileSync(join(copy, 'package.json'), JSON.stringify(pkg));
	const filter = (from: string) => isNeeded(relative(PROJECT_ROOT, from));
	cpSync(join(PROJECT_ROOT, 'dist'), join(copy, 'dist'), { recursive: true, filter });
	symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
	return await load(copy);
}

async function load(root: string): Promise<LoadedPackage> {
	assertBuilt(root);
	await prepareEnvironment();
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	return new LoadedPackage(loader);
}

function assertBuilt(root: string): void {
	if (!existsSync(join(root, 'dist'))) {
		throw new Error(`${root} has no dist folder. Build the package first: npm run build`);
	}
}
