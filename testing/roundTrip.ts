import type { INodeParameters } from 'n8n-workflow';

import type { Reference } from '../nodes/shared/schema/types';
import { onceFields, type Resource } from '../nodes/shared/resource/definition/resource';
import type { Behaviour, Sandbox } from '../sandbox';
import { workspace } from '../sandbox/workspace';
import { resources } from '../scripts/lib/definitions';
import { columnsFilledFrom, nodeTypeOf } from './columns';
import type { Engine } from './engine';
import { expectShown } from './outputSchema';
import { jsonOf, runNodeWith } from './runNode';
import { bodyOf, sampleValues, sentAndStored, type StoredRecord, type Values } from './samples';

type Mode = 'id' | 'externalId';

/** A record that the node wrote: its row in Get Many, its ID, and what was last sent. */
interface Item {
	row: Values;
	id: unknown;
	values: Values;
}

const WRITES = ['create', 'upsert', 'update', 'delete'];

/** The object whose properties the Property node is tested with. */
const OBJECT = 'orders';

/**
 * The operations of one resource, run in n8n against the sandbox, each on the records of the operations before it.
 * Runs have several items, and their responses arrive in another order than the requests were sent in.
 */
export class RoundTrip {
	/** What was last sent, by the ID of the record. */
	private readonly written = new Map<unknown, Values>();

	constructor(
		private readonly resource: Resource,
		private readonly sandbox: Sandbox,
		private readonly n8n: Engine,
		private readonly behaviour: Behaviour = {},
	) {}

	readonly operations: Record<string, () => Promise<void>> = {
		create: async () => {
			const samples = [3, 1, 2].map((n) => this.sample('create', n));
			const items = samples.map((values) => ({ values }));
			await this.expectWritten(
				samples,
				await this.run('create', await this.columns('create'), items),
			);
		},

		upsert: async () => {
			const before = this.stored();
			// The second of them is there already, unless this is the only way to create.
			const samples = [5, 2, 4].map((n) => this.sample('upsert', n));
			const fields = { fields: { mappingMode: 'autoMapInputData', value: null } };
			const output = await this.run('upsert', fields, samples);
			await this.expectWritten(samples, output);
			for (const { json, item } of output) {
				const known = before.find(({ external_id: own }) => own === this.externalId(samples[item]));
				expect(json.response).toMatchObject({ status: known ? 'updated' : 'created' });
				if (known) expect(this.idIn(json)).toBe(known.id);
			}
		},

		findOrCreate: async () => {
			const external = this.resource.identifiers.external as string;
			const [known] = this.written.values();
			const samples = [this.sample('create', 11), known, this.sample('create', 11)];
			const items = samples.map((values) => ({ values }));
			const parameters = { ...(await this.columns('create')), findBy: external };
			const output = await this.run('findOrCreate', parameters, items);
			expect(output.map(({ json }) => json.created)).toEqual([true, false, false]);
			this.expectStored(this.idIn(output[0].json), samples[0]);
			expect(output.slice(1).map(({ json }) => json.external_id)).toEqual(
				samples.slice(1).map((values) => this.externalId(values)),
			);
			const posts = this.sandbox.requests.filter(({ method }) => method === 'POST');
			expect(posts.map(({ body }) => body)).toEqual([this.bodyOf(samples[0])]);
		},

		getAll: async () => {
			const parameters = { returnAll: '={{ $json.all }}', limit: 2, ...this.onlyOwn };
			const output = await this.run('getAll', parameters, [{ all: false }, { all: true }]);
			this.expectListRequests();
			expect(output.filter(({ item }) => item === 0)).toHaveLength(2);
			const keys = this.stored().map(({ id, number }) =>
				this.resource.identifiers.record ? id : number,
			);
			const all = output.filter(({ item }) => item === 1).map(({ json }) => json[this.key]);
			expect([...all].sort()).toEqual(keys.sort());
		},

		getChanges: async () => {
			const output = await this.run(
				'getChanges',
				{ position: 'cursor', startFrom: 'all', returnAll: true, ...this.onlyOwn },
				[{}],
			);
			this.expectListRequests(1);
			const keys = this.stored().map(({ id, number }) =>
				this.resource.identifiers.record ? id : number,
			);
			expect(output.map(({ json }) => json[this.key]).sort()).toEqual(keys.sort());
			const cursors = output.map(({ json }) => json.cursor);
			expect(cursors).toEqual(cursors.map(() => expect.stringMatching(/^2\.[\w-]+\.[\w-]{9}$/)));
		},

		get: async () => {
			const items = await this.listed();
			expect(items.length).toBeGreaterThan(2);
			for (const mode of this.modes) {
				const output = await this.run('get', this.pick(mode), items);
				this.expectRequests(items.map((item) => this.one('GET', 'get', mode, item)));
				expect(output.map(({ json }) => json[this.key])).toEqual(
					items.map(({ row }) => row[this.key]),
				);
			}
		},

		update: async () => {
			for (const mode of this.modes) {
				const items = (await this.listed()).map((item, index) => ({
					...item,
					values: {
						...this.sample('update', index + (mode === 'id' ? 6 : 3)),
						...this.keep(item.values),
					},
				}));
				const parameters = { ...this.pick(mode), ...(await this.columns('update')) };
				const output = await this.run('update', parameters, items);
				this.expectRequests(items.flatMap((item) => this.updateRequests(mode, item)));
				for (const { id, values } of items) this.expectStored(id, values);
				expect(output.map(({ json }) => this.idIn(json))).toEqual(items.map(({ id }) => id));
			}
		},

		delete: async () => {
			for (const mode of this.modes) {
				const listed = await this.listed();
				const items = mode === this.modes.at(-1) ? listed : listed.slice(0, 2);
				const output = await this.run('delete', this.pick(mode), items);
				this.expectRequests(
					items.flatMap((item) => [
						...this.lookUp(mode, item),
						this.one('DELETE', 'delete', 'id', item),
					]),
				);
				expect(output.map(({ json }) => [json.deleted, this.idIn(json)])).toEqual(
					items.map(({ id }) => [true, id]),
				);
				const archived = this.stored({ archived: true }).map(({ id }) => id);
				expect(archived).toEqual(expect.arrayContaining(items.map(({ id }) => id)));
				const left = listed.filter(({ id }) => !archived.includes(id));
				const stillListed = await this.listed();
				expect(stillListed).toHaveLength(left.length);
				expect(stillListed).toEqual(expect.arrayContaining(left));
			}
		},

		getPipelines: async () => await this.expectExtraRead('getPipelines', 'stages'),
		getActions: async () => await this.expectExtraRead('getActions', 'action_uid'),
	};

