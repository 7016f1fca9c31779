/** The bounds of bounds.json, and what they may be: they only go down, but for what an issue allows. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import bounds from '../bounds.json';

const ROOT = join(__dirname, '../../..');
const PATH = 'scripts/check/bounds.json';

/** Room that an issue gives a measure, from the commit on that adds it; repeats the issue. */
interface Allowance {
	readonly issue: number;
	readonly measure: string;
	/** How much higher the bound may be. */
	readonly lines: number;
}

/** What bounds.json holds: bounds by measure, what an issue wants to reach, and what issues allowed. */
export type Bounds = Readonly<Record<string, unknown>> & {
	readonly goal?: Readonly<Record<string, number>>;
	readonly allowed?: readonly Allowance[];
};

/** The bounds as they are now. */
export const present: Bounds = bounds;

/** The bound of a measure; undefined where it has none. */
export function boundOf(given: Bounds, measure: string): number | undefined {
	const bound = given[measure];
	return typeof bound === 'number' ? bound : undefined;
}

const keyOf = ({ issue, measure, lines }: Allowance) => JSON.stringify([issue, measure, lines]);

/**
 * What is wrong with bounds, as sentences: a bound is higher than it was in an earlier version, or it has gone.
 *
 * @param versions of bounds.json, the earliest first; those before the first with a goal do not count, since bounds could
 * be raised then
 */
export function risen(versions: readonly Bounds[]): string[] {
	const counted = versions.slice(versions.findIndex(({ goal }) => goal !== undefined));
	const lowest = new Map<string, number>();
	const used = new Set<string>();
	const problems = new Map<string, string>();
	for (const version of counted) {
		for (const allowance of version.allowed ?? []) {
			const { measure, lines } = allowance;
			if (used.has(keyOf(allowance))) continue;
			used.add(keyOf(allowance));
			const limit = lowest.get(measure);
			if (limit !== undefined) lowest.set(measure, limit + lines);
		}
		problems.clear();
		for (const [measure, limit] of lowest) {
			const bound = boundOf(version, measure);
			if (bound === undefined) problems.set(measure, `${measure}: its bound has gone`);
			else if (bound > limit) {
				problems.set(measure, `${measure}: the bound ${bound} is higher than ${limit}, as before`);
			}
		}
		for (const measure of Object.keys(version)) {
			const bound = boundOf(version, measure);
			if (bound === undefined) continue;
			lowest.set(measure, Math.min(bound, lowest.get(measure) ?? bound));
		}
	}
	return [...problems.values()];
}

const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The versions of bounds.json in the history that is here, the earliest first; none outside a clone. */
export function committed(): Bounds[] {
	try {
		const commits = git('log', '--reverse', '--format=%H', '--', PATH).split('\n').filter(Boolean);
		return commits.map((commit) => JSON.parse(git('show', `${commit}:${PATH}`)) as Bounds);
	} catch {
		return [];
	}
}
