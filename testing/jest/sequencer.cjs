/** In which order jest runs test files: where it has no times of an earlier run, the long ones first. */
const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = ['slow', 'engine'];

module.exports = class extends Sequencer {
	sort(tests) {
		const rank = ({ context }) => {
			const at = LONG.indexOf(context.config.displayName?.name);
			return at < 0 ? LONG.length : at;
		};
		const sorted = super.sort(tests);
		return sorted.every(({ duration }) => duration)
			? sorted
			: sorted.sort((a, b) => rank(a) - rank(b));
	}
};
