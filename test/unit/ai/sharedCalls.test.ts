import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { SharedCalls } from '../../../nodes/shared/ai/sharedCalls';
import type { ExecutionContext } from '../../../nodes/shared/execution';
import { Tries } from '../../../nodes/shared/execution/tries';
import { settle, type ServiceRequest } from '../../../nodes/shared/http';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A context of a node whose Output is set so. */
const contextWith = (output: string) =>
	({
		getContext: () => ({}),
		getExecutionId: () => '1',
		getNode: () => ({ parameters: { output } }),
		addExecutionHints: () => undefined,
	}) as unknown as IExecuteFunctions;

/** Makes so many different calls, and says how many of the responses' evidence are still in memory. */
async function keptAfter(count: number, output: string) {
	const evidence: Array<WeakRef<object>> = [];
	const service = {
		send: async () => {
			const field_evidence = { industry: ['a', 'b'] };
			evidence.push(new WeakRef(field_evidence));
			const data = { industry: 'x', field_evidence };
			return { status: 200, headers: {}, body: { data } };
		},
	};
	const execution = { service, credentialKey: 'k', tries: new Tries() };
	const calls = new SharedCalls(contextWith(output));
	const items: IDataObject[] = [];
	for (let item = 0; item < count; item += 1) {
		const request = {
			...{ method: 'POST', path: '/v1/enrich', body: { item }, idempotent: false },
			...{ asks: { kind: 'facts' }, purpose: 'enrich the company', permission: 'p' },
		};
		const sent = await settle(
			calls.send(execution as unknown as ExecutionContext, {
				item,
				request: request as unknown as ServiceRequest,
				options: {
					...{ once: false, repeats: false, maxUnknown: 5, maxCalls: Infinity },
					includesInput: false,
				},
				look: 'there',
				known: {},
				shape: ({ industry }) => ({ industry }),
			}),
		);
		if (sent.ok) items.push(sent.value);
	}
	await new Promise((resolve) => setTimeout(resolve, 0));
	collectGarbage();
	expect(items).toEqual(items.map(() => ({ industry: 'x' })));
	const kept = evidence.filter((one) => one.deref() !== undefined).length;
	calls.publish(items.length);
	return kept;
}

describe('the calls of one run', () => {
	it('keep of a response no more than comes out', async () =>
		expect(await keptAfter(100, 'simplified')).toBeLessThan(5));

	it('keep all of it where another item may need it', async () =>
		expect(await keptAfter(100, '={{ $json.output }}')).toBe(100));
});
