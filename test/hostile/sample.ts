/** Which cases there are, and the part of them that is tried with each commit. */
import { answers } from './answers';
import type { Case, ItemCase } from './cases';
import { paths } from './paths';
import { places } from './places';
import { values } from './values';

/** Which of several has its turn: the next one with each answer or value, and others with another commit. */
const chosenOf = (names: readonly string[], turn: number | undefined, index: number) =>
	turn === undefined ? names : [names[(turn + index) % names.length]];

/** The time limit of nodes: short where it is what ends the case, else long enough for a busy machine. */
const SLOW_TIMEOUT_MS = 1000;
const TIMEOUT_MS = 20_000;

const isAsked = (name: string, only: readonly string[]) =>
	only.length === 0 || only.some((part) => name.includes(part));

const pathNames = Object.keys(paths);
const placeNames = Object.keys(places);

/** Next to each other by answer, because the server keeps the one that it sent last; slow ones at the end. */
export function answerCases(turn: number | undefined, only: readonly string[]): Case[] {
	const all = Object.keys(answers).flatMap((answer, index) => {
		const { isSlow } = answers[answer];
		const timeoutMs = isSlow ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
		// These wait for 20 seconds.
		const fitting =
			isSlow && turn !== undefined
				? pathNames.filter((path) => !paths[path].hasOwnTimeout)
				: pathNames;
		return chosenOf(fitting, turn, index).map((path) => ({ path, answer, timeoutMs }));
	});
	const isSlow = ({ answer }: Case) => Number(answers[answer].isSlow ?? false);
	return all
		.filter(({ path, answer }) => isAsked(`${path}, ${answer}`, only))
		.sort((a, b) => isSlow(a) - isSlow(b));
}

export const itemCases = (turn: number | undefined, only: readonly string[]): ItemCase[] =>
	Object.keys(values)
		.flatMap((value, index) => chosenOf(placeNames, turn, index).map((place) => ({ place, value })))
		.filter(({ place, value }) => isAsked(`${place}, ${value}`, only));
