import type { IPollFunctions } from 'n8n-workflow';

import { Failure, secretsOf } from '../../../nodes/shared/http';
import { budgetOf, inTurn } from '../../../nodes/shared/polling/polling';

const MINUTE = 60_000;
const unserved = new Failure({ kind: 'unserved', message: 'no turn', remedy: '' });

const trigger = (id: string) => {
	const warnings: string[] = [];
	const context = {
		getMode: () => 'trigger',
		getPollBudgetMs: () => 36_000,
		getNode: () => ({ id, name: 'Trigger' }),
		getWorkflow: () => ({ id: 'workflow' }),
		logger: { warn: (text: string) => warnings.push(text) },
	} as unknown as IPollFunctions;
	const poll = async (outcome: Failure | 'done') => {
		let since: number | undefined;
		const polled = await inTurn(context, budgetOf(context, 5), async (options) => {
			since = options.unservedSince;
			return await Promise.resolve(outcome);
		});
		return { polled, since };
	};
	return { poll, warnings, context };
};

describe('a poll without a turn', () => {
	let now = 0;
	beforeEach(() => {
		now = 1_000_000;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	it('gives nothing, and is the longest unserved one next time', async () => {
		const { poll, warnings } = trigger('a');
		const first = await poll(unserved);
		expect([first.polled, warnings]).toEqual([null, ['Trigger: no turn']]);
		now += MINUTE;
		expect(await poll('done')).toEqual({ polled: 'done', since: now - MINUTE });
		now += MINUTE;
		expect((await poll('done')).since).toBe(now);
	});

	it('says so in the log without a secret', async () => {
		const { poll, warnings, context } = trigger('c');
		secretsOf(context).hold('the credential', ['a-token-of-this-trigger']);
		await poll(unserved.with({ message: 'bad header: Bearer a-token-of-this-trigger' }));
		expect(warnings).toEqual(['Trigger: bad header: Bearer …']);
	});

	it('is an error after half an hour', async () => {
		const { poll } = trigger('b');
		for (let minute = 0; minute < 30; minute += 1) {
			expect((await poll(unserved)).polled).toBeNull();
			now += MINUTE;
		}
		await expect(poll(unserved)).rejects.toBe(unserved);
	});
});
