const day = /^\d{4}-\d{2}-\d{2}/;

/** An ISO date-time in UTC, or nothing when the text is not a date. */
export function isoDateTime(text: string): string | undefined {
	const time = day.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The day as it is written, `YYYY-MM-DD`, or nothing when the text is not a date. */
export const isoDate = (text: string): string | undefined =>
	isoDateTime(text) === undefined ? undefined : text.slice(0, 10);
