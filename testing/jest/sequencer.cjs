/**
 * In which order jest runs test files: the longest first, so that none of them is still running when the others are
 * done. Where jest has no times of an earlier run, as in a fresh clone: those that are known to be long, and then
 * the projects by how long their files take.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files of more than 20 seconds, longest first; most of the time they wait. */
const LONGEST = [
	'resource/chaos',
	'Transfer/wait',
	'services/matrix',
	'resource/retry',
	'Transfer/bodies',
	'services/chained',
	'credentials/renewal',
	'credentials/perItem',
	'credentials/access',
	'execution/retryOnFail',
	'evidence/writes',
	'bulk/refusedWhole',
	'Transfer/transfer',
].map((name) => `/engine/${name}.`);
const PROJECTS = ['slow', 'engine'];

/** The place of one in a list; behind all of it where it is not there. */
const placeIn = (list, fits) => (list.findIndex(fits) + list.length + 1) % (list.length + 1);

const rank = ({ path, context }) => {
	const place = placeIn(LONGEST, (name) => path.includes(name));
	const project = placeIn(PROJECTS, (name) => name === context.config.displayName?.name);
	return place < LONGEST.length ? place : LONGEST.length + project;
};

module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return sorted.every(({ duration }) => duration)
			? sorted
			: sorted.sort((a, b) => rank(a) - rank(b));
	}
};
