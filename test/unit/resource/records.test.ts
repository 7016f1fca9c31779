import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { Tries } from '../../../nodes/shared/execution/tries';
import { Failure, settle } from '../../../nodes/shared/http';
import { ExecutionHints } from '../../../nodes/shared/resource/actions/hints';
import { Records } from '../../../nodes/shared/resource/actions/records';
import { serviceOf } from './listTable';

const lost = new Failure({
	kind: 'unknownOutcome',
	message: 'No response.',
	remedy: 'Look.',
	mayHaveHappened: true,
});

const missing = new Failure({ kind: 'notFound', message: 'None.', remedy: 'Look.', status: 404 });

/** Companies of a service that answers with these failures, the last one again and again, and the requests that it got. */
function failing(...failures: Failure[]) {
	const sent: string[] = [];
	const service = serviceOf(async ({ method, path }) => {
		sent.push(`${method} ${path}`);
		throw failures[Math.min(sent.length, failures.length) - 1];
	});
	const hints = new ExecutionHints(company);
	const source = { service, resource: company, options: {}, parallel: 1, tries: new Tries(true) };
	return { records: new Records({ ...source, hints }), sent };
}

describe('a create of unknown outcome', () => {
	it('of an item is not sent again in the next try', async () => {
		const { records, sent } = failing(lost);
		for (const name of ['Acme', 'Acme']) {
			const created = await settle(records.create({ name }, undefined, 0));
			expect(created).toMatchObject({ ok: false, failure: { kind: 'unknownOutcome' } });
		}
		expect(sent).toHaveLength(1);
	});

	it('without an item says nothing of other creates', async () => {
		const { records, sent } = failing(lost);
		for (const name of ['Acme', 'Bolt']) await settle(records.create({ name }));
		expect(sent).toHaveLength(2);
	});
});

it('an archiving of unknown outcome without an item says nothing of the next record', async () => {
	const { records } = failing(lost, missing);
	expect((await settle(records.archive({ by: 'id', value: 'a' }))).ok).toBe(false);
	const expected = { ok: false, failure: { kind: 'notFound' } };
	expect(await settle(records.archive({ by: 'id', value: 'b' }))).toMatchObject(expected);
});
