import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../contract';
import actions from '../data/workflow-actions.json';
import type { ObjectRules } from './objectRules';

/** The actions that nodes can use. */
export { actions };

const isKnown = (node: JsonObject) =>
	actions.some(
		(action) =>
			action.action_uid === node.action_uid ||
			action.action_slug === node.action_slug ||
			action.action_uid === node.action_id,
	);

const withIds = (groups: JsonObject[], prefix: string) =>
	groups.map((group, index) => ({
		...group,
		id: group.id ?? `${prefix}-group-${index + 1}`,
		operator: group.operator ?? 'and',
		conditions: ((group.conditions ?? []) as JsonObject[]).map((condition, place) => ({
			...condition,
			id: condition.id ?? `${prefix}-condition-${index + 1}-${place + 1}`,
		})),
	}));

function completeNode(node: JsonObject, index: number): JsonObject {
	const id = (node.id as string) ?? `node-${index + 1}`;
	return {
		...node,
		id,
		is_base: node.is_base ?? index === 0,
		valid_to_run: node.valid_to_run ?? isKnown(node),
		condition_groups: withIds((node.condition_groups ?? []) as JsonObject[], id),
	};
}

const nodesOf = (fields: JsonObject) => (fields.nodes ?? []) as JsonObject[];

const validToRun = (fields: JsonObject) =>
	nodesOf(fields).length > 0 && nodesOf(fields).every((node) => node.valid_to_run);

export const workflows: ObjectRules = {
	externalId: () => `workflow-${randomUUID()}`,

	write: (fields) =>
		fields.nodes ? { ...fields, nodes: nodesOf(fields).map(completeNode) } : fields,

	show: ({ externalId, updatedAt, fields }) => ({
		external_id: externalId,
		is_trigger_active: fields.is_trigger_active ?? false,
		valid_to_run: validToRun(fields),
		nodes: nodesOf(fields),
		updated_at: updatedAt,
	}),

	envelope: ({ fields }) => ({
		valid_to_run: validToRun(fields),
		node_count: nodesOf(fields).length,
	}),
};
