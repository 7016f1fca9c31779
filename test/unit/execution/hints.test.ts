/** How the lines below the output of a run are laid out. */
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { publishLines } from '../../../nodes/shared/execution';

function openRun() {
	const hints: NodeExecutionHint[] = [];
	const addExecutionHints = (...given: NodeExecutionHint[]) => void hints.push(...given);
	return { hints, context: { addExecutionHints } as unknown as IExecuteFunctions };
}

it('lines are one hint, whenever they are added: columns, what was done, what was decided', () => {
	const { hints, context } = openRun();
	publishLines(context, { asides: ['Aside.'] });
	publishLines(context, { notes: ['Note.', 'Note.'] });
	publishLines(context, { columns: ['A → B.', 'C → D.'], outcome: ['1 rejected.'] }, 'warning');
	publishLines(context, { outcome: [] });
	const message =
		'<details><summary>A → B.<br>1 rejected.<br>C → D. <b>More</b><br></summary>Note.<br>Aside.</details>';
	expect(hints).toEqual([{ message, location: 'outputPane', type: 'warning' }]);
});

it('a long line is cut, with the whole behind it', () => {
	const { hints, context } = openRun();
	publishLines(context, { notes: ['x'.repeat(400)] });
	const cut = `<details><summary>${'x'.repeat(300)}… <b>More</b><br></summary>`;
	expect(hints[0].message).toBe(`${cut}${'x'.repeat(400)}</details>`);
});

it('nothing to say is no hint', () => {
	const { hints, context } = openRun();
	publishLines(context, { notes: [] });
	expect(hints).toEqual([]);
});
