import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { keptUnder } from '../lifetime';
import { secretsOf, type LimiterStats, type Service } from '../http';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A text for the places of n8n's editor that show HTML: descriptions of errors, and hints. What comes from
 * the service or from data, such as a column heading, could otherwise become a link.
 */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>]/g, (character) => ENTITIES[character]);

/**
 * A text for the places that show it as it is and, elsewhere, as HTML: n8n shows the message of an error as
 * text in the node, and as HTML in the corner of the screen. An entity would show in one of them, a tag
 * would work in the other; without `<` there is no tag.
 */
export const withoutTags = (text: string): string => text.replace(/</g, '‹');

/** Lines that a person sees at first, and characters of each; the rest shows on a click. */
const MAX_LINES = 3;
const MAX_LINE_LENGTH = 300;
/** Lines behind them, and characters of each. */
const MAX_HIDDEN_LINES = 20;
const MAX_HINT_LENGTH = 1000;

/** What is known of a list of which a part comes out. */
export interface ListPart {
	/** Records in front of it. */
	readonly skipped: number;
	/** How many there are; undefined where that is not known. */
	readonly total?: number;
	/** There are more behind it, or may be. */
	readonly hasMore?: boolean;
}

/** A context that takes hints for who has called the node, too. */
export interface TakesNotes {
	readonly note?: (text: string) => void;
	readonly noteList?: (part: ListPart) => void;
}

/**
 * Where a line below the output stands, in the order in which a person needs them: which columns go where; what was done, and
 * why not all of it; what was decided for all items; what only a person can act on, so that no model is told.
 */
type Place = 'columns' | 'outcome' | 'notes' | 'asides';

/** Lines by their place. */
export type Lines = Readonly<Partial<Record<Place, readonly string[]>>>;

/** n8n gives each hint a box of its own, so that a run has one. */
const hintOf = keptUnder('Hint of a run', 'context', () => ({
	lines: new Map<string, Place>(),
	hint: { message: '', location: 'outputPane' } as NodeExecutionHint,
}));

/**
 * Shows lines below the output, with those of the run that are there already. Secrets are redacted out of them.
 *
 * @param type `warning` for what a person must not overlook: not all was done
 */
export function publishLines(
	context: IExecuteFunctions & TakesNotes,
	given: Lines,
	type?: 'warning',
): void {
	const { lines, hint } = hintOf(context);
	const isNew = lines.size === 0;
	for (const [place, texts] of Object.entries(given)) {
		for (const each of texts) {
			// A heading in it may have megabytes.
			const text = secretsOf(context).redact(each.slice(0, 20 * MAX_HINT_LENGTH));
			lines.set(text, place as Place);
			if (place !== 'asides') context.note?.(text);
		}
	}
	hint.message = layOut(lines);
	if (type) hint.type = type;
	if (isNew && lines.size > 0) context.addExecutionHints(hint);
}

/** The lines as n8n shows them: the first few, and on a click the others and those that were cut. */
function layOut(lines: ReadonlyMap<string, Place>): string {
	const at = (place: Place) => [...lines.keys()].filter((text) => lines.get(text) === place);
	const [columns = '', ...tables] = at('columns');
	const others = [...at('outcome'), ...tables, ...at('notes'), ...at('asides')];
	const all = columns === '' ? others : [columns, ...others];
	const seen = asHtml(all.slice(0, MAX_LINES), MAX_LINE_LENGTH);
	const hidden = all.filter(({ length }, place) => place >= MAX_LINES || length > MAX_LINE_LENGTH);
	if (hidden.length === 0) return seen;
	const more = asHtml(hidden.slice(0, MAX_HIDDEN_LINES), MAX_HINT_LENGTH);
	// The break keeps the lines apart where n8n takes the tags out.
	return `<details><summary>${seen} <b>More</b><br></summary>${more}</details>`;
}

const asHtml = (lines: readonly string[], max: number) =>
	lines.map((line) => escapeHtml(line.length > max ? `${line.slice(0, max)}…` : line)).join('<br>');

/** Shorter waits are not worth a line. */
const MIN_WAIT_MS = 1000;

/**
 * Says below the output what the service's limits meant for this run, when they mattered; with several
 * credentials for the one that waited longest.
 */
export function publishLimiterStats(
	context: IExecuteFunctions,
	parts: ReadonlyArray<{ readonly service: Service }>,
): void {
	const all = parts.map(({ service }) => service.stats);
	const [longest] = all.sort((one, other) => other.waitedMs - one.waitedMs);
	const message = longest && describeLimiterStats(longest);
	if (message) publishLines(context, { asides: [message] });
}

/** `4,812 requests, 37 retried, paced to 48/s by the service, for this process, 12 s waiting`; undefined when nothing limited. */
export function describeLimiterStats(stats: LimiterStats): string | undefined {
	const { requests, retried, refused, perSecond, waitedMs } = stats;
	if (refused === 0 && waitedMs < MIN_WAIT_MS) return undefined;
	const parts = [`${count(requests)} ${requests === 1 ? 'request' : 'requests'}`];
	if (retried > 0) parts.push(`${count(retried)} retried`);
	if (perSecond !== undefined)
		parts.push(`paced to ${count(perSecond)}/s by the service, for this process`);
	if (waitedMs >= MIN_WAIT_MS) parts.push(`${count(Math.round(waitedMs / 1000))} s waiting`);
	return `${parts.join(', ')}.`;
}

const count = (number: number) =>
	number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 1 : 0 });
