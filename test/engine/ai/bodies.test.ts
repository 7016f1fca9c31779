/** What Enrich and Score make of a response: decided by hand, before any code read these bodies. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../../testing/parameters';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { describeSince, itSince } from '../../../testing/since';

const service = useCustomService();
const { runNode } = useEngine(service);

const ID = '6f1c1c1e-0000-4000-8000-00000000000a';
const OTHER = '6f1c1c1e-0000-4000-8000-00000000000b';
const WORDS = 'provider: quota exceeded';

/** What a response can name: the ID under its key, and what the call gives. */
interface Given {
	readonly id: IDataObject;
	readonly result: IDataObject;
	/** The same keys without a value. */
	readonly nothing: IDataObject;
	readonly withId: (id: unknown) => IDataObject;
}

interface Case {
	readonly status?: number;
	readonly body: (given: Given) => unknown;
	readonly means: 'done' | 'queued' | 'refused' | 'unknown' | 'another record';
	/** What the item shows. */
	readonly shows?: RegExp;
	/** What stands below the output; nothing without it, where the call is done. */
	readonly hint?: RegExp;
}

const cases: Readonly<Record<string, Case>> = {
	'the result under data, without keys that nobody specified': {
		body: ({ id, result }) => ({ data: { ...id, ...result }, message: 'Done', ctx_id: 'ctx' }),
		means: 'done',
	},
	'the result by itself': { body: ({ id, result }) => ({ ...id, ...result }), means: 'done' },
	'the result beside ok': {
		body: ({ id, result }) => ({ ok: true, data: { ...id, ...result } }),
		means: 'done',
	},
	'the result without an ID': { body: ({ result }) => ({ data: result }), means: 'done' },
	'201 and the result': {
		...{ status: 201, body: ({ id, result }) => ({ data: { ...id, ...result } }), means: 'done' },
	},
	'202 and the result': {
		...{ status: 202, body: ({ id, result }) => ({ data: { ...id, ...result } }), means: 'done' },
	},
	'a status that says completed': {
		body: ({ id, result }) => ({ status: 'completed', data: { ...id, ...result } }),
		means: 'done',
	},
	'an empty list of errors': {
		body: ({ id, result }) => ({
			errors: [],
			warnings: [],
			data: { ...id, ...result, errors: [] },
		}),
		means: 'done',
	},
	'the same ID in upper case': {
		body: ({ withId, result }) => ({ data: { ...withId(ID.toUpperCase()), ...result } }),
		means: 'done',
	},
	'a number for a UUID': {
		body: ({ withId, result }) => ({ data: { ...withId(53), ...result } }),
		means: 'done',
	},
	'warnings beside data': {
		body: ({ id, result }) => ({ warnings: [WORDS], data: { ...id, ...result } }),
		...{
			means: 'done',
			shows: /"warnings":\["provider: quota exceeded"\]/,
			hint: /quota exceeded/,
		},
	},
	'warnings in data, as objects': {
		body: ({ id, result }) => ({ data: { ...id, ...result, warnings: [{ message: WORDS }] } }),
		...{
			means: 'done',
			shows: /"warnings":\["provider: quota exceeded"\]/,
			hint: /quota exceeded/,
		},
	},
	'errors in data beside a result': {
		body: ({ id, result }) => ({ data: { ...id, ...result, errors: [WORDS] } }),
		...{
			means: 'done',
			shows: /"warnings":\["provider: quota exceeded"\]/,
			hint: /quota exceeded/,
		},
	},
	'an error of the provider beside a result': {
		body: ({ id, result }) => ({ data: { ...id, ...result, provider_meta: { error: WORDS } } }),
		...{
			means: 'done',
			shows: /"warnings":\["provider: quota exceeded"\]/,
			hint: /quota exceeded/,
		},
	},
	'202 and {}': { status: 202, body: () => ({}), means: 'queued', hint: /queued, not done yet/ },
	'202 and no bytes': {
		...{ status: 202, body: () => undefined, means: 'queued', hint: /queued, not done yet/ },
	},
	'202 and no result': {
		status: 202,
		body: ({ id }) => ({ data: { ...id, run_id: 'run-1' }, message: 'Accepted' }),
		...{ means: 'queued', shows: /run-1/, hint: /queued, not done yet/ },
	},
	'status queued': {
		body: () => ({ status: 'queued' }),
		...{ means: 'queued', hint: /queued, not done yet/ },
	},
	'status queued and a job': {
		body: () => ({ status: 'queued', job_id: 'job-1' }),
		...{ means: 'queued', shows: /job-1/, hint: /queued, not done yet/ },
	},
	'status Pending': {
		body: ({ id }) => ({ status: 'Pending', ...id }),
		...{ means: 'queued', hint: /queued, not done yet/ },
	},
	'status processing in data': {
		body: ({ id }) => ({ data: { ...id, status: 'processing' } }),
		...{ means: 'queued', hint: /queued, not done yet/ },
	},
	'status queued and ok: false': {
		body: () => ({ ok: false, status: 'queued', message: WORDS }),
		...{ means: 'refused', shows: /quota exceeded/ },
	},
	'errors beside data with a result': {
		body: ({ id, result }) => ({ errors: [WORDS], data: { ...id, ...result, mark: 'kept' } }),
		...{ means: 'refused', shows: /quota exceeded.*kept/ },
	},
	'an error in data without a result': {
		body: ({ id }) => ({ message: 'OK', data: { ...id, error: WORDS } }),
		...{ means: 'refused', shows: /quota exceeded/ },
	},
	'errors in data and an empty result': {
		body: ({ id, nothing }) => ({ data: { ...id, ...nothing, errors: [{ message: WORDS }] } }),
		...{ means: 'refused', shows: /quota exceeded/ },
	},
	'another UUID': {
		body: ({ withId, result }) => ({ data: { ...withId(OTHER), ...result, mark: 'kept' } }),
		...{ means: 'another record', shows: /kept/ },
	},
	'status failed and a message': {
		body: () => ({ status: 'failed', message: WORDS }),
		...{ means: 'unknown', shows: /quota exceeded/ },
	},
	'a message alone': {
		...{ body: () => ({ message: WORDS }), means: 'unknown', shows: /quota exceeded/ },
	},
	'data: null': { body: () => ({ data: null }), means: 'unknown' },
	'[]': { body: () => [], means: 'unknown' },
	'404 with a reason': {
		...{ status: 404, body: () => ({ message: WORDS }), means: 'refused' },
		shows: /^.{0,60}quota exceeded/,
	},
	'403 with a reason that is no permission': {
		...{ status: 403, body: () => ({ message: WORDS }), means: 'refused' },
		shows: /^(?!.*lacks permission).{0,80}quota exceeded/,
	},
};

