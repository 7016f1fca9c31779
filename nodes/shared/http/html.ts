/** Whether a text is a web page instead of data. */
export const isHtml = (body: unknown): boolean => typeof body === 'string' && PAGE.test(body);

/** Comments and declarations may come first. */
const PAGE = /^\s*<(?:[^]{0,999}<)?(!doctype html|html|head|body)\b/i;
