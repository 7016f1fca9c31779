import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { otherCalls, recordCalls } from '../../../scripts/docs/calls';
import { readExamples } from '../../../scripts/docs/examples';
import { pages } from '../../../scripts/docs/pages';
import { unnamed } from '../../contract/call';
import { contractCalls } from '../../contract/contractCalls';
import { resources } from '../../../scripts/lib/definitions';

const folder = join(__dirname, '../../../docs/nodes');

describe('the reference of the nodes', () => {
	it('is what `npm run docs` writes', () => {
		const expected = pages(readExamples());
		expect(readdirSync(folder).sort()).toEqual([...expected.keys()].sort());
		for (const [file, text] of expected) {
			expect([file, readFileSync(join(folder, file), 'utf8')]).toEqual([file, text]);
		}
	});

	it('holds no HTML but its first line', () => {
		for (const file of readdirSync(folder)) {
			const text = readFileSync(join(folder, file), 'utf8').replace(/^<!--.*-->\n/, '');
			const outside = text.replaceAll(/```[^]*?```|`[^`]*`/g, '');
			expect([file, outside.match(/<\/?[a-z][^>]*>/gi)]).toEqual([file, null]);
		}
	});

	it('names calls that the contract knows', () => {
		const known = contractCalls.map(({ name }) => name);
		for (const call of [
			...Object.values(otherCalls),
			...resources.flatMap((each) => Object.values(recordCalls(each))),
		]) {
			expect(known).toContain(unnamed(call));
		}
	});
});