	/** Runs the node on the items; output items are checked to come in order, as JSON with their item. */
	private async run(operation: string, parameters: INodeParameters, items: object[]) {
		const { name, pathParameter, workspace: inWorkspace } = this.resource;
		this.sandbox.requests.length = 0;
		this.sandbox.setFaults({ seed: 5, faults: [{ kind: 'latency', jitterMs: 8 }] });
		const run = await runNodeWith(this.n8n, this.sandbox)(
			name,
			operation,
			{
				...(pathParameter && { [pathParameter.name]: OBJECT }),
				options: {
					language: 'ja',
					...(inWorkspace && { workspaceId: workspace.id }),
				},
				...parameters,
			},
			{ items, settings: { timezone: 'UTC' } },
		);
		expect([run.status, run.error?.message]).toEqual(['success', undefined]);
		const node = nodeTypeOf(this.resource);
		const given = jsonOf(run.items);
		if (this.behaviour.writeResponse === 'specification' && WRITES.includes(operation)) {
			this.expectEnvelopes(given);
		} else if (this.n8n.pkg.nodeNames().includes(node)) {
			// A resource that a test made up has no built schemas.
			expectShown(this.n8n.pkg, node, name, operation, given);
		}
		const output = run.items.map(({ json, pairedItem }) => ({
			json: json as Values,
			item: (pairedItem as { item: number }).item,
		}));
		const pairing = output.map(({ item }) => item);
		expect(pairing).toEqual([...pairing].sort((a, b) => a - b));
		expect(new Set(pairing).size).toBe(items.length);
		return output;
	}

