/** What Enrich and Score make of a response: decided by hand, before any code read these bodies. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../../testing/parameters';
import type { RunNodeOptions } from '../../../testing/runNode';
import type { CustomService } from '../../../testing/services/customService';
import { useCustomEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const { service, runNode } = useCustomEngine();

const ID = '6f1c1c1e-0000-4000-8000-00000000000a';
const OTHER = '6f1c1c1e-0000-4000-8000-00000000000b';
const WORDS = 'provider: quota exceeded';

/** Enriches or scores, and goes on after an error. */
const call = async (
	node: string,
	resource: string,
	id: string = ID,
	options: RunNodeOptions<CustomService> = {},
) =>
	await runNode(
		node,
		node,
		{ resource, ...byId(id) },
		{ onError: 'continueRegularOutput', ...options },
	);

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

type Body = Case['body'];
const done = (body: Body, more: Partial<Case> = {}): Case => ({ body, means: 'done', ...more });
const warned = (body: Body) =>
	done(body, { shows: /"warnings":\["provider: quota exceeded"\]/, hint: /quota exceeded/ });
const queued = (body: Body, more: Partial<Case> = {}): Case => ({
	body,
	means: 'queued',
	hint: /queued, not done yet/,
	...more,
});
const refused = (body: Body, more: Partial<Case> = {}): Case => ({
	body,
	means: 'refused',
	shows: /quota exceeded/,
	...more,
});
const unknown = (body: Body, shows?: RegExp): Case => ({ body, means: 'unknown', shows });

const cases: Readonly<Record<string, Case>> = {
	'the result under data, without keys that nobody specified': done(({ id, result }) => ({
		data: { ...id, ...result },
		message: 'Done',
		ctx_id: 'ctx',
	})),
	'the result by itself': done(({ id, result }) => ({ ...id, ...result })),
	'the result beside ok': done(({ id, result }) => ({ ok: true, data: { ...id, ...result } })),
	'the result without an ID': done(({ result }) => ({ data: result })),
	'201 and the result': done(({ id, result }) => ({ data: { ...id, ...result } }), { status: 201 }),
	'202 and the result': done(({ id, result }) => ({ data: { ...id, ...result } }), { status: 202 }),
	'a status that says completed': done(({ id, result }) => ({
		status: 'completed',
		data: { ...id, ...result },
	})),
	'a result whose status is failed': done(({ id, result }) => ({
		status: 'failed',
		...id,
		...result,
	})),
	'an empty list of errors': done(({ id, result }) => ({
		errors: [],
		warnings: [],
		data: { ...id, ...result, errors: [] },
	})),
	'the same ID in upper case': done(({ withId, result }) => ({
		data: { ...withId(ID.toUpperCase()), ...result },
	})),
	'a number for a UUID': done(({ withId, result }) => ({ data: { ...withId(53), ...result } })),
	'warnings beside data': warned(({ id, result }) => ({
		warnings: [WORDS],
		data: { ...id, ...result },
	})),
	'warnings in data, as objects': warned(({ id, result }) => ({
		data: { ...id, ...result, warnings: [{ message: WORDS }] },
	})),
	'errors in data beside a result': warned(({ id, result }) => ({
		data: { ...id, ...result, errors: [WORDS] },
	})),
	'an error of the provider beside a result': warned(({ id, result }) => ({
		data: { ...id, ...result, provider_meta: { error: WORDS } },
	})),
	'202 and {}': queued(() => ({}), { status: 202 }),
	'202 and no bytes': queued(() => undefined, { status: 202 }),
	'202 and no result': queued(
		({ id }) => ({ data: { ...id, run_id: 'run-1' }, message: 'Accepted' }),
		{ status: 202, shows: /run-1/ },
	),
	'status queued': queued(() => ({ status: 'queued' })),
	'status queued and a job': queued(() => ({ status: 'queued', job_id: 'job-1' }), {
		shows: /job-1/,
	}),
	'status Pending': queued(({ id }) => ({ status: 'Pending', ...id })),
	'status processing in data': queued(({ id }) => ({ data: { ...id, status: 'processing' } })),
	'status queued and ok: false': refused(() => ({ ok: false, status: 'queued', message: WORDS })),
	'errors beside data with a result': refused(
		({ id, result }) => ({ errors: [WORDS], data: { ...id, ...result, mark: 'kept' } }),
		{ shows: /quota exceeded.*kept/ },
	),
	'an error in data without a result': refused(({ id }) => ({
		message: 'OK',
		data: { ...id, error: WORDS },
	})),
	'errors in data and an empty result': refused(({ id, nothing }) => ({
		data: { ...id, ...nothing, errors: [{ message: WORDS }] },
	})),
	'ok: "false"': refused(() => ({ ok: 'false', message: WORDS })),
	'404 with a reason': refused(() => ({ message: WORDS }), {
		status: 404,
		shows: /^.{0,80}quota exceeded/,
	}),
	'403 with a reason that is no permission': refused(() => ({ message: WORDS }), {
		status: 403,
		shows: /^(?!.*lacks permission).{0,80}quota exceeded/,
	}),
	'another UUID': {
		body: ({ withId, result }) => ({ data: { ...withId(OTHER), ...result, mark: 'kept' } }),
		means: 'another record',
		shows: /kept/,
	},
	'status failed and a message': unknown(
		() => ({ status: 'failed', message: WORDS }),
		/quota exceeded/,
	),
	'a message alone': unknown(() => ({ message: WORDS }), /quota exceeded/),
	'ok: true alone': unknown(() => ({ ok: true }), /may have been/),
	'a web page': unknown(() => '<!doctype html>', /may have been/),
	'data: null': unknown(() => ({ data: null })),
	'[]': unknown(() => []),
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
		const { items, hints, requests } = await call(node, resource);
		const [{ json }] = items as Array<{ json: IDataObject }>;
		const shown = JSON.stringify(json);
		expect(requests).toHaveLength(1);
		expect(shown).toMatch(shows ?? /./);
		const kind = (json.details as IDataObject | undefined)?.kind;
		const isOther = / another (company|deal)/.test(String(json.error));
		expect([
			shown,
			...(kind === undefined
				? [json.outcome === 'queued' && json.queued === true ? 'queued' : 'done']
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
			const twice = { items: [{ id: asked }, { id: asked }] };
			const { items, requests } = await call(node, resource, '={{ $json.id }}', twice);
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
				const { items } = await call('score', 'deal', id);
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
