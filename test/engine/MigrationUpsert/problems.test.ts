/** Orders that the service stored and reports problems with (specification: Migration order upsert). */
import type { IDataObject } from 'n8n-workflow';

import { importWith } from '../../../testing/fileRuns';
import { row, upsertWith } from '../../../testing/orderLines';
import { fromItem } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const { service, n8n, runNode } = useCustomEngine();
const upsert = upsertWith(runNode);
const importFile = importWith(n8n, service);

const results: IDataObject[] = [
	{ external_id: 'A', created: true, object_id: 'o-1', record_id: 7, errors: [] },
	{ external_id: 'B', created: true, object_id: 'o-2', record_id: 8, errors: ['odd tax'] },
	{ external_id: 'C', created: false, object_id: 'o-3', record_id: 9, errors: ['no stock'] },
	{ external_id: 'D', created: false, object_id: null, record_id: null, errors: ['no company'] },
	{ external_id: 'E', success: false, message: 'locked' },
	{ external_id: 'F', created: false, object_id: null, record_id: null, errors: [] },
];
const given = ['A', 'B', 'C', 'D', 'E', 'F'];

beforeEach(() => {
	service.reply = ({ body }) => {
		const { orders } = body as { orders: IDataObject[] };
		const asked = orders.map(({ order_external_id: id }) => id);
		const own = results.filter(({ external_id: id }) => asked.includes(id));
		return { body: { ok: true, results: own } };
	};
});

describe('an order that is stored with problems', () => {
	itSince('errorDetails')('fails apart from the rejected, with its IDs', async () => {
		const rows = given.map((id) => row(id));
		const run = await upsert(rows, {}, { onError: 'continueErrorOutput' });
		expect(run.items.map(({ json }) => json.external_id)).toEqual(['A']);
		expect(run.failed.map(({ json }) => (json.details as IDataObject).kind)).toEqual([
			'storedWithProblems',
			'storedWithProblems',
			'refused',
			'refused',
			'unknownOutcome',
		]);
		const [b, c, d, e, f] = run.failed.map(({ json }) => json);
		expect(b).toMatchObject({
			error: 'The service stored the order B and reports problems: odd tax',
			message: expect.stringContaining('need not be sent again'),
			details: { created: true, object_id: 'o-2', record_id: 8, external_id: 'B' },
		});
		expect(c.details).toMatchObject({ created: false, object_id: 'o-3', record_id: 9 });
		expect(d.message).toContain('send the order again');
		expect(e.error).toContain('locked');
		expect(f.message).toContain('Sending it again is safe');
		expect(run.hints[0]).toContain('1 created, 0 updated, 3 rejected, 2 stored with problems');
		expect(service.requests).toHaveLength(1);
	});

	it('is told apart where the node stops', async () => {
		const { errorText } = await upsert(given.map((id) => row(id)));
		expect(errorText).toMatch(
			/^3 of 6 orders were rejected; 2 of 6 orders were stored with problems/,
		);
		expect(errorText).toContain('those that were stored need not be sent again');
	});

	it('is told apart in the report on a file, and its rows are not among the rejected', async () => {
		const csv = `Order No.,SKU,Qty\n${given.map((id) => `${id},s-1,2\n`).join('')}`;
		const run = await importFile(csv);
		expect(run.summary).toMatchObject({
			ok: false,
			created: 1,
			rejected: 3,
			stored_with_problems: 2,
			problems: [{ external_id: 'B' }, { external_id: 'C' }],
		});
		expect(run.results.find(({ external_id: id }) => id === 'B')).toMatchObject({
			outcome: 'stored_with_problems',
			created: true,
			object_id: 'o-2',
			record_id: 8,
			error: expect.stringContaining('odd tax'),
			hint: expect.stringContaining('need not be sent again'),
		});
		const rows = [...(run.rejected ?? '').matchAll(/^([A-F],s-1,2),\d,/gm)].map(([, text]) => text);
		expect(rows).toEqual(['D,s-1,2', 'E,s-1,2', 'F,s-1,2']);
		expect(run.rejected).not.toMatch(/^[BC],/m);
	});

	itSince('errorDetails')('fails apart in Create Many, and is not looked up', async () => {
		service.reply = () => ({
			body: { ok: true, results: [{ external_id: 'B', order_id: 'o-2', errors: ['odd tax'] }] },
		});
		const { failed } = await runNode(
			'order',
			'createMany',
			{ ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}' },
			{
				items: [{ externalId: 'B', lines: [{ itemExternalId: 's', quantity: 1 }] }],
				onError: 'continueErrorOutput',
			},
		);
		expect(failed[0].json).toMatchObject({
			message: expect.stringContaining('need not be sent again'),
			details: { kind: 'storedWithProblems', order_id: 'o-2' },
		});
		expect(service.requests).toHaveLength(1);
	});
});
