const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A text for the places of n8n's editor that show HTML: descriptions of errors, and hints. What comes from
 * the service or from data, such as a column heading, could otherwise become a link.
 */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>]/g, (character) => ENTITIES[character]);
