/**
 * A rule-based model: it knows what a person has said, and of what a tool returns it follows `do` and `retry` alone.
 */
import type { IDataObject } from 'n8n-workflow';

/** What a person wants done, and what they have said. */
export interface Task {
	tool: string;
	/** The arguments of the first call. */
	args: IDataObject;
	/** Further values that the person has given for an argument, in the order in which the model tries them. */
	knows?: Record<string, unknown[]>;
	/** By which words the person calls the record that the call is about, and the tool that lists such records. */
	about?: { words: string; list: string };
}

export interface Ending {
	/** `done`; `found`: it was there when the model looked; `said`: the model explains to the person why not. */
	as: 'done' | 'found' | 'said';
	result: IDataObject;
	calls: number;
}

const MAX_CALLS = 12;

/**
 * Works on a task until it is done, or the model has to say why not.
 *
 * @param call calls a tool
 * @param wait lets the time pass that a tool asks for
 */
export async function solve(
	task: Task,
	call: (tool: string, args: IDataObject) => Promise<IDataObject>,
	wait: () => void,
): Promise<Ending> {
	let args = { ...task.args };
	let calls = 0;
	let waited = false;
	const ask = async (tool: string, given: IDataObject) => {
		calls += 1;
		return await call(tool, given);
	};
	const untried = structuredClone(task.knows ?? {});
	/** The records with the person's words in them, through all parts of the list. */
	const lookUp = async (): Promise<IDataObject[]> => {
		if (!task.about) return [];
		const { words, list } = task.about;
		const found: IDataObject[] = [];
		let next: unknown;
		do {
			const part = await ask(list, next ? { next: next as string } : {});
			const records = (part.records ?? []) as IDataObject[];
			found.push(...records.filter((record) => JSON.stringify(record).includes(words)));
			({ next } = part);
		} while (next && calls < MAX_CALLS);
		return found;
	};

	while (calls < MAX_CALLS) {
		const result = await ask(task.tool, args);
		if (result.error === undefined) return { as: 'done', result, calls };
		const advice = String(result.do);
		const end = (as: Ending['as']): Ending => ({ as, result, calls });
		if (/Do not send it again; look for/.test(advice)) {
			return end((await lookUp()).length === 1 ? 'found' : 'said');
		}
		if (result.retry === 'no') return end('said');
		if (result.retry === 'no-later') {
			if (waited) return end('said');
			waited = true;
			wait();
			continue;
		}
		if (/^Look the .* up/.test(advice) || /Look the .* up with a tool/.test(advice)) {
			const found = await lookUp();
			if (found.length !== 1) return end('said');
			args = { ...args, id: found[0].id };
			continue;
		}
		// For each rejected one its own advice; the model drops what was accepted.
		const advices = [
			advice,
			...((result.rejected ?? []) as IDataObject[]).map((one) => String(one.do)),
		];
		const named = advices.flatMap((text) => {
			const [, names] = /Correct the arguments? ([\w-]+(?: or [\w-]+)*)/.exec(text) ?? [];
			return names?.split(' or ') ?? [];
		});
		const better = named.find((name) => (untried[name]?.length ?? 0) > 0);
		if (better === undefined) return end('said');
		args = { ...args, [better]: untried[better].shift() as string };
	}
	return { as: 'said', result: { error: 'too many calls' }, calls };
}
