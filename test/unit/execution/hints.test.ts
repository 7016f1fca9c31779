/** How the lines below the output of a run are laid out. */
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { publishLines } from '../../../nodes/shared/execution';

it('lines are a hint of three: columns, what was done, what was decided; n8n folds the others', () => {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...given: NodeExecutionHint[]) => void hints.push(...given);
	const context = { addExecutionHints } as unknown as IExecuteFunctions;
	publishLines(context, { notes: [] });
	expect(hints).toEqual([]);
	publishLines(context, { notes: ['Note.', 'Note.', '<a>'], asides: ['y'.repeat(2000)] });
	const long = 'x'.repeat(400);
	publishLines(context, { columns: ['A → B.', long], outcome: ['1 rejected.'] }, 'warning');
	const folded = { location: 'outputPane', group: { key: 'more', summary: 'More' } };
	const rest = ['Note.', '&lt;a&gt;', `${'y'.repeat(1000)}…`].join('<br>');
	expect(hints).toEqual([
		{
			message: `A → B.<br>1 rejected.<br>${'x'.repeat(300)}…`,
			location: 'outputPane',
			type: 'warning',
		},
		{ ...folded, message: long },
		{ ...folded, message: rest },
	]);
});
