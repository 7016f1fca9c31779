import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../sandbox';
import { byId } from '../../../testing/parameters';
import { jsonOf, type Service } from '../../../testing/runNode';
import { startCustomService } from '../../../testing/services/customService';
import { useSandboxEngine } from '../../../testing/setUp';
import { describeSince, itSince } from '../../../testing/since';

const { sandbox, runNode } = useSandboxEngine();

type Call = 'Enrich' | 'Enrich as a dry run' | 'Score';
const calls: Call[] = ['Enrich', 'Enrich as a dry run', 'Score'];

/** What the error tells the user to look for. */
const lookFor: Record<Call, string> = {
	Enrich: 'look in the service whether the company has been filled in',
	'Enrich as a dry run': 'look at the AI usage of your workspace',
	Score: 'look in the service whether the deal has a new score',
};

/** Makes the call once; returns the JSON of both outputs and the number of requests. */
async function make(call: Call, options: IDataObject = {}, service: Service = sandbox) {
	const dryRun = call === 'Enrich as a dry run' ? { dryRun: true } : {};
	const [deal] = sandbox.records('deals');
	const own: INodeParameters =
		call === 'Score'
			? { resource: 'deal', ...byId(deal.id as string) }
			: { resource: 'company', ...byId('Microsoft', 'name') };
	const node = call === 'Score' ? 'score' : 'enrich';
	const { items, failed, requests } = await runNode(
		node,
		node,
		{ ...own, options: { requests: { timeout: 2_000 }, ...dryRun, ...options } as INodeParameters },
		{ service, onError: 'continueErrorOutput' },
	);
	return { ok: jsonOf(items), failed: jsonOf(failed), requests: requests.length };
}

const inject = (fault: Fault) => sandbox.setFaults({ faults: [{ count: 1, ...fault }] });
const each = (faults: Array<[string, Fault]>) =>
	faults.flatMap(([name, fault]) => calls.map((call) => [call, name, fault] as const));

const unsure: Array<[string, Fault]> = [
	['a gateway’s 504', { kind: 'error', status: 504, when: 'after' }],
	['a gateway’s web page', { kind: 'html', status: 502, when: 'after' }],
	['500', { kind: 'error', status: 500, when: 'after' }],
	['500 with advice to retry', { kind: 'error', status: 500, shouldRetry: true, when: 'after' }],
	['500 with a time to come back', { kind: 'error', status: 500, retryAfter: 0.1, when: 'after' }],
	['503 without a time', { kind: 'error', status: 503, when: 'after' }],
	['503 with a time', { kind: 'error', status: 503, retryAfter: 0.1, when: 'after' }],
	['507 with advice to retry', { kind: 'error', status: 507, shouldRetry: true, when: 'after' }],
	['599 with advice to retry', { kind: 'error', status: 599, shouldRetry: true, when: 'after' }],
	['408', { kind: 'error', status: 408, when: 'after' }],
	['a response that is lost', { kind: 'reset', when: 'after' }],
	['a time-out', { kind: 'timeout', when: 'after' }],
	['half a response', { kind: 'truncate' }],
	['a web page with status 200', { kind: 'html', status: 200, when: 'after' }],
];

describeSince('errorDetails')('a call that may have been billed', () => {
	it.each(each(unsure))('is not sent again: %s after %s', async (call, _, fault) => {
		inject(fault);
		const { ok, failed, requests } = await make(call);
		expect(requests).toBe(1);
		expect(ok).toEqual([]);
		expect(failed).toMatchObject([
			{
				error: expect.stringMatching(
					/^Outcome unknown: the (company|deal) may or may not have been (enriched|scored): /,
				),
				message: expect.stringContaining(lookFor[call]),
				details: { kind: 'unknownOutcome', mayHaveHappened: true },
			},
		]);
		const { message } = failed[0];
		expect(message).toMatch(
			/^It may have been billed\. It was not sent again, .* billed a second time/,
		);
		expect(message).toContain('Retry Unknown Outcomes');
		expect(message).not.toMatch(/record may exist|is safe/);
	});

	it.each(each(unsure.filter(([name]) => /504|lost|half/.test(name))))(
		'is sent again when the option allows it: %s after %s',
		async (call, _, fault) => {
			inject(fault);
			const { ok, requests } = await make(call, { calls: { retryUnknownOutcome: true } });
			expect([ok.length, requests]).toEqual([1, 2]);
		},
	);

	it.each(calls)('reports that every attempt may have been billed: %s', async (call) => {
		for (const fault of [
			{ kind: 'error', status: 504, count: 9 },
			{ kind: 'reset', when: 'after', count: 9 },
			{ kind: 'html', status: 200, count: 9 },
		] as Fault[]) {
			sandbox.reset();
			inject(fault);
			const more = { calls: { retryUnknownOutcome: true }, requests: { maxRetries: 1 } };
			const { failed, requests } = await make(call, more);
			expect(requests).toBe(2);
			expect(failed).toMatchObject([
				{
					message: expect.stringContaining(
						`Each attempt may have been billed. Before you run this item again, ${lookFor[call]}.`,
					),
					details: { mayHaveHappened: true },
				},
			]);
			expect(failed[0].message).not.toContain('safe');
		}
	});
});

describe('a call that was not processed', () => {
	it.each(calls)('is sent again after 429: %s', async (call) => {
		inject({ kind: 'error', status: 429 });
		const { ok, requests } = await make(call);
		expect([ok.length, requests]).toEqual([1, 2]);
	});

	it.each(calls)('is sent again when no connection was made: %s', async (call) => {
		const standIn = await startCustomService();
		await standIn.close();
		const running = make(call, {}, standIn);
		await delay(200);
		const later = await startCustomService(Number(new URL(standIn.url).port));
		later.reply = () => ({ status: 422, body: { message: 'Here it is' } });
		const { failed } = await running;
		await later.close();
		expect(later.requests).toHaveLength(1);
		expect(failed).toMatchObject([{ error: expect.stringContaining('Here it is') }]);
	});

	it.each(calls)('is not reported as billed: %s', async (call) => {
		inject({ kind: 'error', status: 422 });
		const { failed, requests } = await make(call);
		expect(requests).toBe(1);
		expect(JSON.stringify(failed)).not.toMatch(/billed|mayHaveHappened/);
	});
});

describe('a response that breaks the contract', () => {
	itSince('errorDetails').each(calls)('may have been billed: %s', async (call) => {
		const standIn = await startCustomService();
		standIn.reply = () => ({ body: ['Done'] });
		const { failed } = await make(call, {}, standIn);
		await standIn.close();
		expect(standIn.requests).toHaveLength(1);
		expect(failed).toMatchObject([
			{
				message: expect.stringMatching(`^It may have been billed. .* ${lookFor[call]}.$`),
				details: { kind: 'unknownOutcome', mayHaveHappened: true },
			},
		]);
	});
});
