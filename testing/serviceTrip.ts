import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Resource } from '../nodes/shared/resource/definition/resource';
import type { Reference } from '../nodes/shared/schema/types';
import { resources } from '../scripts/lib/definitions';
import { columnsFilledFrom, nodeTypeOf } from './columns';
import type { Engine } from './engine';
import { expectShown } from './outputSchema';
import { foretold, runNodeWith, type RunNode } from './runNode';
import { sampleValues, type Values } from './samples';
import type { StoredIn, TestService } from './threeServices';

/** The object whose properties are read and written. */
const OBJECT = 'orders';

/** A record that the node wrote: what it gave as `id`, where the service keeps it, its external ID. */
interface Written {
	id: unknown;
	key: string;
	externalId?: string;
	values: Values;
}

const pick = (values: Values, names: readonly string[]): Values =>
	Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/**
 * The operations of one resource with one service, each on the records of the operations before it.
 * Checked is what has to be so with any service: each item has its own record, by which it can be read,
 * changed and archived; and nothing else is touched.
 */
export class ServiceTrip {
	private written: Written[] = [];

	private readonly runNode: RunNode;

	/** What a workflow remembers. */
	private readonly staticData = {};

	constructor(
		private readonly resource: Resource,
		private readonly service: TestService,
		private readonly n8n: Engine,
	) {
		this.runNode = runNodeWith(n8n, service);
	}

