import { basename } from 'node:path';

import { n8n } from '../../package.json';
import { loadPackage, type LoadedPackage } from '../../testing/engine';
import { operationsOf } from '../../testing/outputSchema';
import { caseFiles, type GoldenCase } from './caseFile';

/** An operation needs at least so many cases: one input shows little. */
const LEAST = 2;

let pkg: LoadedPackage;
beforeAll(async () => {
	pkg = await loadPackage();
});

const files = caseFiles();
const casesOf = (node: string): GoldenCase[] =>
	files.filter((file) => file.node === node).flatMap(({ cases }) => cases);
const isRun = ({ search, options, columns, polls, test }: GoldenCase) =>
	[search, options, columns, polls, test].every((other) => other === undefined);
/** What there are fewer than so many cases of. */
const lacking = (wanted: readonly string[], given: readonly string[], least: number) =>
	wanted.filter((name) => given.filter((each) => each === name).length < least);

it('every operation of every node has two cases or more', () => {
	const wanted: string[] = [];
	const given: string[] = [];
	for (const node of pkg.nodeNames()) {
		const { properties, polling } = pkg.getByNameAndVersion(node).description;
		wanted.push(...operationsOf(properties).map((names) => [node, ...names].join(' ')));
		if (polling) wanted.push(`${node} poll`);
		for (const each of casesOf(node)) {
			const { resource, operation } = each.parameters as Record<string, string>;
			if (isRun(each)) given.push([node, resource, operation].join(' '));
			if (each.polls) given.push(`${node} poll`);
		}
	}
	expect(wanted.length).toBeGreaterThan(100);
	expect(lacking(wanted, given, LEAST)).toEqual([]);
	expect(given.filter((name) => !wanted.includes(name))).toEqual([]);
});

/** Lists that are made of the definitions, without a request. */
const WITHOUT_REQUEST = ['getFields', 'getOutputFields', 'getWatchedFields'];

it('every pick list, list of options and mapper of every node has a case', () => {
	const wanted: string[] = [];
	const given: string[] = [];
	for (const node of pkg.nodeNames()) {
		const { listSearch, loadOptions, resourceMapping } =
			pkg.getByNameAndVersion(node).methods ?? {};
		const methods = { ...listSearch, ...loadOptions, ...resourceMapping };
		const asking = Object.keys(methods).filter((method) => !WITHOUT_REQUEST.includes(method));
		wanted.push(...asking.map((method) => `${node} ${method}`));
		for (const { search, options, columns } of casesOf(node)) {
			given.push(`${node} ${search?.method ?? options ?? columns}`);
		}
	}
	expect(lacking(wanted, given, 1)).toEqual([]);
});

it('the test of every credential has a case', () => {
	const wanted = n8n.credentials.map((path) =>
		basename(path, '.credentials.js').replace(/^./, (letter) => letter.toLowerCase()),
	);
	const given = files.flatMap(({ cases }) => cases.map(({ test }) => test ?? ''));
	expect(lacking(wanted, given, 1)).toEqual([]);
});

it('no title stands twice in a file', () => {
	for (const { name, cases } of files) {
		const titles = cases.map(({ title }) => title);
		expect([name, titles.filter((title, at) => titles.indexOf(title) !== at)]).toEqual([name, []]);
	}
});
