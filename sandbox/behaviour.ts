import type { Behaviour } from './options';

/** The values of every setting; the first is the default. */
const values: { [Setting in keyof Behaviour]-?: ReadonlyArray<NonNullable<Behaviour[Setting]>> } = {
	listOrder: ['oldestFirst', 'newestFirst'],
	errors: ['text', 'object', 'mixed'],
	writeResponse: ['observed', 'specification'],
};

const defaults: Required<Behaviour> = {
	listOrder: values.listOrder[0],
	errors: values.errors[0],
	writeResponse: values.writeResponse[0],
};

/**
 * Checks settings that came from outside.
 * @throws Error naming the setting and its values
 */
function checkBehaviour(given: object): Behaviour {
	for (const [setting, value] of Object.entries(given)) {
		const known = (values as Record<string, readonly unknown[] | undefined>)[setting];
		if (!known) {
			const settings = Object.keys(values).join(', ');
			throw new Error(`behaviour: no setting ${setting}. Settings: ${settings}`);
		}
		if (!known.includes(value)) {
			throw new Error(`behaviour: ${setting} is ${known.join(' or ')}, not ${String(value)}`);
		}
	}
	return given as Behaviour;
}

/** `listOrder=newestFirst,errors=mixed` -> settings. */
export const parseBehaviour = (text: string): Behaviour =>
	checkBehaviour(
		Object.fromEntries(
			text
				.split(',')
				.filter(Boolean)
				.map((setting) => {
					const [key, value = ''] = setting.split('=');
					return [key, value];
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
	}

	/** Puts a list that is oldest first, and that nobody sorts, into the order in which the service gives it. */
	arrange<T>(list: readonly T[]): T[] {
		return this.settings.listOrder === 'newestFirst' ? [...list].reverse() : [...list];
	}

	/** Writes the problems of one response, in their order, as elements of `errors`. */
	problemWriter(): ProblemWriter {
		const { errors } = this.settings;
		let written = 0;
		const isText = () => errors === 'text' || (errors === 'mixed' && written++ % 2 === 1);
		return (problems) => problems.map((problem) => (isText() ? problem.message : problem));
	}
}