	readonly operations: Readonly<Record<string, () => Promise<void>>> = {
		create: async () => await this.write('create', [3, 1, 2]),

		upsert: async () => await this.write('upsert', [5, 2, 4]),

		createMany: async () => await this.write('createMany', [8, 7, 9]),

		/** By external ID, which every service can look up: what is there, what is not, and that again. */
		findOrCreate: async () => {
			const known = this.written.find(({ externalId }) => externalId !== undefined) as Written;
			const before = this.stored();
			const samples = [11, 12, 11].map((n) => ({ values: this.sample('create', n) }));
			samples.push({ values: known.values });
			const find = { findBy: this.external, ...(await this.columns('create')) };
			const output = await this.run('findOrCreate', find, samples);
			expect(output.map(({ json }) => json.created)).toEqual([true, true, false, false]);
			const keys = output.map(({ json }) => this.keyOf(json));
			expect(keys).toEqual([keys[0], keys[1], keys[0], known.key]);
			expect(this.stored()).toHaveLength(before.length + 2);
			expect(this.stored()).toEqual(expect.arrayContaining(before));
			const update = { ...find, whenFound: 'update', options: { onlyIfDifferent: true } };
			const [{ json }] = await this.run('findOrCreate', update, samples.slice(0, 1));
			expect([this.keyOf(json), json.created]).toEqual([keys[0], false]);
			expect(json).toHaveProperty('changed_fields');
			for (const index of [0, 1]) {
				const { values } = samples[index];
				const externalId = values[this.external] as string;
				this.written.push({ id: output[index].json.id, key: keys[index], externalId, values });
			}
		},

		find: async () => {
			const known = this.written.find(({ externalId }) => externalId !== undefined) as Written;
			const find = { findBy: this.external, ...(await this.columns('create', [this.external])) };
			const output = await this.run('find', find, [known, { values: this.sample('create', 19) }]);
			expect(output.map(({ json }) => json.found)).toEqual([true, false]);
			expect(this.keyOf(output[0].json)).toBe(known.key);
		},

		getAll: async () => {
			const output = await this.run('getAll', { returnAll: true, ...this.onlyOwn }, [{}]);
			const keys = output.map(({ json }) => this.keyOf(json));
			expect(new Set(keys).size).toBe(keys.length);
			expect(keys).toEqual(expect.arrayContaining(this.written.map(({ key }) => key)));
		},

		getChanges: async () => {
			const output = await this.run('getChanges', { returnAll: true, ...this.onlyOwn }, [{}]);
			const keys = output.map(({ json }) => this.keyOf(json));
			expect(new Set(keys).size).toBe(keys.length);
			expect(keys).toEqual(expect.arrayContaining(this.written.map(({ key }) => key)));
			const cursors = output.map(({ json }) => json.cursor);
			expect(cursors).toEqual(cursors.map(() => expect.stringMatching(/^2\.[\w-]+\.[\w-]{9}$/)));
		},

		get: async () => {
			const items = [...this.written].reverse();
			for (const mode of this.modes) {
				for (const output of this.hasOutputChoice ? ['simplified', 'selected', 'raw'] : ['']) {
					const parameters = { ...this.pick(mode), ...(output && { output }) };
					const given = await this.run('get', parameters, items);
					if (output === 'raw') continue;
					expect(given.map(({ json }) => this.keyOf(json))).toEqual(items.map(({ key }) => key));
				}
			}
		},

		update: async () => {
			for (const mode of this.modes) {
				const items = this.written.map((each, index) => ({
					...each,
					values: { ...this.sample('update', index + (mode === 'id' ? 6 : 3)), ...this.own(each) },
				}));
				const before = this.stored();
				const parameters = { ...this.pick(mode), ...(await this.columns('update')) };
				const output = await this.run('update', parameters, items);
				expect(output.map(({ json }) => this.keyOf(json))).toEqual(items.map(({ key }) => key));
				const touched = items.map(({ key }) => key);
				for (const record of this.stored()) {
					const same = before.find(({ key }) => key === record.key);
					if (!touched.includes(record.key)) expect(record).toEqual(same);
				}
			}
		},

		/** The rows of records that are there, and of a new one where the key says which it is. */
		sync: async () => {
			const { identifiers } = this.resource;
			const matchBy = (this.external || identifiers.record || identifiers.number) as string;
			const items: Array<Partial<Written> & { values: Values }> = this.written.map((each, at) => ({
				...each,
				[matchBy]: each.id,
				values: { ...this.sample('update', at + 11), ...this.own(each) },
			}));
			if (this.external) items.push({ values: this.sample('create', 20) });
			const before = this.stored();
			const known = items.map(({ key }) => key);
			const parameters = { matchBy, mode: 'upsert', ...(await this.columns('update')) };
			const untouched = () =>
				this.stored().filter(({ key }) => before.some((each) => each.key === key));
			const others = (all: StoredIn[]) => all.filter(({ key }) => !known.includes(key));
			const dry = await this.run('sync', { ...parameters, dryRun: true }, items);
			expect(this.stored()).toEqual(before);
			const output = await this.run('sync', parameters, items);
			for (const [at, { json }] of output.entries()) {
				// A list that gives every page again may not be complete; without a key nothing is created then.
				if (String(json._error).includes('the service may have this')) continue;
				const expected = known[at] === undefined ? ['created'] : ['updated', 'unchanged'];
				expect([json._error, expected]).toEqual([
					undefined,
					expect.arrayContaining([json.outcome]),
				]);
				const { outcome, changes } = dry[at].json;
				expect([foretold(outcome), changes]).toEqual([json.outcome, json.changes]);
				const key = this.keyOf(json);
				if (known[at] !== undefined) expect(key).toBe(known[at]);
			}
			expect(others(untouched())).toEqual(others(before));
			const again = await this.run('sync', parameters, items);
			// What a service shows in another form, or does not show, is written in every run.
			const isShown = this.service.name === 'sandbox';
			const links = this.resource.fields.flatMap(({ name, refersTo }) => (refersTo ? name : []));
			const changes = again.flatMap(({ json }) => Object.keys(json.changes as object));
			if (isShown) expect(changes.filter((name) => !links.includes(name))).toEqual([]);
			const after = this.stored();
			const none = { ...parameters, mode: 'mirror', options: { guards: { maxArchived: 0 } } };
			await this.runNode(this.resource.name, 'sync', { ...this.scope, ...none }, { items });
			if (isShown) expect(this.stored()).toEqual(after);
			expect(this.archived()).toEqual(before.flatMap(({ key, archived }) => (archived ? key : [])));
		},

		delete: async () => {
			for (const mode of this.modes) {
				const items = mode === this.modes.at(-1) ? this.written : this.written.splice(0, 1);
				const before = this.archived();
				const output = await this.run('delete', this.pick(mode), items);
				for (const { json } of output) expect(json.deleted).toBe(true);
				if (mode === 'id') expect(output.map(({ json }) => json.id)).not.toContain(undefined);
				else
					expect(output.map(({ json }) => json.external_id)).toEqual(
						items.map(({ externalId }) => externalId),
					);
				expect(this.archived().sort()).toEqual([...before, ...items.map(({ key }) => key)].sort());
			}
		},
	};

