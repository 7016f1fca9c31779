/** Links of the editor's texts are HTML there. */
export const withoutHtml = (text: string) =>
	text.replaceAll(/<a href="([^"]+)">([^<]*)<\/a>/g, '[$2]($1)');

const cell = (text: string) => withoutHtml(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table; empty text when there are no rows. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	if (rows.length === 0) return '';
	const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string) => `\`${text}\``;

export const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Paragraphs, without empty ones. */
export const paragraphs = (...parts: readonly string[]) =>
	parts.filter((part) => part !== '').join('\n\n');
