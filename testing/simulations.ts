/**
 * How many cases a simulation or a sweep tries: few of them, and all with `SIMULATIONS=all`, as the
 * weekly check has it. The few are among all, so that what they find is found there, too.
 */
const { SIMULATIONS } = globalThis.process.env;

/** Whether every case is tried. */
export const TRIES_ALL = SIMULATIONS === 'all';

/** The number of cases to try. */
export const cases = (few: number, all: number) => (TRIES_ALL ? all : few);

/**
 * Whether a combination is tried where every one costs a run: one in `share`. The number is the sum of the places of
 * what is combined, so that each of them is tried with some of the others.
 */
export const isTried = (number: number, share: number) => TRIES_ALL || number % share === 0;

/** The seeds to try, from 1 on. */
export const seeds = (few: number, all: number) =>
	Array.from({ length: cases(few, all) }, (_, index) => index + 1);
