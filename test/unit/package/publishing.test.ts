import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

interface Job {
	needs?: string;
	environment?: string;
	permissions?: Record<string, string>;
	steps: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}

const { permissions, jobs } = parse(
	readFileSync(join(__dirname, '../../../.github/workflows/publish.yml'), 'utf8'),
) as { permissions: Record<string, string>; jobs: Record<string, Job> };

const mayPublish = ({ permissions: own = permissions }: Job) => own['id-token'] === 'write';
const publishing = Object.values(jobs).filter(mayPublish);
const others = Object.values(jobs).filter((job) => !mayPublish(job));
const actions = ({ steps }: Job) => steps.flatMap(({ uses = [] }) => uses);
const commands = ({ steps }: Job) => steps.flatMap(({ run = [] }) => run);

describe('the workflow that publishes', () => {
	it('runs nothing but npm where it may publish: no checkout, no tools, no scripts', () => {
		expect(publishing).toHaveLength(1);
		const [job] = publishing;
		expect(job.permissions).toEqual({ 'id-token': 'write' });
		expect(job.environment).toBe('npm');
		const expected = ['actions/setup-node', 'actions/download-artifact'];
		expect(actions(job).map((action) => action.split('@')[0])).toEqual(expected);
		expect(commands(job)).toEqual([
			'npm publish ./*.tgz --provenance --access public --ignore-scripts',
		]);
	});

	it('publishes what the tested job has packed, which itself may only read', () => {
		const [job] = publishing;
		const packing = jobs[job.needs ?? ''];
		expect(others).toEqual([packing]);
		expect(packing.permissions ?? permissions).toEqual({ contents: 'read' });
		const slow = 'npm test -- --selectProjects slow';
		expect(commands(packing).slice(-3)).toEqual(['npm test', slow, 'npm pack']);
		const artifact = ({ steps }: Job, action: string) =>
			steps.find(({ uses }) => uses?.startsWith(action))?.with?.name;
		const name = artifact(packing, 'actions/upload-artifact@');
		expect(name).toBeDefined();
		expect(artifact(job, 'actions/download-artifact@')).toBe(name);
	});

	it('releases what is on main, under the tag of its version, with signed tools', () => {
		const packing = jobs[publishing[0].needs ?? ''];
		const checkout = packing.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
		expect(checkout?.with?.['fetch-depth']).toBe(0);
		const before = commands(packing).slice(0, commands(packing).indexOf('npm test'));
		expect(before).toEqual([
			expect.stringContaining('test "$GITHUB_REF_NAME" ='),
			'git merge-base --is-ancestor "$GITHUB_SHA" origin/main',
			'node scripts/check/owner.mjs',
			'npm ci',
			'npm audit signatures',
		]);
	});
});
