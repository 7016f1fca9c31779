/** How the lines below the output of a run are laid out. */
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { publishLines } from '../../../nodes/shared/execution';

it('lines are one hint: columns, what was done, what was decided; a long one is cut, with the whole behind it', () => {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...given: NodeExecutionHint[]) => void hints.push(...given);
	const context = { addExecutionHints } as unknown as IExecuteFunctions;
	publishLines(context, { notes: [] });
	expect(hints).toEqual([]);
	publishLines(context, { notes: ['Note.', 'Note.', '<a>'], asides: ['y'.repeat(2000)] });
	const long = 'x'.repeat(400);
	publishLines(context, { columns: ['A → B.', long], outcome: ['1 rejected.'] }, 'warning');
	const seen = `A → B.<br>1 rejected.<br>${'x'.repeat(300)}…`;
	const behind = [long, 'Note.', '&lt;a&gt;', `${'y'.repeat(1000)}…`].join('<br>');
	const message = `<details><summary>${seen} <b>More</b><br></summary>${behind}</details>`;
	expect(hints).toEqual([{ message, location: 'outputPane', type: 'warning' }]);
});
