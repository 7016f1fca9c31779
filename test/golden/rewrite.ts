import { Document, isMap, isScalar, isSeq, parseDocument, type Node, type Pair } from 'yaml';

import type { Request } from './caseFile';

/** A body that is not longer than this, as text, stands on one line. */
const SHORT_BODY = 100;

/**
 * The text of a case file with other requests in some of its cases. Everything else stays as it is,
 * comments included.
 *
 * @param replaced requests by the number of the case in the file, from 0
 */
export function withRequests(
	text: string,
	replaced: ReadonlyMap<number, readonly Request[]>,
): string {
	const cases = parseDocument(text).get('cases');
	if (!isSeq(cases)) throw new Error('The file has no cases');
	let result = text;
	for (const [number, requests] of [...replaced].sort(([a], [b]) => b - a)) {
		const { key, value } = requestsPair(cases.items[number]);
		const [from] = key.range ?? [0];
		const [, to] = value.range ?? [0, 0];
		const indent = from - (result.lastIndexOf('\n', from) + 1);
		const rest = result.slice(to);
		result =
			result.slice(0, from) +
			asYaml(requests, indent) +
			(rest.startsWith('\n') ? rest : `\n${rest}`);
	}
	return result;
}

function requestsPair(node: unknown): { key: Node; value: Node } {
	const pairs: Array<Pair> = isMap(node) ? node.items : [];
	const pair = pairs.find(({ key }) => isScalar(key) && key.value === 'requests');
	if (!pair) throw new Error('A case has no requests');
	return pair as { key: Node; value: Node };
}

function asYaml(requests: readonly Request[], indent: number): string {
	const document = new Document({ requests }, { aliasDuplicateObjects: false });
	for (const name of requests.keys()) {
		for (const part of ['query', 'headers', 'body']) {
			const node = document.getIn(['requests', name, part], true);
			if (!isMap(node) && !isSeq(node)) continue;
			node.flow = part !== 'body' || JSON.stringify(node).length <= SHORT_BODY;
		}
	}
	const lines = document.toString({ lineWidth: 0 }).trimEnd().split('\n');
	return lines.join(`\n${' '.repeat(indent)}`);
}
