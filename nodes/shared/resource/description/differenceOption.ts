import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../definition/resource';

/** Whether a write that would change nothing is left out. */
export const onlyIfDifferent = {
	displayName: 'Only If Different',
	name: 'onlyIfDifferent',
	type: 'boolean',
	default: false,
} satisfies INodeProperties;

/** The option, at the operations that change a record which is there already. */
export function differenceOptions({ operations, label }: Resource): INodeProperties[] {
	const show = (['update', 'upsert', 'findOrCreate'] as const).filter((name) =>
		operations.includes(name),
	);
	const one = label.toLowerCase();
	return show.length === 0
		? []
		: [
				{
					...onlyIfDifferent,
					displayOptions: { show: { '/operation': show } },
					description: `Whether to read the ${one} first, and to send nothing if it has all these values already. The item says so in "changed" and "changed_fields". A field that Get does not show counts as different.`,
				},
			];
}
