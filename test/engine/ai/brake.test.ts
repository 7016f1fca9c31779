import type { INodeParameters } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { byId, fromItem } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';
import type { Reply } from '../../../testing/services/customService';

const { service, n8n, runNode } = useCustomEngine();

const COUNT = 300;
const items = Array.from({ length: COUNT }, (_, n) => ({ name: `Company ${n}` }));
const seed: INodeParameters = byId('={{ $json.name }}', 'name');
const enriched = {
	data: { run_id: 'r', updated_builtin_fields: { industry: 'x' } },
	message: 'OK',
};
const enrich = async (options: INodeParameters = {}, count = COUNT) =>
	await runNode(
		'enrich',
		'enrich',
		{ resource: 'company', ...seed, options },
		{ items: items.slice(0, count), onError: 'continueErrorOutput' },
	);
const kindsOf = (failed: ReadonlyArray<{ json: object }>) =>
	failed.map(({ json }) => (json as { details: { kind: string } }).details.kind);
const errorsOf = (failed: ReadonlyArray<{ json: object }>) =>
	failed.map(({ json }) => (json as { error: string }).error);

const verdicts: ReadonlyArray<[string, Reply, string, RegExp]> = [
	[
		'402',
		{ status: 402, body: { message: 'Invoice open' } },
		'quota',
		/^Payment required; .*: Invoice open/,
	],
	[
		'a quota',
		{ status: 403, body: { message: 'AI quota used up' } },
		'quota',
		/^Quota used up; .*: AI quota/,
	],
	[
		'a quota named by its code only',
		{ status: 403, body: { message: 'Forbidden', code: 'quota_exceeded' } },
		'quota',
		/^Quota used up; /,
	],
	...[
		{ status: 200, body: { ok: false, message: 'You have exceeded your daily request quota' } },
		{ status: 400, body: { error: { message: 'Your credit balance is too low to access it.' } } },
		{ status: 422, body: { message: 'Refused', code: 'insufficient_quota' } },
	].map((reply): [string, Reply, string, RegExp] => [
		`a quota with ${reply.status}`,
		reply,
		'quota',
		/^Quota used up; /,
	]),
	[
		'a token that is not accepted',
		{ status: 401, body: { message: 'No' } },
		'unauthorized',
		/token/,
	],
	[
		'the missing permission by its name',
		{ status: 403, body: { message: 'The scope companies:write is missing' } },
		'forbidden',
		/lacks permission|companies:write/,
	],
];

describeSince('errorDetails')('the service’s verdict that is true for all calls', () => {
	it.each(verdicts)('ends further calls: %s', async (_, verdict, kind, text) => {
		service.reply = () => verdict;
		const { failed, requests } = await enrich();
		const calls = requests.filter(({ path }) => path === '/v1/enrich');
		expect(calls.length).toBeLessThanOrEqual(10);
		expect(failed).toHaveLength(COUNT);
		expect(new Set(kindsOf(failed))).toEqual(new Set([kind]));
		expect(errorsOf(failed)[0]).toMatch(text);
		expect(errorsOf(failed).at(-1)).toMatch(
			/^Not sent, because the service refused an earlier call/,
		);
		expect(failed.at(-1)?.json.message).toBeTruthy();
		const details = failed.at(-1)?.json.details as object;
		expect(details).not.toHaveProperty('mayHaveHappened');
	});

	it('ends none for what is about one record, whatever its words', async () => {
		const replies = ['This company is locked', 'No permission to write to Quota Ltd'];
		service.reply = ({ body }) => {
			const { name } = (body as { seed: { name: string } }).seed;
			const n = Number(name.split(' ')[1]);
			return n < 2 ? { status: 403, body: { message: replies[n] } } : { body: enriched };
		};
		const { items: done, failed } = await enrich({}, 20);
		expect([done.length, failed.length]).toEqual([18, 2]);
	});

	it('does not name a missing permission for a quota', async () => {
		service.reply = () => ({ status: 403, body: { message: 'Monthly quota used up' } });
		const { failed } = await enrich({}, 1);
		expect(JSON.stringify(failed[0].json)).not.toMatch(/permission/);
	});

	it('holds for all runs and nodes of the execution, and not for the next one, nor for records', async () => {
		service.reply = ({ path }) =>
			path.startsWith('/v1/public')
				? { body: { ok: true, status: 'created', company_id: 'c-1' } }
				: { status: 402, body: { message: 'Invoice open' } };
		const call = {
			type: 'workspaceRecordsEnrich',
			parameters: { ...byId('x', 'name'), options: { requests: { maxParallelRequests: 1 } } },
			onError: 'continueRegularOutput' as const,
		};
		const score = {
			type: 'workspaceRecordsScore',
			parameters: { resource: 'company', operation: 'score', ...byId('c-1') },
			onError: 'continueRegularOutput' as const,
		};
		const parameters = { resource: 'company', operation: 'create', ...fromItem };
		const create = { type: 'workspaceRecordsCompany', parameters };
		const given = { credentials: accessWith(service.url, 'a-token') };
		const chain = { ...given, items: [{ json: { name: 'A' } }] };
		const { status } = await n8n.run([create, call, call, score, create], chain);
		expect(status).toBe('error');
		const ai = () => service.requests.filter(({ path }) => !path.startsWith('/v1/public')).length;
		expect(ai()).toBe(1);
		expect(service.requests[0].path).toBe('/v1/public/companies');
		await n8n.run([call], chain);
		expect(ai()).toBe(2);
	});
});

describeSince('errorDetails')('calls whose outcome is unknown', () => {
	const lost: Reply = { status: 500, body: {} };
	const one = { requests: { maxParallelRequests: 1 } };

	it('end further calls after five without a success between them', async () => {
		service.reply = () => lost;
		const { failed, requests } = await enrich(one);
		expect(requests).toHaveLength(5);
		expect(failed).toHaveLength(COUNT);
		expect(errorsOf(failed).slice(0, 5).join()).not.toMatch(/Not sent/);
		expect(errorsOf(failed)[5]).toMatch(/^Not sent, because the outcome of 5 calls is unknown/);
		expect(failed[5].json.message).toMatch(/may have been billed/);
	});

	it('are at most those that are under way more', async () => {
		service.reply = () => lost;
		const { requests } = await enrich();
		expect(requests.length).toBeLessThan(10);
	});

	it('end none where some succeed between them, or where a person says so', async () => {
		let number = 0;
		service.reply = () => ((number += 1) % 5 === 0 ? { body: enriched } : lost);
		const between = await enrich(one, 30);
		expect(between.requests).toHaveLength(30);
		service.reply = () => lost;
		const never = await enrich({ ...one, calls: { stopAfterUnknown: 0 } }, 30);
		expect(never.requests).toHaveLength(30);
		const two = await enrich({ ...one, calls: { stopAfterUnknown: 2 } }, 30);
		expect(two.requests).toHaveLength(2);
	});
});
