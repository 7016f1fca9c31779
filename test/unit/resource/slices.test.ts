/** Long lists are worked through in slices, with turns of the event loop between them: others wait. */
import type { IDataObject } from 'n8n-workflow';

import { estimate } from '../../../nodes/Estimate/WorkspaceRecordsEstimate.node.js';
import { readChanges } from '../../../nodes/shared/resource/actions/lists/changes';
import { searchPage } from '../../../nodes/shared/resource/methods/listSearch';
import { ListTable } from './listTable';

const ROWS = 500;

/** In how many turns of the event loop the rows were looked at for the last time. */
async function turnsOf(work: (table: ListTable) => Promise<unknown>) {
	let turn = 0;
	const lastLook: number[] = [];
	const rows = Array.from({ length: ROWS }, (_, index): IDataObject => {
		const row = { id: `row-${index}`, id_est: index, updated_at: '2026-01-01T00:00:00Z' };
		const title = { enumerable: true, get: () => `Name ${(lastLook[index] = turn)}` };
		return Object.defineProperty(row, 'company_name', title);
	});
	// A millisecond passes with every look at the clock, so that no slice depends on the machine.
	let now = performance.now();
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
	let isOver = false;
	const tick = () => {
		turn += 1;
		if (!isOver) setImmediate(tick);
	};
	setImmediate(tick);
	try {
		await work(new ListTable(rows, { number: 'id_est' }));
	} finally {
		isOver = true;
		clock.mockRestore();
	}
	expect(lastLook.filter((at) => at !== undefined)).toHaveLength(ROWS);
	return new Set(lastLook).size;
}

it('the entries of a pick list are made in many turns', async () => {
	const wanted = { options: {}, filter: '', token: '' };
	const turns = await turnsOf(async ({ service }) => {
		await searchPage({ service, key: 'a' }, estimate, wanted);
	});
	expect(turns).toBeGreaterThan(ROWS / 20);
});

it('the records of a poll are hashed in many turns', async () => {
	const list = { resource: estimate, query: {}, options: {}, parallel: 1 };
	const turns = await turnsOf(async ({ service }) => {
		const source = { ...list, service, watched: [], ignored: [] };
		const rules = { overlapMs: 0, maxEvents: Infinity };
		const read = await readChanges(source, rules, undefined, true);
		// What is not hashed by now is hashed here, in one turn.
		for (const row of read.rows) void row.version;
	});
	expect(turns).toBeGreaterThan(ROWS / 20);
});
