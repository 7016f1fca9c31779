import type { IExecuteFunctions } from 'n8n-workflow';

import { agentWritesOption } from '../description';
import { booleanOf, inOptions, readShared, type Definition } from './parameters';
import { isTool } from './tool';

/** Whether nothing is written … */
export interface DryRun {
	readonly isDry: boolean;
	/** … only because an agent calls, a sentence for it. */
	readonly held: readonly string[];
}

/**
 * Reads whether a run is dry; that of an agent is, unless an option says otherwise.
 *
 * @param definition the node's own switch
 * @throws Failure where items differ
 */
export async function readDryRun(
	context: IExecuteFunctions,
	definition: Definition,
): Promise<DryRun> {
	const parameters = {
		dryRun: booleanOf(definition),
		...inOptions({ writes: booleanOf(agentWritesOption) }),
	};
	const { dryRun, writes } = await readShared(context, parameters);
	const isHeld = !dryRun && !writes && isTool(context);
	return { isDry: dryRun || isHeld, held: isHeld ? [HELD] : [] };
}

const HELD = `An agent has called, so that this was a dry run. ${agentWritesOption.displayName} in the options lets it write.`;
