/** Whether a text is a web page instead of data. */
export const isHtml = (body: unknown): boolean =>
	typeof body === 'string' && /^\s*<(!doctype|html|head|body)\b/i.test(body);
