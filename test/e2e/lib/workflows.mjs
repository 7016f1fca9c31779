// Small workflows for tests: a row of nodes, each connected to the next one.
import { randomUUID } from 'node:crypto';

const PACKAGE = 'n8n-nodes-workspace-records';
const GAP = 240;

/** The node that every test workflow starts with. */
export const START = 'Start';

/**
 * A node of this package.
 *
 * @param {string} name on the canvas
 * @param {string} type without the package, e.g. `workspaceRecordsCompany`
 * @param {object} parameters
 * @param {{name: string, type: string}} credential
 * @param {object} [more] further settings of the node, e.g. `onError`
 */
export const ours = (name, type, parameters, credential, more = {}) => ({
	name,
	type: `${PACKAGE}.${type}`,
	typeVersion: 1,
	parameters,
	credentials: { [credential.type]: { name: credential.name } },
	...more,
});

/** A node of n8n's own, by its type without the package. */
export const theirs = (name, type, parameters = {}, more = {}) => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion: 1,
	parameters,
	...more,
});

/** What starts a workflow by hand. */
export const byHand = theirs(START, 'manualTrigger');

/** The node that takes what a trigger tells. */
export const NEXT = 'Event';
export const next = theirs(NEXT, 'noOp');

export const POLL_SECONDS = 15;

/** Several, as n8n takes no time that comes more than once a minute. */
export const POLL_TIMES = Array.from({ length: 60 / POLL_SECONDS }, (_, n) => {
	return { mode: 'custom', cronExpression: `${n * POLL_SECONDS} * * * * *` };
});

/**
 * A workflow of a trigger, which has its name, and a node that takes what it tells.
 *
 * @param {string} name
 * @param {string} type of the trigger, without the package
 * @param {object} parameters
 * @param {{name: string, type: string}} credential
 * @param {object[]} [item] poll times, if not those above
 */
export const watching = (name, type, parameters, credential, item = POLL_TIMES) =>
	connected(name, [ours(name, type, { ...parameters, pollTimes: { item } }, credential), next]);

/**
 * A workflow that is started by hand.
 *
 * @param {string} name
 * @param {object[]} nodes in the order of the connections
 * @param {object[]} [input] what the start gives, one object per item
 */
export function rowOf(name, nodes, input = [{}]) {
	const pinData = { [START]: input.map((json) => ({ json })) };
	return { ...connected(name, [byHand, ...nodes]), pinData };
}

/** A workflow of these nodes, each connected to the next one. */
export function connected(name, nodes) {
	const to = (node) => ({ main: [[{ node: node.name, type: 'main', index: 0 }]] });
	const pairs = nodes.slice(1).map((node, index) => [nodes[index].name, to(node)]);
	return {
		name,
		nodes: nodes.map((node, index) => ({ id: randomUUID(), position: [index * GAP, 0], ...node })),
		connections: Object.fromEntries(pairs),
		settings: { executionOrder: 'v1' },
	};
}