const targets = [
	['enrich', 'company', 'company_id', { updated_builtin_fields: { address: '1 Main Street' } }],
	['score', 'company', 'record_id', { score: 71, band: 'medium' }],
	['score', 'deal', 'record_id', { score: 71, band: 'medium' }],
] as const;

describeSince('errorDetails').each(targets)('%s › %s', (node, resource, key, result) => {
	const nothing = node === 'score' ? { score: null } : { updated_builtin_fields: {} };
	const withId = (id: unknown) => ({ [key]: id }) as IDataObject;

	it.each(Object.entries(cases))('%s', async (_, { status = 200, body, means, shows, hint }) => {
		const reply = body({ id: withId(ID), result, nothing, withId });
		service.reply = () => ({ status, body: reply });
		const { items, hints, requests } = await runNode(
			node,
			node,
			{ resource, ...byId(ID) },
			{ onError: 'continueRegularOutput' },
		);
		const [{ json }] = items as Array<{ json: IDataObject }>;
		const shown = JSON.stringify(json);
		expect(requests).toHaveLength(1);
		expect(shown).toMatch(shows ?? /./);
		const kind = (json.details as IDataObject | undefined)?.kind;
		const isOther = / another (company|deal)/.test(String(json.error));
		expect([
			shown,
			...(kind === undefined
				? [json.queued === true ? 'queued' : 'done']
				: [isOther ? 'another record' : kind === 'unknownOutcome' ? 'unknown' : 'refused']),
		]).toEqual([shown, means]);
		if (kind === undefined) {
			expect(hints).toEqual(hint ? [expect.stringMatching(hint)] : []);
			if (means === 'done') expect(json).not.toHaveProperty('queued');
		} else expect(hints).toEqual([]);
		if (means === 'another record') expect(json.details).toHaveProperty('mayHaveHappened', true);
	});
});

