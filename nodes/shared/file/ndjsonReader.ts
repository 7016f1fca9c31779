import { parseJson } from '../schema/jsonText';
import { isObject } from '../schema/values';
import { show } from '../schema/limits';
import { MAX_ROW_LENGTH, type RowReader } from './csvReader';

/**
 * Reads NDJSON, an object on each line, in parts that may end anywhere.
 *
 * @param onRow takes the object of a line, and the line; undefined for an empty one
 */
export function ndjsonReader(
	onRow: (object: Readonly<Record<string, unknown>> | undefined, line: string) => void,
): RowReader {
	let line = '';
	let rows = 0;
	let problem: string | undefined;

	const tooLong = () => `Row ${rows + 1} has more than ${MAX_ROW_LENGTH} characters`;
	const endLine = () => {
		const text = line.trim();
		line = '';
		if (text.length > MAX_ROW_LENGTH) problem = tooLong();
		const object = text === '' || problem !== undefined ? undefined : parseJson(text);
		if (text !== '' && !isObject(object))
			problem ??= `Row ${rows + 1} is no JSON object: ${show(text)}`;
		if (problem !== undefined) return;
		onRow(isObject(object) ? object : undefined, text);
		rows += 1;
	};
	return {
		push(text) {
			let from = 0;
			for (let to = text.indexOf('\n'); to !== -1 && problem === undefined; ) {
				line += text.slice(from, to);
				endLine();
				from = to + 1;
				to = text.indexOf('\n', from);
			}
			line += text.slice(from);
			if (line.length > MAX_ROW_LENGTH) problem ??= tooLong();
			return problem;
		},
		end() {
			if (line !== '' && problem === undefined) endLine();
			return problem;
		},
	};
}
