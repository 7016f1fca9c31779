/**
 * In which order jest runs test files: the longest first, so that none of them is still running when the others are
 * done. jest keeps the times of earlier runs, and goes by the size of a file that has none. Where it has not all, as
 * in a fresh clone, the projects come first by how long their files take.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

const PROJECTS = ['slow', 'engine', 'fast'];

const rank = ({ context }) => PROJECTS.indexOf(context.config.displayName?.name);

module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return sorted.every(({ duration }) => duration)
			? sorted
			: sorted.sort((a, b) => rank(a) - rank(b));
	}
};