	/** The write envelope of the specification apart, without its ok, and nothing else but the record's identifiers. */
	private expectEnvelopes(items: Values[]) {
		const keys = ['status', 'external_id', this.resource.identifiers.envelope, 'ctx_id'];
		for (const {
			deleted: _deleted,
			created: _created,
			id,
			external_id,
			response,
			...rest
		} of items) {
			const { ok, ...envelope } = response as Values;
			expect(ok).not.toBe(false);
			expect(id).toBe(envelope[this.resource.identifiers.envelope]);
			expect(external_id ?? null).toBe(envelope.external_id ?? null);
			expect(Object.keys(envelope).sort()).toEqual([...keys].sort());
			expect(rest).toEqual({});
		}
	}

	/** The rows of Get Many that the node wrote itself, in another order than the service has them. */
	private async listed(): Promise<Item[]> {
		const ids = new Map(this.stored().map(({ id, number }) => [number, id]));
		const rows = await this.run('getAll', { returnAll: true }, [{}]);
		return rows.reverse().flatMap(({ json: row }) => {
			const key = row[this.key];
			const id = this.resource.identifiers.record ? key : ids.get(key);
			const values = this.written.get(id);
			return values ? [{ row, id, values }] : [];
		});
	}

	/** Every column that has a sample, filled from the item. */
	private async columns(operation: 'create' | 'update'): Promise<INodeParameters> {
		const known = Object.keys(this.sample(operation, 1));
		const columns = await columnsFilledFrom('values', this.n8n, this.resource, operation, known);
		return { ...columns, ...this.switches };
	}

	/** What is set once for a call has parameters of its own. */
	private get switches(): INodeParameters {
		return Object.fromEntries(this.once.map(({ name }) => [name, `={{ $json.values.${name} }}`]));
	}

	private get once() {
		const { bulk } = this.resource;
		return bulk ? onceFields(this.resource, bulk) : [];
	}

	/** The body of a write; a switch that stands as the service has it anyway is not sent. */
	private bodyOf(values: Values) {
		const untouched = this.once
			.filter(({ name, default: usual }) => values[name] === usual)
			.map(({ name }) => name);
		const sent = Object.entries(values).filter(([name]) => !untouched.includes(name));
		return bodyOf(this.resource, Object.fromEntries(sent));
	}

	/** The record of the item: by what its row carries, or by the caller's own ID. */
	private pick(mode: Mode): INodeParameters {
		const path = mode === 'id' ? `row.${this.key}` : `values.${this.resource.identifiers.external}`;
		return { recordId: { __rl: true, mode, value: `={{ $json.${path} }}` } };
	}

	/** The request that such a pick leads to. */
	private one(method: string, call: 'get' | 'update' | 'delete', mode: Mode, item: Item) {
		const { identifiers, language, workspace: inWorkspace } = this.resource;
		const reference = String(mode === 'id' ? item.row[this.key] : this.externalId(item.values));
		return {
			method,
			path: `${this.path}/${encodeURIComponent(reference)}`,
			query: {
				...(mode === 'externalId' &&
					identifiers.externalQuery?.includes(call) && { external_id: reference }),
				...(inWorkspace?.includes(call) && { workspace_id: workspace.id }),
				...(call === 'get' && language?.includes(call) && { lang: 'ja', language: 'ja' }),
			},
		};
	}

	/** A record that is named by external ID is looked up before it is changed or archived. */
	private lookUp(mode: Mode, item: Item): object[] {
		return mode === 'externalId' ? [this.one('GET', 'get', mode, item)] : [];
	}

	/** By external ID, an object that upserts is written by its key, any other by the ID that was found. */
	private updateRequests(mode: Mode, item: Item): object[] {
		const { operations } = this.resource;
		const body = this.bodyOf(item.values);
		const keyed = { method: 'POST', path: this.path, body };
		const addressed = { ...this.one('PUT', 'update', 'id', item), body };
		const upserts = (operations as readonly string[]).includes('upsert');
		return [...this.lookUp(mode, item), mode === 'externalId' && upserts ? keyed : addressed];
	}

	/** These requests were made since the run began and no others, each with the token. */
	private expectRequests(wanted: object[]) {
		// One request per object proves that look-ups by external ID are honoured (`identityProof.ts`).
		const asked = this.sandbox.requests.filter(({ query }) => !isProof(query));
		const made = asked.map(({ method, path, query, body, principal, bearer }) => ({
			...{ method, path, query, principal, bearer },
			body: body ?? undefined,
		}));
		const full = { query: {}, body: undefined, principal: 'fullAccess', bearer: true };
		expect(made).toHaveLength(wanted.length);
		expect(made).toEqual(
			expect.arrayContaining(wanted.map((request) => ({ ...full, ...request }))),
		);
	}

