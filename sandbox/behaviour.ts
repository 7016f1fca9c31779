import type { Behaviour } from './options';
import { randomNumbers, shuffledRuns } from './random';

type Choice = Exclude<keyof Behaviour, 'seed'>;

/** The values of every setting; the first is the default. */
const values: { [Setting in Choice]-?: ReadonlyArray<NonNullable<Behaviour[Setting]>> } = {
	ties: ['stable', 'random'],
	listOrder: ['oldestFirst', 'newestFirst'],
	sort: ['followed', 'ignored', 'rejected'],
	page: ['followed', 'ignored'],
	errors: ['text', 'object', 'mixed'],
	writeResponse: ['observed', 'specification'],
	totals: ['exact', 'text', 'late', 'low', 'high', 'absent'],
};

const defaults: Required<Behaviour> = {
	ties: values.ties[0],
	listOrder: values.listOrder[0],
	sort: values.sort[0],
	page: values.page[0],
	errors: values.errors[0],
	writeResponse: values.writeResponse[0],
	totals: values.totals[0],
	seed: 1,
};

/** How long a count is used before the rows are counted again, with `totals: 'late'`. */
const countLivesMs = 60_000;

/**
 * Checks settings that came from outside.
 * @throws Error naming the setting and its values
 */
function checkBehaviour(given: object): Behaviour {
	for (const [setting, value] of Object.entries(given)) {
		if (setting === 'seed') {
			if (Number.isInteger(value)) continue;
			throw new Error(`behaviour: seed is a whole number, not ${String(value)}`);
		}
		const known = (values as Record<string, readonly unknown[] | undefined>)[setting];
		if (!known) {
			const settings = [...Object.keys(values), 'seed'].join(', ');
			throw new Error(`behaviour: no setting ${setting}. Settings: ${settings}`);
		}
		if (!known.includes(value)) {
			throw new Error(`behaviour: ${setting} is ${known.join(' or ')}, not ${String(value)}`);
		}
	}
	return given as Behaviour;
}

/** `ties=random,seed=7` -> settings. */
export const parseBehaviour = (text: string): Behaviour =>
	checkBehaviour(
		Object.fromEntries(
			text
				.split(',')
				.filter(Boolean)
				.map((setting) => {
					const [key, value = ''] = setting.split('=');
					return [key, key === 'seed' ? Number(value) : value];
				}),
		),
	);

/** Something that is wrong with a request, as `errors` shows it. */
export interface Problem {
	code: string;
	message: string;
	field: string;
}

/** Makes elements of `errors` of problems. */
export type ProblemWriter = (problems: readonly Problem[]) => unknown[];

/** How the service behaves now. */
export class ServiceBehaviour {
	private settings = defaults;
	private random = randomNumbers(defaults.seed);
	private readonly counts = new Map<string, { at: number; rows: number }>();

	constructor(behaviour?: Behaviour) {
		this.set(behaviour);
	}

	/** All settings. */
	get now(): Required<Behaviour> {
		return this.settings;
	}

	/** Sets all settings anew; those not given are as observed. */
	set(behaviour: Behaviour = {}) {
		this.settings = { ...defaults, ...checkBehaviour(behaviour) };
		this.random = randomNumbers(this.settings.seed);
		this.counts.clear();
	}

	/** Random numbers to break ties with; undefined where ties are stable. */
	get tieBreaker(): (() => number) | undefined {
		return this.settings.ties === 'random' ? this.random : undefined;
	}

	/** Puts a list that is oldest first, and that nobody sorts, into the order in which the service gives it. */
	arrange<T>(list: readonly T[]): T[] {
		if (this.tieBreaker) return shuffledRuns(list, [0], this.tieBreaker);
		return this.settings.listOrder === 'newestFirst' ? [...list].reverse() : [...list];
	}

	/** Writes the problems of one response, in their order, as elements of `errors`. */
	problemWriter(): ProblemWriter {
		const { errors } = this.settings;
		let written = 0;
		const isText = () => errors === 'text' || (errors === 'mixed' && written++ % 2 === 1);
		return (problems) => problems.map((problem) => (isText() ? problem.message : problem));
	}

	/**
	 * The `total` of a list; undefined when the service does not give it.
	 * @param now milliseconds since 1970
	 */
	total(list: string, count: () => number, now: number): number | string | undefined {
		const { totals } = this.settings;
		if (totals === 'absent') return undefined;
		if (totals === 'exact') return count();
		if (totals === 'text') return String(count());
		if (totals === 'low') return Math.floor(count() / 2);
		if (totals === 'high') return count() + 7;
		const known = this.counts.get(list);
		if (known && now - known.at < countLivesMs) return known.rows;
		const rows = count();
		this.counts.set(list, { at: now, rows });
		return rows;
	}
}
