import { resources } from '../../scripts/lib/definitions';
import type { Engine } from '../../testing/engine';
import type { Check } from './check';
import { Skipped } from './need';
import { others, tools } from './checks/others';
import { reads } from './checks/reads';
import { archiving, changing, creating, refusing } from './checks/writes';
import { FactNotes, type FactFound } from './facts';
import { Subject, type Workspace } from './subject';

/** What came of one check of one object. */
export interface Outcome {
	/** `company/LIST`: unique in a run, and kept between releases. */
	readonly id: string;
	readonly object: string;
	readonly check: string;
	readonly title: string;
	readonly result: 'passed' | 'failed' | 'skipped';
	/** What was found, what is wrong, or why it was skipped. */
	readonly text: string;
	readonly tookMs: number;
	readonly facts: readonly FactFound[];
}

/** Objects that others refer to come first. */
const FIRST = ['company', 'contact', 'item', 'location', 'inventory', 'order'];

const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const records = [...resources].sort((a, b) => rank(a.name) - rank(b.name));

const OTHER_OBJECTS = ['account', 'calendar', 'transfer', 'migrationUpsert', 'score', 'enrich'];

/**
 * Every check in the order in which it runs, with the checks that are about records once for each object. All
 * objects are written before any is archived, because they refer to each other.
 */
const plan: ReadonlyArray<{ object: string; check: Check }> = [
	...others.flatMap((check) =>
		check.needs === 'ai' ? [] : (check.objects ?? []).map((object) => ({ object, check })),
	),
	...forRecords([...creating]),
	...others.flatMap((check) =>
		check.needs === 'ai' ? (check.objects ?? []).map((object) => ({ object, check })) : [],
	),
	...forRecords([...reads, ...tools, ...changing, ...refusing]),
	...[...records]
		.reverse()
		.flatMap(({ name }) => archiving.map((check) => ({ object: name, check }))),
];

function forRecords(checks: readonly Check[]) {
	return records.flatMap(({ name }) => checks.map((check) => ({ object: name, check })));
}

/** Runs the plan against one workspace; `tell` is called after each check. */
export async function runChecks(
	workspace: Workspace,
	n8n: Engine,
	tell: (outcome: Outcome) => void,
	only: ReadonlySet<string> = new Set(),
): Promise<Outcome[]> {
	const subjects = new Map(
		[...records.map(({ name }) => name), ...OTHER_OBJECTS].map((name) => {
			const definition = resources.find((each) => each.name === name);
			return [name, new Subject(name, workspace, n8n, definition)] as const;
		}),
	);
	const outcomes: Outcome[] = [];
	for (const { object, check } of plan) {
		if (only.size > 0 && !only.has(object)) continue;
		const outcome = await runCheck(subjects.get(object) as Subject, check);
		outcomes.push(outcome);
		tell(outcome);
	}
	return outcomes;
}

const FLAG = { write: '--write', ai: '--ai' } as const;

async function runCheck(subject: Subject, check: Check): Promise<Outcome> {
	const facts = new FactNotes();
	const since = Date.now();
	const outcome = (result: Outcome['result'], text: string): Outcome => ({
		id: `${subject.name}/${check.id}`,
		object: subject.name,
		check: check.id,
		title: check.title,
		result,
		text: text.replace(/\s+/g, ' ').slice(0, 600),
		tookMs: Date.now() - since,
		facts: facts.found,
	});
	try {
		const { needs } = check;
		if (!subject.workspace.allowed.has(needs) && needs !== 'read') {
			throw new Skipped(`only with ${FLAG[needs]}`);
		}
		return outcome('passed', await check.run(subject, facts));
	} catch (error) {
		const { message } = error as Error;
		return outcome(error instanceof Skipped ? 'skipped' : 'failed', message);
	}
}