describeSince('errorDetails').each(targets.slice(0, 2))(
	'the record that %s › %s names',
	(node, resource, key, result) => {
		it.each([
			['a1', 'b2', true],
			['a1', 'a1', false],
			['53', '54', true],
			['53', 53, false],
			['0053', '53', false],
			[ID, OTHER, true],
			['a1', 54, false],
			['53', OTHER, false],
			[ID, 'b2', false],
		])('asked for %s, answered for %s: another record is %s', async (asked, shown, isOther) => {
			service.reply = () => ({ body: { data: { [key]: shown, ...result } } });
			const { items, requests } = await runNode(
				node,
				node,
				{ resource, ...byId('={{ $json.id }}') },
				{ onError: 'continueRegularOutput', items: [{ id: asked }, { id: asked }] },
			);
			expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
			for (const { json } of items) {
				expect([json.error, 'details' in json]).toEqual([
					isOther ? expect.stringContaining('another company') : undefined,
					isOther,
				]);
			}
		});
	},
);

itSince('errorDetails')(
	'Score does not take the score of a company for that of a deal',
	async () => {
		const data = { object_type: 'company', record_id: ID, score: 71, band: 'medium' };
		service.reply = () => ({ body: { data } });
		const { items } = await runNode(
			'score',
			'score',
			{ resource: 'deal', ...byId(ID) },
			{ onError: 'continueRegularOutput' },
		);
		expect(items[0].json).toMatchObject({
			error: 'The service scored another record: a company instead of the deal',
			details: { mayHaveHappened: true, serviceDetails: data },
		});
		service.reply = () => ({ body: { data: { ...data, object_type: 'case' } } });
		const asCase = await runNode('score', 'score', { resource: 'deal', ...byId(ID) });
		expect(asCase.items[0].json).toMatchObject({ score: 71 });
	},
);

it('Enrich does not take the answer for another external ID', async () => {
	service.reply = () => ({
		body: { data: { seed_external_id: 'erp-2', updated_builtin_fields: { address: 'x' } } },
	});
	const { items } = await runNode(
		'enrich',
		'enrich',
		{ resource: 'company', source: 'seed', externalId: 'erp-1' },
		{ onError: 'continueRegularOutput' },
	);
	expect(items[0].json.error).toBe(
		'The service enriched another company: external ID "erp-2" instead of "erp-1"',
	);
});

describe('a rejection with an ID that is no UUID', () => {
	it.each([
		[400, 'Deal has no company; scoring needs one'],
		[404, 'Score model not found'],
		[410, 'Company is archived'],
		[422, 'Too little is known of it'],
	])(
		'shows the words of the service first, and the guess behind them: %i',
		async (status, words) => {
			service.reply = () => ({ status, body: { message: words } });
			for (const id of ['deal-7', '53']) {
				const { items } = await runNode(
					'score',
					'score',
					{ resource: 'deal', ...byId(id) },
					{ onError: 'continueRegularOutput' },
				);
				const { error, message } = items[0].json;
				expect(error).toMatch(
					new RegExp(
						`^(Could not score the deal|The service rejected the request to score the deal \\(HTTP \\d+\\)): ${words}$`,
					),
				);
				const what = id === '53' ? 'a deal number' : 'no ID of a deal';
				expect(message).toMatch(`If "${id}" is ${what}: use the field "id" of the deal. `);
			}
		},
	);
});
