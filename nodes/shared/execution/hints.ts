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

/** Lines that a person sees at first, and characters of each; n8n folds the others. */
const MAX_LINES = 3;
const MAX_LINE_LENGTH = 300;
/** Lines behind them, and characters of each. */
const MAX_HIDDEN_LINES = 20;
const MAX_HINT_LENGTH = 1000;
/** n8n folds hints of one group where there are several. */
const FOLDED = { key: 'more', summary: 'More' };

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

/** The hints of a run: what is seen at first, and two that are folded, the first line of them and the others. */
const hintOf = keptUnder('Hint of a run', 'context', () => ({
	lines: new Map<string, Place>(),
	hints: [{}, { group: FOLDED }, { group: FOLDED }].map(
		(more): NodeExecutionHint => ({ message: '', location: 'outputPane', ...more }),
	),
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
	const { lines, hints } = hintOf(context);
	for (const [place, texts] of Object.entries(given)) {
		for (const each of texts) {
			// A heading in it may have megabytes.
			const text = secretsOf(context).redact(each.slice(0, 20 * MAX_HINT_LENGTH));
			lines.set(text, place as Place);
			if (place !== 'asides') context.note?.(text);
		}
	}
	if (type) hints[0].type = type;
	for (const [at, message] of layOut(lines).entries()) {
		if (hints[at].message === '' && message !== '') context.addExecutionHints(hints[at]);
		hints[at].message = message;
	}
}

/** The lines in three parts: the first few, the first of the others and of those that were cut, and the rest. */
function layOut(lines: ReadonlyMap<string, Place>): string[] {
	const at = (place: Place) => [...lines.keys()].filter((text) => lines.get(text) === place);
	const [columns = [], ...tables] = at('columns');
	const all = [columns, at('outcome'), tables, at('notes'), at('asides')].flat();
	// One hint alone is not folded.
	const seen = all.length === MAX_LINES + 1 ? MAX_LINES - 1 : MAX_LINES;
	const hidden = all.filter(({ length }, place) => place >= seen || length > MAX_LINE_LENGTH);
	return [all.slice(0, seen), hidden.slice(0, 1), hidden.slice(1, MAX_HIDDEN_LINES)].map(
		(some, part) =>
			some.map((line) => asHtml(line, part === 0 ? MAX_LINE_LENGTH : MAX_HINT_LENGTH)).join('<br>'),
	);
}

const asHtml = (line: string, max: number) =>
	escapeHtml(line.length > max ? `${line.slice(0, max)}…` : line);

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
