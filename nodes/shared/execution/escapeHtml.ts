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