	/** Goes on with an operation; a further read of the resource needs nothing before it. */
	async go(operation: string) {
		const isFurther = this.resource.extraReads?.some((each) => each.operation === operation);
		if (isFurther) await this.run(operation, {}, [{}, {}]);
		else await this.operations[operation]();
	}

	/**
	 * Creates a record, and two whose external IDs are the number and the ID of the first one. Each of them is
	 * then read, changed and archived by its external ID, and the first one last, by its ID.
	 */
	async sameIdentifiers() {
		const made = this.written.length;
		await this.write('create', [13]);
		const first = this.written[made];
		const [{ json }] = await this.run('get', this.pick('id'), [first]);
		const number = json[this.resource.identifiers.number ?? 'id'] ?? first.id;
		const { operations } = this.resource;
		for (const [index, externalId] of [String(number), String(first.id)].entries()) {
			if (this.written.some((each) => each.externalId === externalId)) continue;
			const values = { ...this.sample('create', 14 + index), [this.external]: externalId };
			const [{ json: other }] = await this.run('create', await this.columns('create'), [
				{ values },
			]);
			this.written.push({ id: other.id, key: this.keyOf(other), externalId, values });
		}
		const [, ...others] = this.written.slice(made);
		const asked = [...others.map((each) => ['externalId', each] as const), ['id', first] as const];
		for (const operation of ['get', 'update', 'delete'] as const) {
			if (!(operations as readonly string[]).includes(operation)) continue;
			for (const [mode, each] of asked) {
				const before = this.stored();
				const values = { ...this.sample('update', 16), ...this.own(each) };
				const columns = operation === 'update' ? await this.columns('update') : {};
				const [output] = await this.run(operation, { ...this.pick(mode), ...columns }, [
					{ ...each, values },
				]);
				if (operation !== 'delete') expect(this.keyOf(output.json)).toBe(each.key);
				const changed = this.stored().filter(
					(record) =>
						JSON.stringify(record) !== JSON.stringify(before.find(({ key }) => key === record.key)),
				);
				const expected = [operation, mode, operation === 'get' ? [] : [each.key]];
				expect([operation, mode, changed.map(({ key }) => key)]).toEqual(expected);
			}
		}
	}

	private async write(operation: 'create' | 'upsert' | 'createMany', numbers: number[]) {
		const write = operation === 'upsert' ? 'upsert' : 'create';
		const names = this.namesOf(operation);
		const samples = numbers.map((n) => ({
			values: pick(this.sample(write, n), names),
		}));
		const output = await this.run(operation, await this.columns(write, names), samples);
		expect(output).toHaveLength(samples.length);
		output.forEach(({ json, item }, index) => {
			expect(item).toBe(index);
			const { values } = samples[index];
			const externalId = values[this.external] as string | undefined;
			const key = this.keyOf(json);
			const record = this.find(json.id) as StoredIn;
			expect([record.key, record.externalId]).toEqual([key, externalId]);
			if (externalId !== undefined) expect(json.external_id).toBe(externalId);
			const known = this.written.find((each) => each.key === key);
			expect(Boolean(known)).toBe(
				externalId !== undefined && this.written.some((each) => each.externalId === externalId),
			);
			if (known) known.values = values;
			else this.written.push({ id: json.id, key, externalId, values });
		});
	}

