import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Change } from './change';
import { compareSnapshots } from './compare';
import { readPackage } from './snapshot';
import type { Snapshots } from './types';

const KINDS = ['nodes', 'credentials'] as const;
const folderOf = (kind: (typeof KINDS)[number]) => join(__dirname, kind);

/** The snapshots that were taken over. */
function readSnapshots(): Snapshots {
	const [nodes, credentials] = KINDS.map((kind) => {
		const folder = folderOf(kind);
		return Object.fromEntries(
			readdirSync(folder).map((file) => [
				file.replace(/\.json$/, ''),
				JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
			]),
		);
	});
	return { nodes, credentials } as Snapshots;
}

/** Takes the snapshots over, one file each. */
export async function writeSnapshots(
	snapshots: Snapshots,
	format: (json: string) => Promise<string>,
): Promise<void> {
	for (const kind of KINDS) {
		const folder = folderOf(kind);
		for (const file of readdirSync(folder)) rmSync(join(folder, file));
		for (const [name, snapshot] of Object.entries(snapshots[kind])) {
			writeFileSync(join(folder, `${name}.json`), await format(JSON.stringify(snapshot)));
		}
	}
}

/** What the build changes against the snapshots. */
export const changesOfBuild = async (): Promise<Change[]> =>
	compareSnapshots(readSnapshots(), await readPackage());

/** The changes in words, those that break first, and what to do about them; empty without any. */
export function report(changes: readonly Change[]): string {
	const lines = (breaks: boolean) =>
		changes
			.filter((change) => change.breaks === breaks)
			.map(({ where, what }) => `  ${where}: ${what}`);
	const [broken, added] = [lines(true), lines(false)];
	const parts: string[] = [];
	if (broken.length > 0) {
		parts.push(
			`Breaks what people have (${broken.length}):`,
			...broken,
			'Take it back, or give the node a new version that has it and leave the old one as it is.',
			'Only if nobody can have it yet: npm run check compat -- --accept-breaking',
		);
	}
	if (added.length > 0) {
		parts.push(
			`Only added or loosened (${added.length}), nothing breaks:`,
			...added,
			'Take it over into test/compat: npm run check compat -- --accept',
		);
	}
	return parts.join('\n');
}
