import type { IDataObject } from 'n8n-workflow';

import { fromItem } from '../../../../testing/parameters';
import fc, { forAll, itForAll } from '../../../../testing/properties';
import { foretold, jsonOf } from '../../../../testing/runNode';
import { CompanyTable, type Company } from '../../../../testing/services/companyTable';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode } = useCustomEngine();

const KEYS = Array.from({ length: 8 }, (_, at) => `erp-${at}`);

/** Rows and companies, with keys that are missing or come twice, and names that are written in several ways. */
const entry = fc.record(
	{
		external_id: fc.constantFrom(...KEYS),
		name: fc.constantFrom('Ada', 'ada ', 'ADA  Ltd', 'Ada Ltd', 'Bob', 'Cy'),
		phone_number: fc.constantFrom('1', '2', '3'),
		allowed_in_store: fc.constantFrom('true', true, 'perhaps'),
	},
	{ requiredKeys: ['name'] },
);
const keyed = fc.uniqueArray(entry, {
	maxLength: 8,
	selector: (one) => one.external_id ?? Math.random(),
});
const table = keyed.map((all) =>
	all.map((one) => ({ ...one, allowed_in_store: one.allowed_in_store === true })),
);
/** Rows of which none keeps a Mirror from archiving. */
const goodRows = fc.uniqueArray(
	entry.map(({ external_id: id = 'erp-0', name, phone_number: phone }) => ({
		...{ external_id: id, name, ...(phone && { phone_number: phone }) },
	})),
	{ minLength: 1, maxLength: 4, selector: (row) => row.external_id },
);
const mode = fc.constantFrom('upsert', 'updateOnly', 'createOnly', 'mirror');
const matchBy = fc.constantFrom('external_id', 'name');
/** No limit, so that all that may be archived is. */
const options = {
	requests: { maxParallelRequests: 1, maxRetries: 0 },
	guards: { maxArchived: 1000, maxArchivedPercent: 100 },
};

type Values = Readonly<Record<string, unknown>>;

/** The form of a key, written anew here. */
const keyOf = (by: string, { external_id: id, name }: Values) =>
	by === 'name' ? String(name ?? '').trim() : (id as string | undefined);

interface Setting {
	readonly mode: string;
	readonly matchBy: string;
}

class Scene {
	readonly table = new CompanyTable();
	/** Companies that were archived although a row has their key at that moment. */
	readonly wrong: Company[] = [];

	constructor(
		companies: readonly Values[],
		private readonly rows: readonly Values[],
		private readonly setting: Setting,
	) {
		for (const company of companies) this.table.add(company);
		this.from(() => undefined);
	}

	/** Responds with the fault, and sees what is archived. */
	from(fault: CompanyTable['fault']) {
		const wanted = new Set(this.rows.map((row) => keyOf(this.setting.matchBy, row)));
		service.reply = this.table.reply;
		this.table.fault = (request, at) => {
			const given = fault(request, at);
			if (request.method === 'DELETE' && (!given || given.isLate)) {
				const company = this.table.companies.find(({ id }) => request.path.endsWith(id));
				const key = company && keyOf(this.setting.matchBy, company);
				if (company && wanted.has(key)) this.wrong.push(company);
			}
			return given;
		};
	}

	async run(more: IDataObject = {}) {
		service.requests.length = 0;
		const parameters = { ...fromItem, ...this.setting, options, ...more };
		const run = await runNode('company', 'sync', parameters as never, { items: this.rows });
		const writes = service.requests.filter(({ method }) => method !== 'GET').length;
		return { ...run, writes, requests: service.requests.length };
	}

	/** The companies that a row means, with what it says of them. */
	check(outcomes: readonly IDataObject[]) {
		const { matchBy: by, mode: how } = this.setting;
		for (const [item, row] of this.rows.entries()) {
			const { outcome } = outcomes[item];
			if (outcome === 'rejected' || outcome === 'ambiguous' || outcome === 'skipped') continue;
			const same = this.table.companies.filter((one) => keyOf(by, one) === keyOf(by, row));
			const { allowed_in_store: allowed, ...texts } = row;
			const expected = { ...texts, ...(allowed === undefined ? {} : { allowed_in_store: true }) };
			const shown = same.map((one) =>
				Object.fromEntries(Object.keys(expected).map((name) => [name, one[name]])),
			);
			// A text that differs in the spaces around it is the same.
			expect(trimmed(shown)).toEqual(trimmed([expected]));
		}
		if (how !== 'mirror' || this.rows.length === 0) return;
		if (outcomes.some(({ outcome }) => outcome === 'rejected' || outcome === 'ambiguous')) return;
		const keys = this.table.companies.flatMap((one) => keyOf(by, one) ?? []);
		expect([...new Set(keys)].sort()).toEqual(
			[...new Set(this.rows.map((row) => keyOf(by, row)))].sort(),
		);
	}
}

