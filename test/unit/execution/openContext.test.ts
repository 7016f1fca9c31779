import type { IExecuteFunctions } from 'n8n-workflow';

import { aiDefaults } from '../../../nodes/shared/ai/parameters';
import { readRequestOptions } from '../../../nodes/shared/execution/runItems';

/** A node none of whose options was added. */
const context = {
	getNodeParameter: (_name: string, _item: number, fallback: unknown) => fallback,
	getInputData: () => [{ json: {} }],
	getExecutionCancelSignal: () => undefined,
} as unknown as IExecuteFunctions;

const timeoutOf = async (limits?: typeof aiDefaults.limits) =>
	(await readRequestOptions(context, limits)).timeoutMs;

it('a request is waited for one minute, an AI call five, unless the options say otherwise', async () => {
	expect(await timeoutOf()).toBe(60_000);
	expect(await timeoutOf(aiDefaults.limits)).toBe(300_000);
});
