/** Calls methods of the editor on a clock that waits for nobody. */
import { createRequire } from 'node:module';

import { behaviours } from './behaviours';
import { allMethods, editorOf, problemsOf, type Method } from './methods';

/** The clock of jest; it has no types of its own. */
const { install } = createRequire(__filename)('@sinonjs/fake-timers') as {
	install: (options: { toFake: string[] }) => {
		tickAsync: (ms: number) => Promise<number>;
		uninstall: () => void;
	};
};

/** What a person types and how far they scroll. */
const FURTHER: ReadonlyArray<{ filter: string; page?: string }> = [
	...['name 000007', ' MULLER ', 'zzz', '@acme.example'].map((filter) => ({ filter })),
	...['50', 'chunk 0/100:50 x', '150/100#0123456789ab id-000150', 'garbage \u0000 token'].map(
		(page) => ({ filter: '', page }),
	),
	{ filter: 'name', page: '50' },
	{ filter: 'name', page: 'found 7 x' },
];

interface Case {
	readonly method: Method;
	readonly name: string;
	readonly filter: string;
	readonly page?: string;
}

export interface Summary {
	readonly methods: number;
	readonly behaviours: number;
	readonly calls: number;
	readonly failures: readonly string[];
	readonly slowestMs: number;
	readonly mostRequests: number;
}

/** Turns of the event loop after which all that is still going on waits for the clock. */
const QUIET_TURNS = 40;

/** Calls that wait at the same time. */
const AT_ONCE = 400;

/** Some of the cases, evenly spread. */
export async function tryAll(share = 1): Promise<Summary> {
	const methods = await allMethods();
	const all: Case[] = methods.flatMap((method, row) =>
		Object.keys(behaviours).flatMap((name, column): Case[] => {
			const opened = { method, name, filter: '' };
			if (method.kind !== 'listSearch') return [opened];
			// Each way of going on comes up equally often, with all methods and with all behaviours.
			return [opened, { method, name, ...FURTHER[(row * 7 + column) % FURTHER.length] }];
		}),
	);
	const step = 1 / share;
	const length = Math.floor(all.length * share);
	const cases = Array.from({ length }, (_, at) => all[Math.floor(at * step)]);
	const failures: string[] = [];
	let slowestMs = 0;
	let mostRequests = 0;
	/** Calls that have neither sent a request nor ended. */
	let waiting = 0;
	const tryCase = async ({ method, name, filter, page }: Case) => {
		const behaviour = behaviours[name];
		let isWaiting = true;
		const begin = () => {
			if (isWaiting) waiting -= 1;
			isWaiting = false;
		};
		const outcome = await editorOf(behaviour, begin).call(method, filter, page);
		begin();
		slowestMs = Math.max(slowestMs, outcome.ms);
		mostRequests = Math.max(mostRequests, outcome.requests);
		for (const problem of problemsOf(method, behaviour, outcome, filter + (page ?? '')))
			failures.push(`${method.name} (${filter || '–'}, ${page ?? '–'}): ${name}: ${problem}`);
	};
	// Node classes and what they load on demand are there before the clock stops.
	for (const method of methods) await editorOf(behaviours['one row']).call(method);
	const setRealTimeout = setTimeout;
	const clock = install({
		toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
	});
	try {
		for (let at = 0; at < cases.length; at += AT_ONCE) {
			let left = 0;
			waiting = 0;
			for (const one of cases.slice(at, at + AT_ONCE)) {
				left += 1;
				waiting += 1;
				void tryCase(one).finally(() => (left -= 1));
			}
			// Modules are found in another thread, whose time is not on this clock.
			while (waiting > 0) await new Promise((resume) => setRealTimeout(resume, 10));
			while (left > 0) {
				for (let turn = 0; turn < QUIET_TURNS; turn += 1)
					await new Promise((resume) => setImmediate(resume));
				await clock.tickAsync(100);
			}
		}
	} finally {
		clock.uninstall();
	}
	const { length: count } = Object.keys(behaviours);
	return {
		methods: methods.length,
		behaviours: count,
		calls: cases.length,
		failures,
		slowestMs,
		mostRequests,
	};
}
