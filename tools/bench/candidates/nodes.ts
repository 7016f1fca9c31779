import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { engine, loadPackage } from '../../../testing/engine';
import { runNodeWith, type RunNode } from '../../../testing/runNode';
import type { Target } from './candidate';

/** Runs a node of this package; returns its items, or throws what stopped it. */
export async function runOwnNode(target: Target, ...run: Parameters<RunNode>) {
	const { items, error } = await runNodeWith(engine(await loadPackage()), target)(...run);
	if (error) throw error;
	return items;
}

/** Runs a node that is none of this package; returns its items, or throws what stopped it. */
export async function runOtherNode(
	{ url, token }: Target,
	[type, node]: [string, INodeType],
	parameters: INodeParameters,
	items: INodeExecutionData[],
) {
	const n8n = engine((await loadPackage()).with({ [type]: node }));
	const { last, error } = await n8n.run(
		{ type, parameters },
		{ items, credentials: accessWith(url, token) },
	);
	if (error) throw error;
	return last.main[0];
}
