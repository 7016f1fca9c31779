import type { IExecuteFunctions } from 'n8n-workflow';

import { publishHints } from '../shared/execution';

/** Shows how the input was read: what was decided for all rows, and the columns that no field takes. */
export function publishFindings(
	context: IExecuteFunctions,
	{
		notes,
		unmatched,
	}: { readonly notes: readonly string[]; readonly unmatched: readonly string[] },
) {
	publishHints(context, ...notes);
	if (unmatched.length === 0) return;
	const names = unmatched.map((name) => `"${name}"`).join(', ');
	publishHints(context, `Columns not recognised and ignored: ${names}`);
}
