import type { INode } from 'n8n-workflow';

import type { NodeSpec, WorkflowJson } from './engine';

/** Where a connection leads: to a node by its name, and to which of its inputs, if not to the first. */
type Target = string | readonly [name: string, input: number];

/** A workflow that begins with `Start`; its connections are given for each output of a node. */
export function canvas(
	nodes: ReadonlyArray<NodeSpec & { readonly name: string }>,
	connections: Readonly<Record<string, ReadonlyArray<readonly Target[]>>>,
): WorkflowJson {
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
	const connect = (target: Target) => {
		const [node, index] = typeof target === 'string' ? [target, 0] : target;
		return { node, type: 'main' as const, index };
	};
	const placed = { typeVersion: 1, position: [0, 0] as INode['position'], parameters: {} };
	return {
		nodes: [start, ...nodes].map((node) => ({ id: node.name, ...placed, ...node })),
		connections: Object.fromEntries(
			Object.entries(connections).map(([name, outputs]) => [
				name,
				{ main: outputs.map((targets) => targets.map(connect)) },
			]),
		),
	};
}
