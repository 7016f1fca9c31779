/** One run of a node whose output goes to n8n's storage: how long it takes, and what it needs. */
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { engine, loadPackage } from '../../../testing/engine';
import { NO_OP_NODE_TYPE } from '../../../testing/engine/helperNodes';
import { watchTurns, type Turns } from '../turns';

/** What a run took. Milliseconds are those of turns.ts. */
export interface StreamRun extends Turns {
	readonly records: number;
	readonly files: number;
	readonly megabytes: number;
	readonly seconds: number;
	readonly peakMegabytes: number;
	/** The same for a node that passes one item through. */
	readonly passedMaxMs: number;
}

/**
 * Runs the node once, after what n8n loads at first use has been loaded.
 *
 * @param types those of nodes that are none of the package, by name
 */
export async function measureRun(
	url: string,
	type: string,
	warmUp: INodeParameters,
	parameters: INodeParameters,
	types: Record<string, INodeType> = {},
): Promise<StreamRun> {
	const n8n = engine((await loadPackage()).with(types));
	const run = async (nodeType: string, given: INodeParameters) => {
		const { last, error } = await n8n.run(
			{ type: nodeType, parameters: given },
			{ credentials: accessWith(url, 'bench-token') },
		);
		if (error) throw error;
		return last.main[0];
	};
	await run(type, warmUp);
	global.gc?.();
	const passed = watchTurns();
	await run(NO_OP_NODE_TYPE, {});
	const passedMaxMs = passed.stop().maxMs;
	const turns = watchTurns();
	const startedAt = performance.now();
	const items = await run(type, parameters);
	const seconds = (performance.now() - startedAt) / 1000;
	await new Promise((resolve) => setTimeout(resolve, 50));
	const bytes = items.reduce((sum, { binary }) => sum + (binary?.data.bytes ?? 0), 0);
	return {
		records: items.reduce((sum, { json }) => sum + Number(json.records ?? 0), 0),
		files: items.length,
		megabytes: bytes / 1e6,
		seconds,
		peakMegabytes: process.resourceUsage().maxRSS / 1024,
		passedMaxMs,
		...turns.stop(),
	};
}

/** Prints the result as the last line of the process. */
export function report(result: Promise<unknown>): void {
	result.then(
		(value) => process.stdout.write(`${JSON.stringify(value)}\n`, () => process.exit(0)),
		(error: Error) => process.stderr.write(`${error.stack}\n`, () => process.exit(1)),
	);
}
