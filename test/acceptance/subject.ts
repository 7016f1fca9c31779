import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Resource } from '../../nodes/shared/resource/definition/resource';
import type { CredentialsByType, Engine } from '../../testing/engine';
import { accessWith } from '../../testing/credential';
import { runNodeWith, type NodeRun, type RunNodeOptions } from '../../testing/runNode';
import { Skipped, type Need } from './need';

/** The service under test, and what may be done to it. */
export interface Workspace {
	/** Shown in the table. */
	readonly name: string;
	/** Base URL without a slash at the end. */
	readonly url: string;
	readonly token: string;
	readonly allowed: ReadonlySet<Need>;
	/** Started for this run: nobody minds what is left in it. */
	readonly isDisposable: boolean;
	/** Its records do not show what was written, so that values cannot be compared. */
	readonly showsFixedValues: boolean;
	/** Begins the external ID, and the name, of every record that is written. */
	readonly prefix: string;
	/** Lists with more records are not read completely. */
	readonly maxRecords: number;
	/** A transfer to read; the calls of transfers are left out without one. */
	readonly transfer?: string;
	/** The partner of the migration endpoints, which are left out without one. */
	readonly partner?: string;
	/** What was written in this run, by resource name. */
	readonly written: Map<string, Written[]>;
}

/** A record that this run has written. */
export interface Written {
	readonly id: string;
	readonly externalId?: string;
	readonly values: Readonly<Record<string, unknown>>;
}

/** What the service sends; the body is undefined where it is no JSON. */
export interface Response {
	readonly status: number;
	readonly body: unknown;
}

/** The object that properties are read and written of. */
const OBJECT = 'orders';

/** One object of a workspace, as the checks use it: through the nodes. */
export class Subject {
	private all?: Promise<IDataObject[]>;

	constructor(
		/** Of the node: `company`, `score`. */
		readonly name: string,
		readonly workspace: Workspace,
		readonly n8n: Engine,
		readonly definition?: Resource,
	) {}

	/** @throws {Skipped} for an object that is no record */
	get resource(): Resource {
		if (!this.definition) throw new Skipped('is not about records');
		return this.definition;
	}

	get credentials(): CredentialsByType {
		return accessWith(this.workspace.url, this.workspace.token);
	}

	get written(): Written[] {
		const { written } = this.workspace;
		const mine = written.get(this.name) ?? [];
		written.set(this.name, mine);
		return mine;
	}

	/** The first of them; @throws {Skipped} where there is none */
	get known(): Written {
		const [known] = this.written;
		if (!known) throw new Skipped('no record was written');
		return known;
	}

	/** The operation that writes a new record. */
	get creates(): 'create' | 'upsert' {
		return this.resource.operations.includes('create') ? 'create' : 'upsert';
	}

	/** The name of the object in paths and in the contract. */
	get object(): string {
		return this.resource.path.split('/')[3];
	}

	/** Runs the node; a failure of it is a result. */
	async try(
		operation: string,
		parameters: INodeParameters = {},
		options: RunNodeOptions = {},
		node = this.name,
	): Promise<NodeRun> {
		const { url, token } = this.workspace;
		return await runNodeWith(this.n8n, { url, token })(
			node,
			operation,
			{ ...this.path, ...parameters },
			{ settings: { timezone: 'UTC' }, ...options },
		);
	}

	/** Runs the node and returns what it output. */
	async run(operation: string, parameters: INodeParameters = {}, options: RunNodeOptions = {}) {
		const run = await this.try(operation, parameters, options);
		if (run.status !== 'success') throw new Error(run.errorText || `the run was ${run.status}`);
		return run;
	}

	/** All records, read once; @throws {Skipped} when there are none or too many. */
	async records(): Promise<IDataObject[]> {
		this.all ??= this.readAll();
		const records = await this.all;
		if (records.length === 0) throw new Skipped('there are no records');
		return records;
	}

	async readAll(): Promise<IDataObject[]> {
		const { maxRecords } = this.workspace;
		const few = await this.run('getAll', { limit: maxRecords + 1, ...this.own });
		if (few.items.length > maxRecords) {
			throw new Skipped(`there are more than ${maxRecords} records; raise --max-records`);
		}
		const { items } = await this.run('getAll', { returnAll: true, ...this.own });
		return items.map(({ json }) => json);
	}

	/** What was read is no longer so. */
	forget() {
		this.all = undefined;
	}

	/** A GET without the nodes, to look at what the service itself sends. */
	async ask(path: string, query: Record<string, string | number> = {}): Promise<Response> {
		const url = new URL(`${this.workspace.url}${path.replace(/\{[^}]*\}/, OBJECT)}`);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		const response = await fetch(url, {
			headers: { Authorization: `Bearer ${this.workspace.token}`, Accept: 'application/json' },
			signal: AbortSignal.timeout(60_000),
		});
		const body: unknown = await response.json().catch(() => undefined);
		return { status: response.status, body };
	}

	private get path(): INodeParameters {
		const { pathParameter } = this.definition ?? {};
		return pathParameter ? { [pathParameter.name]: OBJECT } : {};
	}

	/** Leaves out the properties that every object has. */
	get own(): INodeParameters {
		return this.definition?.pathParameter ? { filters: { custom_only: true } } : {};
	}

	/** @throws {Skipped} when the node does not offer it */
	needs(operation: string) {
		const { operations, bulk } = this.resource;
		if (![...operations, bulk?.operation].includes(operation)) {
			throw new Skipped(`has no operation ${operation}`);
		}
	}
}