	private expectListRequests(least = 2) {
		const { list, listPath = this.path, language, workspace: inWorkspace } = this.resource;
		expect(this.sandbox.requests.length).toBeGreaterThanOrEqual(least);
		for (const { method, path, query, bearer } of this.sandbox.requests) {
			// Get Changes asks for the workspace that its cursors belong to.
			if (path.endsWith('/whoami')) continue;
			const { page, limit, sort: _sort, ...others } = query;
			expect([method, path, bearer]).toEqual(['GET', listPath, true]);
			expect([page, limit].includes(undefined)).toBe(list.paging === 'none');
			expect(others).toEqual({
				...(this.resource.pathParameter && { custom_only: 'true' }),
				...(inWorkspace?.includes('list') && { workspace_id: workspace.id }),
				...(language?.includes('list') && { lang: 'ja', language: 'ja' }),
			});
		}
	}

	private async expectWritten(samples: Values[], output: Array<{ json: Values }>) {
		this.expectRequests(
			samples.map((values) => ({
				method: 'POST',
				path: this.path,
				body: this.bodyOf(values),
			})),
		);
		expect(output).toHaveLength(samples.length);
		samples.forEach((values, index) => this.expectStored(this.idIn(output[index].json), values));
	}

	private expectStored(id: unknown, values: Values) {
		const record = this.stored().find((each) => each.id === id) as StoredRecord;
		const { sent, stored } = sentAndStored(this.resource, values, record, (reference, own) =>
			this.others(reference).find(({ external_id: external }) => external === own),
		);
		expect(stored).toEqual(sent);
		this.written.set(id, values);
	}

	private async expectExtraRead(operation: string, key: string) {
		const read = this.resource.extraReads?.find((each) => each.operation === operation);
		const output = await this.run(operation, {}, [{}, {}]);
		const query = read?.workspace ? { workspace_id: workspace.id } : {};
		const request = { method: 'GET', path: read?.path, query };
		this.expectRequests([request, request]);
		const of = (index: number) => output.filter(({ item }) => item === index);
		expect(of(0).length).toBeGreaterThan(1);
		expect(of(0).map(({ json }) => json)).toEqual(of(1).map(({ json }) => json));
		for (const { json } of output) expect(json[key]).toBeDefined();
	}

	private sample(write: 'create' | 'update' | 'upsert', n: number): Values {
		return sampleValues(this.resource, write, n, (reference) => {
			const records = this.others(reference);
			return records[n % records.length][reference.by === 'id' ? 'id' : 'external_id'];
		});
	}

	/** What is stored of this resource: identifiers, and fields in snake_case. */
	private stored(options?: { archived: boolean }): StoredRecord[] {
		const records = this.sandbox.records(this.resource.path.split('/')[3], options);
		if (!this.resource.pathParameter) return records;
		return records.filter(({ object }) => object === OBJECT);
	}

	private others({ resource }: Reference): StoredRecord[] {
		const { path } = resources.find(({ name }) => name === resource) as Resource;
		return this.sandbox.records(path.split('/')[3]);
	}

	private get path() {
		return this.resource.path.replace('{objectName}', OBJECT);
	}

	/** The key that rows carry for a person to go on with. */
	private get key() {
		const { record, number } = this.resource.identifiers;
		return (record ?? number) as string;
	}

	private get modes(): Mode[] {
		return this.resource.identifiers.external ? ['id', 'externalId'] : ['id'];
	}

	/** Leaves out the properties that every object has. */
	private get onlyOwn(): INodeParameters {
		return this.resource.pathParameter ? { filters: { custom_only: true } } : {};
	}

	private externalId(values: Values) {
		return values[this.resource.identifiers.external ?? ''];
	}

	/** An update leaves the caller's own ID as it is, so that records can be told apart by it. */
	private keep(values: Values): Values {
		const { external } = this.resource.identifiers;
		return external ? { [external]: values[external] } : {};
	}

	private idIn(json: Values) {
		return json[this.resource.identifiers.envelope] ?? json.id;
	}
}

const isProof = ({ external_id: externalId }: { external_id?: unknown }) =>
	/^n8n-[\da-f-]{36}$/.test(String(externalId));
