/**
 * A line of a CSV file (RFC 4180), with the line break: cells are quoted where they need it.
 *
 * @param separator one character
 */
export const csvLine = (cells: readonly string[], separator = ','): string => {
	// A line of one empty cell would be an empty line.
	if (cells.length === 1 && cells[0] === '') return '""\r\n';
	return `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`;
};

const quoted = (cell: string, separator: string) =>
	SPECIAL.test(cell) || cell.includes(separator) ? `"${cell.replace(/"/g, '""')}"` : cell;

/** Spaces at an end too: other programs would trim them. */
const SPECIAL = /["\r\n]|^\s|\s$/;
