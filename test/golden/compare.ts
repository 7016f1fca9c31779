import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';
import { stringify } from 'yaml';

import type { GoldenCase, Request } from './caseFile';

/**
 * Requests in an order that does not change from run to run: as they came, where one is sent after
 * another, else by page and by what they say.
 */
export function inOrder(given: GoldenCase, requests: readonly Request[]): Request[] {
	const { operation, options } = given.parameters as { operation?: string; options?: IDataObject };
	const readsAhead = operation === 'getAll' || given.search !== undefined;
	const isSequential =
		(options?.requests as IDataObject | undefined)?.maxParallelRequests === 1 ||
		(given.items.length === 1 && !readsAhead);
	if (isSequential) return [...requests];
	const page = ({ query }: Request) => Number(query?.page ?? 0);
	const text = (request: Request) => JSON.stringify(sorted(request));
	return [...requests].sort(
		(one, other) => page(one) - page(other) || (text(one) < text(other) ? -1 : 1),
	);
}

/** What differs, line by line; undefined where nothing does. The order of keys does not count. */
export function differences(expected: unknown, actual: unknown): string | undefined {
	if (isDeepStrictEqual(expected, actual)) return undefined;
	return lineDiff(linesOf(expected), linesOf(actual)).join('\n');
}

const linesOf = (value: unknown): string[] =>
	stringify(sorted(value), { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd().split('\n');

/** The same value with the keys of all objects A to Z; method and path of a request come first. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	const rank = (key: string) => `${['method', 'path'].includes(key) ? 0 : 1}${key}`;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
			.map(([key, each]) => [key, sorted(each)]),
	);
}

const SHOWN_AROUND = 3;
/** Method and path say which request it is, so that they are shown of all. */
const HEAD = /^ {2}(- method| {2}path):/;

/** Lines with `-` are expected and missing, lines with `+` are new; equal ones far from both go. */
function lineDiff(before: readonly string[], after: readonly string[]): string[] {
	const all = align(before, after);
	const isShown = (at: number) =>
		HEAD.test(all[at]) ||
		all
			.slice(Math.max(0, at - SHOWN_AROUND), at + SHOWN_AROUND + 1)
			.some((line) => !line.startsWith(' '));
	return all.flatMap((line, at) =>
		isShown(at) ? [line] : at === 0 || isShown(at - 1) ? ['  …'] : [],
	);
}

/** Both texts as one, by their longest common subsequence. */
function align(before: readonly string[], after: readonly string[]): string[] {
	const width = after.length + 1;
	const common = new Uint32Array((before.length + 1) * width);
	for (let i = before.length - 1; i >= 0; i -= 1) {
		for (let j = after.length - 1; j >= 0; j -= 1) {
			common[i * width + j] =
				before[i] === after[j]
					? common[(i + 1) * width + j + 1] + 1
					: Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
		}
	}
	const lines: string[] = [];
	let i = 0;
	let j = 0;
	while (i < before.length || j < after.length) {
		if (i < before.length && j < after.length && before[i] === after[j]) {
			lines.push(`  ${before[i]}`);
			i += 1;
			j += 1;
		} else if (
			i < before.length &&
			(j === after.length || common[(i + 1) * width + j] >= common[i * width + j + 1])
		) {
			lines.push(`- ${before[i]}`);
			i += 1;
		} else {
			lines.push(`+ ${after[j]}`);
			j += 1;
		}
	}
	return lines;
}
