/**
 * Get and Get Many of every object × every body × three services: the response to the read is replaced,
 * what a record looks like is the service's own.
 */
import type { INodeParameters } from 'n8n-workflow';

import type { Resource } from '../../../../nodes/shared/resource/definition/resource';
import { columnsFilledFrom } from '../../../../testing/columns';
import { runNodeWith } from '../../../../testing/runNode';
import { sampleValues } from '../../../../testing/samples';
import { startAltered } from '../../../../testing/services/altered';
import { useN8n, useService } from '../../../../testing/setUp';
import { describeSince } from '../../../../testing/since';
import { threeServices } from '../../../../testing/threeServices';
import { lists, reads } from './bodies';
import { createsBy, isFailed, linkedIn, table } from './cases';

const n8n = useN8n();
const OBJECT = 'orders';

type Rows = readonly object[];

const single = [
	...Object.entries(reads.found).map(([name, body]) => ({ name, body, isFound: true })),
	...Object.entries(reads.none).map(([name, body]) => ({ name, body, isFound: false })),
];
const many = [
	...Object.entries(lists.rows).map(([name, body]) => ({ name, body, rows: 2 })),
	...Object.entries(lists.empty).map(([name, body]) => ({ name, body, rows: 0 })),
	...Object.entries(lists.none).map(([name, body]) => ({ name, body, rows: -1 })),
];

/** What a service has under `data`, or the whole body. */
const opened = (text: string | undefined): unknown => {
	const body = JSON.parse(text ?? 'null') as { data?: unknown };
	return body?.data ?? body;
};

/** The case that a read is for, and the address that the service knows. */
const caseOf = (url: string) => {
	const { pathname, searchParams } = new URL(url, 'http://service');
	const asked = Number(searchParams.get('case') ?? -1);
	searchParams.delete('case');
	return {
		asked,
		page: Number(searchParams.get('page') ?? 1),
		url: `${pathname}?${String(searchParams)}`,
	};
};

const asResponse = (value: unknown) => {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return { status: 200, text, type: text.startsWith('<') ? 'text/html' : 'application/json' };
};

describe.each(Object.entries(threeServices))('with the %s service', (_, start) => {
	const service = useService(start);
	const altered = useService(async () => await startAltered(service));

	const run = async (
		{ name, pathParameter }: Resource,
		operation: string,
		{ options, ...parameters }: INodeParameters,
		items: object[] = [{}],
	) =>
		await runNodeWith(n8n, { url: altered.url, token: service.token })(
			name,
			operation,
			{
				...(pathParameter && { [pathParameter.name]: OBJECT }),
				...parameters,
				options: {
					requests: { maxParallelRequests: 1, maxRetries: 0 },
					...(options as INodeParameters),
				},
			},
			{ items, onError: 'continueRegularOutput', settings: { timezone: 'UTC' } },
		);

	describeSince('errorDetails').each(table)('%s', (_label, resource) => {
		let id: string;
		beforeAll(async () => {
			altered.alter = async (_request, forward) => await forward();
			const linked = linkedIn(service);
			const creates = createsBy(resource);
			const samples = [1, 2].map((n) => ({ values: sampleValues(resource, creates, n, linked) }));
			const names = Object.keys(samples[0].values);
			const columns = await columnsFilledFrom('values', n8n, resource, 'create', names);
			const made = await run(resource, creates, columns, samples);
			expect(made.items.filter(({ json }) => isFailed(json))).toEqual([]);
			id = String(made.items[0].json.id);
		});

		it('get', async () => {
			const sent = single.map(() => 0);
			altered.alter = async (request, forward) => {
				const { asked, url } = caseOf(request.url);
				if (asked < 0) return await forward();
				sent[asked] += 1;
				const record = opened((await forward(url)).text) as object;
				return asResponse(single[asked].body(record));
			};
			const parameters = {
				recordId: { __rl: true, mode: 'id', value: id },
				...(resource.simplified && { output: 'raw' }),
				options: { additionalQueryParameters: '={{ { case: $json.case } }}' },
			};
			const { items } = await run(
				resource,
				'get',
				parameters,
				single.map((_case, at) => ({ case: at })),
			);
			const wrong = items.flatMap(({ json }, at) =>
				isFailed(json) === single[at].isFound
					? [`${single[at].name}: ${JSON.stringify(json)}`]
					: [],
			);
			expect(sent).toEqual(single.map(() => 1));
			expect(wrong).toEqual([]);
		});

		it('getAll', async () => {
			let rows: Rows = [];
			altered.alter = async (request, forward) => {
				const { asked, page, url } = caseOf(request.url);
				const reply = await forward(url);
				if (asked < 0) return reply;
				const isFirst = page === 1;
				if (isFirst) rows = (opened(reply.text) as Rows).slice(0, 2);
				return asResponse(many[asked].body(isFirst ? rows : []));
			};
			const wrong: string[] = [];
			for (const [at, { name, rows: count }] of many.entries()) {
				const { items, hints } = await run(resource, 'getAll', {
					returnAll: true,
					options: { additionalQueryParameters: JSON.stringify({ case: at }) },
				});
				const failed = items.length === 1 && isFailed(items[0].json);
				const given = failed ? -1 : items.length;
				if (given !== (count === 2 ? rows.length : count)) {
					wrong.push(`${name}: ${given} ${JSON.stringify(items[0]?.json)}`);
				}
				if (name.startsWith('data: null') && hints.length === 0) wrong.push(`${name}: no hint`);
			}
			expect(wrong).toEqual([]);
		});
	});
});
