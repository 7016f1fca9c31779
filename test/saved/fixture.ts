/** Workflows as users of a release have saved them, in a folder for each release. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { WorkflowJson } from '../../testing/engine';

/** A workflow, what it needs, and what each of its nodes gave when it was saved. */
export interface SavedWorkflow {
	/** Records that have to be there, in this order; `<id of company>` in the workflow means their ID. */
	readonly needs: ReadonlyArray<{ readonly node: string; readonly item: object }>;
	/** What the node Start gives, and the text of the CSV file that each of its items has. */
	readonly items: readonly object[];
	readonly csv?: string;
	readonly workflow: WorkflowJson;
	readonly output: Readonly<Record<string, NodeOutput>>;
}

/** How many items a node gave, and the keys of the first. */
export interface NodeOutput {
	readonly items: number;
	readonly keys: readonly string[];
}

/** An active trigger: its node, and what n8n has stored for it. */
export interface SavedTrigger {
	readonly trigger: Pick<INode, 'typeVersion' | 'parameters'> & {
		readonly type: string;
		readonly parameters: INodeParameters;
	};
	readonly state: IDataObject;
	readonly keys: readonly string[];
}

export const START = 'Start';

const FOLDER = join(__dirname, 'releases');

/** The releases of which there are fixtures. */
export const releases = (): string[] => readdirSync(FOLDER).sort();

const isTrigger = (name: string) => name.endsWith('Trigger');

const namesIn = (release: string) =>
	readdirSync(join(FOLDER, release)).map((file) => file.replace('.json', ''));

export const isSaved = (release: string, name: string) =>
	existsSync(join(FOLDER, release, `${name}.json`));

const read = (release: string, name: string) =>
	JSON.parse(readFileSync(join(FOLDER, release, `${name}.json`), 'utf8')) as unknown;

/** By the name of the node without `workspaceRecords`. */
export const workflowsOf = (release: string) =>
	namesIn(release)
		.filter((name) => !isTrigger(name))
		.map((name) => ({ name, fixture: read(release, name) as SavedWorkflow }));

/** By the name of the node. */
export const triggersOf = (release: string) =>
	namesIn(release)
		.filter(isTrigger)
		.map((name) => ({ name, fixture: read(release, name) as SavedTrigger }));

export function write(release: string, name: string, fixture: SavedWorkflow | SavedTrigger) {
	mkdirSync(join(FOLDER, release), { recursive: true });
	const text = `${JSON.stringify(fixture, null, '\t')}\n`;
	writeFileSync(join(FOLDER, release, `${name}.json`), text);
}
