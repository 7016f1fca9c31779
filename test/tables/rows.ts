import type { IDataObject } from 'n8n-workflow';
import { parse } from 'papaparse';

import type { Oracle, Table } from './oracle';

/**
 * The items that come to a node from n8n's Extract from File, or from Split Out behind it for JSON. With its defaults it
 * takes commas for separators and UTF-8 for the encoding, keeps a byte order mark, leaves out empty cells, and
 * fails at the first row with more or fewer cells than names.
 *
 * @param extract what is set in Extract from File
 * @returns undefined when it fails
 */
export function itemsOf(
	{ name, content }: Pick<Table, 'name' | 'content'>,
	extract: Oracle['extract'] = {},
): IDataObject[] | undefined {
	const { delimiter = ',', fromLine = 1, encoding = 'utf-8' } = extract;
	const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(content);
	if (name.endsWith('.json')) return (JSON.parse(text) as { orders: IDataObject[] }).orders;
	const lines = text
		.split('\n')
		.slice(fromLine - 1)
		.join('\n');
	const { data, errors } = parse<string[]>(lines, { delimiter, skipEmptyLines: true });
	const [names = [], ...rows] = data;
	const whole = rows.filter((row) => row.length === names.length);
	const isWhole = extract.skipRecordsWithErrors || whole.length === rows.length;
	if (errors.length > 0 || !isWhole) return undefined;
	return whole.map((row) =>
		Object.fromEntries(
			names.map((key, index) => [key, row[index]] as const).filter(([, cell]) => cell !== ''),
		),
	);
}
