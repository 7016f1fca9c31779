import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import {
	fail,
	Failure,
	succeed,
	unwrap,
	type Result,
	type ServiceResponse,
} from '../../../nodes/shared/http';
import { bulkReconciler } from '../../../nodes/shared/resource/actions/bulk/createMany';
import type { RecordContext } from '../../../nodes/shared/resource/actions/input/itemInput';
import { untilShown } from '../../../nodes/shared/resource/actions/reconcileCreate';
import { serviceOf } from './listTable';

const since = Date.parse('2026-01-01T00:00:00Z');
const refused = new Failure({ kind: 'refused', message: 'No.', remedy: 'Look.' });
const down = fail(new Failure({ kind: 'unavailable', message: 'Down.', remedy: 'Wait.' }));
const absent = fail(new Failure({ kind: 'notFound', message: 'None.', remedy: 'Look.' }));
const date = new Date(since).toUTCString();
const shown = (id: string) => {
	const body = { id, external_id: id, created_at: '2100-01-01T00:00:00Z' };
	return succeed({ status: 200, headers: { date }, body });
};

/** What becomes of records with these external IDs, when their bulk create has failed. */
async function reconcile(
	ids: readonly string[],
	failure: Failure,
	answer: (id: string) => Result<ServiceResponse>,
) {
	const asked: string[] = [];
	const service = serviceOf(async ({ query }) => {
		const id = String(query?.external_id);
		asked.push(id);
		return unwrap(answer(id));
	});
	// Nobody waits for what has been cancelled.
	const context = { getExecutionCancelSignal: () => AbortSignal.abort() };
	const execution = { context, service, resource: company, parallel: 2 };
	const run = bulkReconciler(execution as unknown as RecordContext);
	const recordOf = (id: string) => (id === '' ? {} : { external_id: id });
	const given = ids.map((id, index) => ({ record: recordOf(id), items: [index] }));
	const batch = given as unknown as Parameters<typeof run>[0];
	const failures = batch.map(() => failure);
	const { results, areAbsent } = await run(batch, failures, since);
	const told = results.map((result) => (result.ok ? result.value.id : result.failure.remedy));
	return { asked, told, areAbsent };
}
const smaller =
	' With a smaller Batch Size fewer records share a request, and fewer fail with one that is rejected.';
const gone = (id: string) => `Right afterwards there was no record with the external ID ${id}. `;

it('what a request may have written is looked for after three seconds', async () => {
	jest.useFakeTimers();
	const look = jest.fn();
	void untilShown().then(look);
	await jest.advanceTimersByTimeAsync(2_999);
	expect(look).not.toHaveBeenCalled();
	await jest.advanceTimersByTimeAsync(1);
	expect(look).toHaveBeenCalled();
	jest.useRealTimers();
});

it('each record of a batch is looked up', async () => {
	const { asked, told } = await reconcile(['a', 'b', 'c'], refused, (id) =>
		id === 'b' ? absent : shown(id),
	);
	expect(asked).toEqual(['a', 'b', 'c']);
	expect(told).toEqual(['a', `${gone('b')}Look.${smaller}`, 'c']);
});

it('a smaller Batch Size is advised where it would help', async () => {
	const alone = await reconcile(['a'], refused, () => absent);
	expect(alone.told).toEqual([`${gone('a')}Look.`]);
	const cancelled = refused.with({ kind: 'cancelled' });
	expect((await reconcile(['a', 'b'], cancelled, () => absent)).told).toEqual(['Look.', 'Look.']);
});

it.each<[Failure['kind'], boolean, string[]]>([
	['unavailable', false, []],
	['unauthorized', false, []],
	['unavailable', true, ['a', 'b']],
	['refused', false, ['a', 'b']],
	['notFound', false, ['a', 'b']],
	['tooLarge', false, ['a', 'b']],
])('nothing is looked up where nothing was written: %s, %s', async (kind, mayHaveHappened, ids) => {
	const failure = refused.with({ kind, mayHaveHappened });
	expect((await reconcile(['a', 'b'], failure, () => absent)).asked).toEqual(ids);
});

it('when the first look-up fails, no other is tried', async () => {
	const { asked, told } = await reconcile(['a', 'b', 'c'], refused, () => down);
	expect(asked).toEqual(['a']);
	const advised = `Look.${smaller}`;
	const expected = [`A look-up of the external ID a failed as well. ${advised}`, advised, advised];
	expect(told).toEqual(expected);
});

it('when a later one fails, those after it are not tried', async () => {
	const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
	const { asked } = await reconcile(ids, refused, (id) => (id === 'a' ? absent : down));
	expect(asked).toEqual(['a', 'b', 'c']);
});

it.each<[string, string[], boolean]>([
	['all are', ['a', 'b', 'c'], true],
	['one is there', ['a', 'b'], false],
])('none is there where all are looked up and absent: %s', async (_, gone, expected) => {
	const { areAbsent } = await reconcile(['a', 'b', 'c'], refused, (id) =>
		gone.includes(id) ? absent : shown(id),
	);
	expect(areAbsent).toBe(expected);
});

it('records without an external ID are not looked up', async () => {
	const { asked, told } = await reconcile(['', ''], refused, () => absent);
	expect(asked).toEqual([]);
	expect(told).toEqual([`Look.${smaller}`, `Look.${smaller}`]);
});
