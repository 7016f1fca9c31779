import type { IExecuteFunctions } from 'n8n-workflow';

import { escapeHtml } from './escapeHtml';

/** A longer one would fill the panel. */
const MAX_HINT_LENGTH = 1000;

/** Shows hints below the output, as texts: n8n shows them as HTML. */
export function publishHints(context: IExecuteFunctions, ...texts: string[]): void {
	const hints = texts.map((text) => ({
		message: escapeHtml(
			text.length > MAX_HINT_LENGTH ? `${text.slice(0, MAX_HINT_LENGTH)}…` : text,
		),
		location: 'outputPane' as const,
	}));
	if (hints.length > 0) context.addExecutionHints(...hints);
}