	private async run(operation: string, parameters: INodeParameters, items: object[]) {
		const { resource } = this;
		const {
			status,
			errorText,
			items: given,
		} = await this.runNode(
			resource.name,
			operation,
			{ ...this.scope, ...parameters },
			{ items, settings: { timezone: 'UTC' }, staticData: this.staticData },
		);
		expect([status, errorText]).toEqual(['success', '']);
		const output = given.map(({ json, pairedItem }) => ({
			json: json as IDataObject,
			item: [(Array.isArray(pairedItem) ? pairedItem[0] : pairedItem) as { item: number }][0].item,
		}));
		const node = nodeTypeOf(resource);
		// The sandbox shows what the editor promises; a resource that a test made up has no built schemas.
		const isSimplified = (parameters.output ?? 'simplified') === 'simplified';
		// Of what was found and left or changed, only a part of the keys is there.
		const isWhole = isSimplified && !['findOrCreate', 'sync'].includes(operation);
		const isBuilt = this.n8n.pkg.nodeNames().includes(node);
		if (this.service.name === 'sandbox' && isBuilt && isWhole) {
			const json = output.map((each) => each.json);
			expectShown(this.n8n.pkg, node, resource.name, operation, json);
		}
		const pairing = output.map(({ item }) => item);
		expect(pairing).toEqual([...pairing].sort((a, b) => a - b));
		expect(new Set(pairing).size).toBe(items.length);
		return output;
	}

	/** Where the service keeps the record that an item means; every item has an `id` that means one. */
	private keyOf(json: IDataObject): string {
		expect(json).toHaveProperty('id');
		expect(json.id).not.toBeNull();
		const found = this.find(json.id);
		expect([json.id, found?.key]).toEqual([json.id, expect.any(String)]);
		return (found as StoredIn).key;
	}

	private readonly find = (id: unknown) => this.service.find(this.object, id);
	private readonly stored = () => this.service.stored(this.object);
	private readonly archived = () =>
		this.stored().flatMap(({ key, archived }) => (archived ? [key] : []));

	private pick(mode: 'id' | 'externalId'): INodeParameters {
		return { recordId: { __rl: true, mode, value: `={{ $json.${mode} }}` } };
	}

	private async columns(
		write: 'create' | 'update' | 'upsert',
		wanted: readonly string[] = this.namesOf(write),
	): Promise<INodeParameters> {
		const names = Object.keys(pick(this.sample(write, 1), wanted));
		const operation = write === 'update' ? 'update' : 'create';
		return await columnsFilledFrom('values', this.n8n, this.resource, operation, names);
	}

	private sample(write: 'create' | 'update' | 'upsert', n: number): Values {
		return sampleValues(this.resource, write, n, ({ resource, by }: Reference) => {
			if (this.service.name !== 'sandbox') return `${resource}-${n}`;
			const { path } = resources.find(({ name }) => name === resource) as Resource;
			const live = this.service.stored(path.split('/')[3]).filter(({ archived }) => !archived);
			const linked = live[n % live.length];
			return (by === 'id' ? linked.key : linked.externalId) ?? null;
		});
	}

	/** The fields of an operation; of many orders at once, those of each order. */
	private namesOf(operation: string): string[] {
		const { bulk, fields } = this.resource;
		return fields
			.filter(({ nestedIn }) => operation !== bulk?.operation || nestedIn?.[0] === bulk.element)
			.map(({ name }) => name);
	}

	/** An update leaves the caller's own ID as it is. */
	private own({ externalId }: Written): Values {
		return this.external && externalId !== undefined ? { [this.external]: externalId } : {};
	}

	/** The object that a property belongs to. */
	private get scope(): INodeParameters {
		const { pathParameter } = this.resource;
		return pathParameter ? { [pathParameter.name]: OBJECT } : {};
	}

	private get object() {
		return this.resource.path.split('/')[3];
	}

	private get external() {
		return this.resource.identifiers.external ?? '';
	}

	private get modes(): Array<'id' | 'externalId'> {
		return this.external ? ['id', 'externalId'] : ['id'];
	}

	private get hasOutputChoice() {
		return this.resource.simplified !== undefined;
	}

	/** Leaves out the properties that every object has. */
	private get onlyOwn(): INodeParameters {
		return this.resource.pathParameter ? { filters: { custom_only: true } } : {};
	}
}
