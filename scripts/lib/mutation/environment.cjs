/** Where jest runs a test file on a change of the code: after one failure the tests that are left are skipped. */
const { TestEnvironment } = require('jest-environment-node');

module.exports = class extends TestEnvironment {
	failed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_fn_failure') this.failed = true;
		if (name === 'test_start' && this.failed) test.mode = 'skip';
	}
};
