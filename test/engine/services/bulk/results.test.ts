/**
 * Create (one order), Create Many and Migration Upsert × every shape of results. What the service has stored is
 * known, so that each item can be compared with it.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fromItem } from '../../../../testing/parameters';
import { useCustomEngine } from '../../../../testing/setUp';
import { describeSince } from '../../../../testing/since';
import { allStored, oneRefused, WORDS, type Sent, type Shape } from './shapes';

const { service, runNode } = useCustomEngine();

const lines = [{ itemExternalId: 's-1', quantity: 1 }];
const fromLines = { ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}' };

const operations: Record<string, [node: string, operation: string, parameters: INodeParameters]> = {
	Create: ['order', 'create', fromLines],
	'Create Many': ['order', 'createMany', fromLines],
	'Migration Upsert': ['migrationUpsert', 'upsertOrders', { partner: 'erp', inputMode: 'line' }],
};

const cases = [
	...Object.entries(allStored).map(([name, shape]) => ({ name, shape, refused: '' })),
	...Object.entries(oneRefused).map(([name, shape]) => ({ name, shape, refused: 'o-1' })),
];

const idOf = (order: IDataObject) =>
	String(order.order_external_id ?? order.externalId ?? (order.order as IDataObject)?.externalId);
const uuid = (externalId: string) => `6f1c1c1e-0000-4000-8000-00000000000${externalId.slice(2)}`;

/** Answers in this shape, and look-ups with what is stored. */
function serve({ status, body: tell }: Shape, refused: string) {
	const kept = new Set<string>();
	service.reply = ({ method, path, body }) => {
		if (method === 'GET') {
			const externalId = path.split('/').pop() as string;
			return kept.has(externalId)
				? { body: { id: uuid(externalId), created_at: new Date().toISOString() } }
				: { status: 404, body: { message: 'no such order' } };
		}
		const { orders = [body] } = body as { orders?: IDataObject[] };
		const sent = orders.map((order: unknown, index): Sent => {
			const externalId = idOf(order as IDataObject);
			const isStored = externalId !== refused;
			if (isStored) kept.add(externalId);
			return { externalId, isStored, id: uuid(externalId), number: 100 + index };
		});
		return { status, body: tell(sent) };
	};
}

async function run(how: keyof typeof operations, shape: Shape, refused: string, ids: string[]) {
	serve(shape, refused);
	const [node, operation, parameters] = operations[how];
	const isMigration = node === 'migrationUpsert';
	const items = ids.map((id) =>
		isMigration
			? { order_external_id: id, item_external_id: 's-1', quantity: 1 }
			: { externalId: id, lines },
	);
	const given = { items, onError: 'continueErrorOutput' } as const;
	const result = await runNode(node, operation, parameters, given);
	const outcomes = new Map<string, { json: IDataObject; isFailed: boolean }>();
	for (const [list, isFailed] of [
		[result.items, false],
		[result.failed, true],
	] as const) {
		for (const { json, pairedItem } of list) {
			const [{ item }] = [pairedItem].flat() as Array<{ item: number }>;
			outcomes.set(ids[item], { json, isFailed });
		}
	}
	expect([...outcomes.keys()].sort()).toEqual([...ids].sort());
	return outcomes;
}

/** What an item says wrongly of an order. */
function problemsOf(
	{ isClear, hasIds, body }: Shape,
	externalId: string,
	refused: string,
	{ json, isFailed }: { json: IDataObject; isFailed: boolean },
): string[] {
	const text = JSON.stringify(json);
	const kind = (json.details as IDataObject | undefined)?.kind;
	const said = json.response as IDataObject | undefined;
	const shown = [json.id, json.object_id, said?.id, said?.object_id, said?.order_id].filter(
		(id) => typeof id === 'string',
	);
	const wrongIds = shown.filter((id) => id !== uuid(externalId));
	const problems = wrongIds.length > 0 ? [`has the ID ${String(wrongIds[0])}`] : [];
	if (externalId === refused) {
		if (!isFailed) problems.push('was refused, and is shown as stored');
		const tellsWhy = JSON.stringify(body([{ ...({} as Sent), externalId, isStored: false }]));
		if (isClear && isFailed && kind !== 'refused') problems.push(`is ${String(kind)}`);
		if (isClear && tellsWhy.includes(WORDS) && !text.includes(WORDS)) problems.push('lacks words');
		return problems;
	}
	if (isClear && isFailed) problems.push('was stored, and is shown as failed');
	if (isFailed && kind === 'refused') problems.push('was stored, and is shown as refused');
	if (isClear && hasIds && shown.length === 0 && !isFailed) problems.push('has no ID');
	return problems;
}

it('there are at least forty shapes, half of them successes', () => {
	expect(cases.length).toBeGreaterThanOrEqual(40);
	const successes = cases.filter(({ refused }) => refused === '');
	expect(successes.length * 2).toBeGreaterThanOrEqual(cases.length);
});

describeSince('errorDetails').each(cases)('$name (refused: "$refused")', ({ shape, refused }) => {
	it.each(['Create Many', 'Migration Upsert'])('is read by %s', async (how) => {
		const outcomes = await run(how, shape, refused, ['o-0', 'o-1', 'o-2']);
		const wrong = [...outcomes].flatMap(([id, outcome]) =>
			problemsOf(shape, id, refused, outcome).map(
				(problem) => `${id} ${problem}: ${JSON.stringify(outcome.json)}`,
			),
		);
		expect(wrong).toEqual([]);
	});

	it('is read by Create', async () => {
		const id = refused || 'o-0';
		const outcomes = await run('Create', shape, refused, [id]);
		const [outcome] = [...outcomes.values()];
		// Of one order, what stands alone is its own.
		const own = { ...shape, hasIds: shape.hasIds === true && refused === '' };
		const wrong = problemsOf(own, id, refused, outcome);
		expect(wrong.map((problem) => `${problem}: ${JSON.stringify(outcome.json)}`)).toEqual([]);
	});
});
