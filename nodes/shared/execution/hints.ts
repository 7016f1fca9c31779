import type { IExecuteFunctions } from 'n8n-workflow';

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

/** A longer one would fill the panel. */
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

/** Shows hints below the output, as texts: n8n shows them as HTML. Secrets are redacted out of them. */
export function publishHints(context: IExecuteFunctions & TakesNotes, ...given: string[]): void {
	for (const text of show(context, given, 'info')) context.note?.(text);
}

/** Shows hints that only a person can act on: no model is told. */
export function publishForPeople(context: IExecuteFunctions, ...given: string[]): void {
	show(context, given, 'info');
}

/** Shows a hint that a person must not overlook: not all was done. */
export function publishWarning(context: IExecuteFunctions & TakesNotes, given: string): void {
	for (const text of show(context, [given], 'warning')) context.note?.(text);
}

/** Shows the texts as lines of one hint: n8n gives each hint a box of its own. @returns them without secrets */
function show(context: IExecuteFunctions, given: readonly string[], type: 'info' | 'warning') {
	// A heading in it may have megabytes.
	const texts = given.map((each) => secretsOf(context).redact(each.slice(0, 20 * MAX_HINT_LENGTH)));
	const lines = texts.map((text) =>
		escapeHtml(text.length > MAX_HINT_LENGTH ? `${text.slice(0, MAX_HINT_LENGTH)}…` : text),
	);
	const message = lines.join('<br>');
	const hint = { message, location: 'outputPane' as const, ...(type === 'warning' && { type }) };
	if (lines.length > 0) context.addExecutionHints(hint);
	return texts;
}

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
	if (message) publishForPeople(context, message);
}

/** `4,812 requests, 37 retried, paced to 48/s by the service, for this process, 12 s waiting`; undefined when nothing limited. */
export function describeLimiterStats({
	requests,
	retried,
	refused,
	perSecond,
	waitedMs,
}: LimiterStats): string | undefined {
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
