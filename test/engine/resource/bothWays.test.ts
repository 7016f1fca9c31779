import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { fromItem } from '../../../testing/parameters';
import { jsonOf, runNodeWith } from '../../../testing/runNode';
import { useN8n, useSandbox } from '../../../testing/setUp';

/**
 * Two workspaces, and a workflow for each direction: Get Many of what was updated since its last run,
 * then Create or Update in the other workspace.
 */
const n8n = useN8n();
const one = useSandbox();
const other = useSandbox();

const COMPANIES = 100;
const EDITS = 1_000;
const FIELDS = ['external_id', 'name', 'phone_number'] as const;

/** One direction; it goes on from where its last run ended, by the clock of the service that it reads. */
class Direction {
	private since: string | undefined;

	constructor(
		private readonly from: Sandbox,
		private readonly to: Sandbox,
		private readonly onlyIfDifferent: boolean,
	) {}

	/** @returns how many records the run wrote */
	async run(): Promise<number> {
		const changes = await this.changes();
		if (changes.length === 0) return 0;
		this.to.requests.length = 0;
		const { errorText } = await runNodeWith(n8n, this.to)(
			'company',
			'upsert',
			{ ...fromItem, options: { onlyIfDifferent: this.onlyIfDifferent } },
			{ items: changes },
		);
		expect(errorText).toBe('');
		return this.to.requests.filter(({ method }) => method === 'POST').length;
	}

	/** Those that have an external ID, which the list does not show, so that it is looked up here. */
	private async changes(): Promise<IDataObject[]> {
		const filters = this.since ? { updatedAfter: this.since } : {};
		const output = await runNodeWith(n8n, this.from)('company', 'getAll', {
			returnAll: true,
			filters,
		});
		const rows = jsonOf(output.items) as IDataObject[];
		const own = new Map(this.from.records('companies').map((c) => [c.id, c.external_id]));
		const latest = rows
			.map((row) => String(row.updated_at))
			.sort()
			.at(-1);
		const fresh = rows.filter(({ updated_at: at }) => String(at) !== this.since);
		this.since = latest ?? this.since;
		return fresh
			.map(({ id, name, phone_number }) => ({ external_id: own.get(id), name, phone_number }))
			.filter(({ external_id: key }) => String(key).startsWith('both-')) as IDataObject[];
	}
}

const edit = async (service: Sandbox, numbers: readonly number[], mark: string) => {
	const items = numbers.map((n) => ({
		external_id: `both-${n}`,
		name: `Company ${n} ${mark}`,
		phone_number: `+1 555 ${n}`,
	}));
	await runNodeWith(n8n, service)('company', 'upsert', fromItem, { items });
};

const contentOf = (service: Sandbox) =>
	service
		.records('companies')
		.filter(({ external_id: own }) => String(own).startsWith('both-'))
		.map((record) => FIELDS.map((field) => record[field]).join('|'))
		.sort();

const numbers = [...Array(COMPANIES).keys()];

describe('two workspaces that are kept alike in both directions', () => {
	it('come to rest after an edit went over once, with Only If Different', async () => {
		const there = new Direction(one, other, true);
		const back = new Direction(other, one, true);
		const written: number[][] = [];
		for (let edits = 0; edits < EDITS; edits += COMPANIES) {
			// Half of the edits in either workspace, of different records.
			await edit(one, numbers.slice(0, COMPANIES / 2), `1-${edits}`);
			await edit(other, numbers.slice(COMPANIES / 2), `2-${edits}`);
			written.push([await there.run(), await back.run(), await there.run(), await back.run()]);
		}
		const half = COMPANIES / 2;
		expect(written).toEqual(written.map(() => [half, half, 0, 0]));
		expect(contentOf(one)).toHaveLength(COMPANIES);
		expect(contentOf(other)).toEqual(contentOf(one));
	}, 300_000);

	it('never do without the option', async () => {
		const there = new Direction(one, other, false);
		const back = new Direction(other, one, false);
		await edit(one, numbers.slice(0, 10), 'A');
		const written: number[] = [];
		for (let run = 0; run < 5; run += 1) written.push(await there.run(), await back.run());
		expect(written).toEqual(written.map(() => 10));
	}, 60_000);
});