const trimmed = (all: readonly Values[]) =>
	all.map((one) =>
		Object.fromEntries(
			Object.entries(one).map(([name, value]) => [
				name,
				typeof value === 'string' ? value.trim() : value,
			]),
		),
	);

const planOf = (items: readonly IDataObject[]) =>
	items.map(({ outcome, changes, reason, planned }) => ({
		...{ outcome: planned ?? foretold(outcome), changes, reason, planned },
	}));

const runs = { numRuns: 15 };

describe('Sync of random tables', () => {
	itForAll(
		runs,
		fc.array(entry, { minLength: 1, maxLength: 8 }),
		table,
		mode,
		matchBy,
	)(
		'does what its dry run says, makes both sides equal, and writes nothing the second time',
		async (rows, companies, how, by) => {
			const scene = new Scene(companies, rows, { mode: how, matchBy: by });
			const dry = await scene.run({ dryRun: true });
			expect(dry.writes).toBe(0);
			const real = await scene.run();
			expect(planOf(jsonOf(real.items))).toEqual(planOf(jsonOf(dry.items)));
			scene.check(jsonOf(real.items));
			expect(scene.wrong).toEqual([]);
			const again = await scene.run();
			expect(again.writes).toBe(0);
		},
	);

	it('archives no company that a row has, whatever the list leaves out, whatever changes meanwhile', async () => {
		const kind = fc.constantFrom('add', 'archive', 'rekey', 'rename');
		const change = fc.record({ kind, at: fc.integer({ min: 2, max: 9 }), which: fc.nat(7) });
		await forAll(
			40,
			goodRows,
			table,
			fc.array(change, { maxLength: 6 }),
			fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.nat(7)),
		)(async (rows, companies, changes, hidden) => {
			const scene = new Scene(companies, rows, { mode: 'mirror', matchBy: 'external_id' });
			const gone = hidden === null ? undefined : scene.table.companies.at(hidden)?.id;
			scene.from((request, at) => {
				for (const each of changes) {
					if (each.at !== at || request.method === 'DELETE') continue;
					const surplus = scene.table.companies.filter(
						(one) => !rows.some((row) => row.external_id === one.external_id),
					);
					const company = surplus.at(each.which % surplus.length) as IDataObject | undefined;
					if (each.kind === 'add') scene.table.add({ external_id: `n-${at}`, name: 'New' });
					if (!company) continue;
					if (each.kind === 'rekey') {
						company.external_id = rows[each.which % rows.length].external_id;
					}
					if (each.kind === 'rename') company.name = 'Bob';
					if (each.kind === 'archive') {
						scene.table.companies = scene.table.companies.filter((one) => one !== company);
					}
				}
				return undefined;
			});
			const reply = service.reply;
			service.reply = (request) => {
				const given = reply(request);
				const { data, ...body } = (given.body ?? {}) as { data?: IDataObject[] };
				if (!data || !request.path.endsWith('companies')) return given;
				return { body: { ...body, data: data.filter(({ id }) => id !== gone) } };
			};
			await scene.run();
			expect(scene.wrong).toEqual([]);
		});
	});

	itForAll(
		4,
		fc.uniqueArray(
			entry.map((one) => ({ ...one, allowed_in_store: 'true' })),
			{ minLength: 1, maxLength: 6, selector: (one) => one.external_id ?? '' },
		),
		table,
		fc.constantFrom('upsert', 'mirror'),
		fc.boolean(),
	)(
		'makes both sides equal with the run after a crash, at any request',
		async (rows, companies, how, isLate) => {
			const own = rows.map((row, at) => ({
				...row,
				external_id: row.external_id ?? `x-${at}`,
			}));
			for (let crash = 1; ; crash += 1) {
				const scene = new Scene(companies, own, { mode: how, matchBy: 'external_id' });
				scene.from((_, at) =>
					at >= crash
						? { status: 500, body: { message: 'Down' }, isLate: isLate && at === crash }
						: undefined,
				);
				const { status, requests } = await scene.run();
				scene.from(() => undefined);
				const again = await scene.run();
				expect(again.errorText).toBe('');
				scene.check(jsonOf(again.items));
				const third = await scene.run();
				expect([third.writes, scene.wrong]).toEqual([0, []]);
				// All requests were worked on.
				if (status === 'success' || crash > requests) break;
			}
		},
	);
});
