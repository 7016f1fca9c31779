/** Whoever reads a list that may not be complete passes it on. */
import { takeLog } from '../../../../testing/engine/environment';
import { accessWith } from '../../../../testing/credential';
import { jsonOf } from '../../../../testing/runNode';
import { useCustomEngine } from '../../../../testing/setUp';
import { watcherOf } from '../../../../testing/watch';

const { service, n8n, runNode } = useCustomEngine();

const doubt = /The service sent exactly 100 deals; it may have left out the rest/;

beforeEach(() => {
	const deals = Array.from({ length: 100 }, (_, index) => ({
		id: `d-${index}`,
		name: `Deal ${index}`,
		created_at: new Date(1e12 + index).toISOString(),
		updated_at: new Date(1e12 + index).toISOString(),
	}));
	// The list has a second page, of which nobody knew.
	service.reply = ({ query }) => ({ body: query.page ? [{ ...deals[0], id: 'd-100' }] : deals });
});

it.each<[string, string, object]>([
	['Get Many', 'getAll', { returnAll: true }],
	['Get Many to files', 'getAll', { returnAll: true, options: { file: { format: 'ndjson' } } }],
	['Get Changes', 'getChanges', { returnAll: true }],
])('%s shows a hint', async (_, operation, parameters) => {
	const { errorText, hints } = await runNode('deal', operation, parameters as never);
	expect(errorText).toBeFalsy();
	expect(hints.join(' ')).toMatch(doubt);
});

it('Find or Create writes nothing, whether the list has the record or not', async () => {
	const contacts = [{ id: 'c-1', contact_id: 1, name: 'Ada', email: 'ada@list.example' }];
	service.reply = ({ query }) => ({
		body: { data: query.page === '1' ? contacts : [], total: 50 },
	});
	for (const email of ['ada@list.example', 'bob@list.example']) {
		const fields = { mappingMode: 'defineBelow', value: { name: 'Ada', email } };
		const { errorText } = await runNode('contact', 'findOrCreate', { fields });
		expect(errorText).toMatch(/The list is not complete: 1 of 50 contacts could be read/);
	}
	expect(service.requests.every(({ method }) => method === 'GET')).toBe(true);
});

it('a file says so in its item', async () => {
	const parameters = { returnAll: true, options: { file: { format: 'csv' } } };
	const { items } = await runNode('deal', 'getAll', parameters);
	expect(jsonOf(items)).toMatchObject([{ complete: false, note: expect.stringMatching(doubt) }]);
});

it('the record trigger writes it to the log', async () => {
	const watch = watcherOf(n8n, 'workspaceRecordsTrigger', () => accessWith(service.url, 'token'));
	const trigger = watch({ resource: 'deal', events: ['created'], startFrom: 'now' });
	takeLog();
	expect((await trigger.poll({ mode: 'activate' })).error).toBeUndefined();
	const warnings = takeLog().filter(({ level }) => level === 'warn');
	expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(doubt)]);
});
