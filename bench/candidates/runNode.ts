import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { accessWith } from '../../testing/credential';
import { engine, loadPackage } from '../../testing/engine';
import type { Target } from './candidate';

/** Runs one node in n8n-core's engine; counts the items that did not fail. */
export async function runNode(
	type: string,
	parameters: INodeParameters,
	given: INodeExecutionData[],
	{ url, token }: Target,
	nodeTypes: Record<string, INodeType> = {},
) {
	const pkg = (await loadPackage()).with(nodeTypes);
	const { last, error } = await engine(pkg).run(
		{ type, parameters },
		{ items: given, credentials: accessWith(url, token) },
	);
	if (error) throw error;
	return last.main[0];
}
