/**
 * n8n's editor shows hints and descriptions of errors as HTML, and their messages in the corner of the
 * screen. Nothing that comes from data or from the service may become a link there.
 */
import type { INodeParameters } from 'n8n-workflow';

import { byId, fromItem } from '../../../testing/parameters';
import type { Reply } from '../../../testing/services/customService';
import { useCustomEngine } from '../../../testing/setUp';
import { accessWith } from '../../../testing/credential';

const { service, n8n, runNode, columnsOf } = useCustomEngine();

const LINK = '<a href="https://evil.example">Sign in</a>';
/** What a browser may take for a tag. */
const TAG = /<[a-z/!?]/i;

const refused = (status = 422): Reply => ({
	status,
	body: { message: LINK, ctx_id: LINK, errors: { [LINK]: LINK }, code: LINK },
});

/** All that the editor shows of a run as HTML. */
const shownOf = ({ errorText, hints }: { errorText: string; hints: string[] }) =>
	[errorText, ...hints].filter(Boolean);

type Case = [
	what: string,
	run: [type: string, operation: string, parameters?: INodeParameters],
	items: object[],
	reply?: Reply,
];

const row = { order_external_id: 'o-1', company_external_id: 'c', item_external_id: 'i' };
const rows = { partner: 'erp', inputMode: 'line', ...fromItem };
const strict = { options: { reading: { unknownColumns: 'fail' } } };

const named = { reading: { columnNames: { column: [{ name: LINK, field: 'Name' }] } } };
const json = { ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}' };
const ofCompany = (parameters: INodeParameters = fromItem): Case[1] => [
	'company',
	'create',
	parameters,
];
const upsert = (more = {}): Case[1] => ['migrationUpsert', 'upsertOrders', { ...rows, ...more }];
const HEADED = { name: 'A', [LINK]: 1 };
const twoOrders = [LINK, 'o-2'].map((id) => ({ ...row, order_external_id: id }));
const twoResults = [{ external_id: LINK, errors: [{ [LINK]: LINK }, LINK] }];
const linesOf = [[{ [LINK]: LINK, price: LINK }], LINK].map((lines) => ({
	externalId: LINK,
	lines,
}));

const cases: Case[] = [
	['a heading that no field takes', ofCompany(), [HEADED]],
	['a heading that may not be there', ofCompany({ ...fromItem, ...strict }), [HEADED]],
	[
		'headings that compete for a field',
		ofCompany({ ...fromItem, options: named }),
		[{ name: 'A', [LINK]: 'B' }],
	],
	['a value', ['bill', 'create', fromItem], [{ amount: LINK, external_id: LINK }]],
	['a refused record', ofCompany(), [{ name: 'A' }], refused()],
	['an ID', ['company', 'get', byId(LINK)], [{}], refused(404)],
	['a refused list', ['company', 'getAll'], [{}], refused(400)],
	[
		'`ok: false`',
		ofCompany(),
		[{ name: 'A' }],
		{ body: { ok: false, message: LINK, ctx_id: LINK } },
	],
	['a text', ['company', 'get', byId('1')], [{}], { status: 400, body: `Error ${LINK}` }],
	['a column of lines', upsert({ dryRun: true }), [{ ...row, [LINK]: 'x' }]],
	['IDs of orders', upsert(), twoOrders, { body: { ok: true, results: twoResults } }],
	['rows of an order', ['order', 'createMany', json], linesOf],
	['a refused score', ['score', 'score', { resource: 'company', ...byId(LINK) }], [{}], refused()],
	[
		'a transfer',
		['transfer', 'downloadErrorFile', byId('t')],
		[{}],
		{ body: { id: 't', status: LINK, error_message: LINK, name: LINK } },
	],
];

describe('no link comes into the editor with', () => {
	test.each(cases)(
		'%s',
		async (_, [type, operation, parameters], items, reply = { body: { ok: true } }) => {
			service.reply = () => reply;
			const shown = shownOf(await runNode(type, operation, parameters, { items }));
			expect(shown.join('')).toContain('evil.example');
			expect(shown.filter((text) => TAG.test(text))).toEqual([]);
		},
	);

	test('a pick list that cannot be loaded', async () => {
		service.reply = () => refused();
		const credentials = accessWith(service.url, 'a-token');
		const error = await n8n
			.listSearch('workspaceRecordsCompany', 'searchRecords', { credentials })
			.catch((thrown: Error) => thrown as Error & { description: string });
		const { message, description } = error as { message: string; description: string };
		expect(message).toContain('evil.example');
		expect(`${message} ${description}`).not.toMatch(TAG);
		const columns = await columnsOf('deal', 'create', {}, credentials);
		const names = columns.map(({ displayName }) => displayName).join();
		expect(names).toContain('list not loaded');
		expect(names).not.toContain('evil.example');
	});

	test('a poll that fails', async () => {
		service.reply = () => refused(401);
		const { error } = await n8n.poll(
			{
				type: 'workspaceRecordsTransferTrigger',
				parameters: { transferIds: LINK, events: ['finished'] },
			},
			{ credentials: accessWith(service.url, 'a-token'), mode: 'activate' },
		);
		const { message, description } = error as Error & { description: string };
		expect(`${message} ${description}`).toContain('evil.example');
		expect(`${message} ${description}`).not.toMatch(TAG);
	});
});
