/** Which cases there are, and the part of them that `npm test` tries. */
import { answers } from './answers';
import { cases } from '../../testing/simulations';
import type { Case, ItemCase } from './cases';
import { paths } from './paths';
import { places } from './places';
import { values } from './values';

/** Every answer on so many paths (on one if it is larger than the targets are for), and every value in so many places. */
const ANSWER_ON_PATHS = cases(1, 2);
const VALUE_IN_PLACES = cases(1, 2);

/** Numbers from 0 to `count`, spread so that all come up equally often. */
const spread = (index: number, of: number, count: number) =>
	Array.from(
		{ length: of },
		(_, n) => (index + Math.floor((n * count) / of) + Math.floor(index / count) * n) % count,
	);

/** The time limit of nodes: short where it is what ends the case, else long enough for a busy machine. */
const SLOW_TIMEOUT_MS = 1000;
const TIMEOUT_MS = 20_000;

const isAsked = (name: string, only: readonly string[]) =>
	only.length === 0 || only.some((part) => name.includes(part));

const pathNames = Object.keys(paths);
const placeNames = Object.keys(places);

/** Next to each other by answer, because the server keeps the one that it sent last; slow ones at the end. */
export function answerCases(isSample: boolean, only: readonly string[]): Case[] {
	const all = Object.keys(answers).flatMap((answer, index) => {
		const { isSlow, isBeyond } = answers[answer];
		const timeoutMs = isSlow ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
		// These wait for 20 seconds.
		const fitting =
			isSample && isSlow ? pathNames.filter((path) => !paths[path].hasOwnTimeout) : pathNames;
		const chosen = isSample
			? spread(index, isBeyond ? 1 : ANSWER_ON_PATHS, fitting.length).map((at) => fitting[at])
			: fitting;
		return chosen.map((path) => ({ path, answer, timeoutMs }));
	});
	const isSlow = ({ answer }: Case) => Number(answers[answer].isSlow ?? false);
	return all
		.filter(({ path, answer }) => isAsked(`${path}, ${answer}`, only))
		.sort((a, b) => isSlow(a) - isSlow(b));
}

export const itemCases = (isSample: boolean, only: readonly string[]): ItemCase[] =>
	Object.keys(values)
		.flatMap((value, index) =>
			(isSample
				? spread(index, VALUE_IN_PLACES, placeNames.length).map((at) => placeNames[at])
				: placeNames
			).map((place) => ({ place, value })),
		)
		.filter(({ place, value }) => isAsked(`${place}, ${value}`, only));
