/**
 * How jest runs the tests on one change of the code: only the files with a test that runs the changed code, the
 * quickest first, and no more after a failure. Stryker's own runner has jest load every file for every change.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const TestRunner = require('jest-runner').default;

/** What the first run, on the unchanged code, has found out: the names of the tests of each file, and its time. */
class KnownTests {
	constructor(rootDir) {
		this.path = join(rootDir, 'known-tests.json');
		this.files = existsSync(this.path) ? JSON.parse(readFileSync(this.path, 'utf8')) : {};
	}

	add(path, { testResults, perfStats }) {
		const names = testResults.map(({ fullName }) => fullName);
		this.files[path] = { names, ms: perfStats.runtime };
		writeFileSync(this.path, JSON.stringify(this.files));
	}

	has(path, pattern) {
		return this.files[path].names.some((name) => pattern.test(name));
	}

	ms(path) {
		return this.files[path].ms;
	}
}

module.exports = class extends TestRunner {
	async runTests(tests, watcher, options) {
		if (tests.length === 0) return;
		const known = new KnownTests(tests[0].context.config.rootDir);
		const { testNamePattern } = this._globalConfig;
		if (!testNamePattern) {
			this.on('test-file-success', ([test, result]) => known.add(test.path, result));
			return await super.runTests(tests, watcher, options);
		}
		this.on('test-file-success', async ([, { numFailingTests, testExecError }]) => {
			if (numFailingTests > 0 || testExecError) await watcher.setState({ interrupted: true });
		});
		const pattern = new RegExp(testNamePattern, 'i');
		const covering = tests
			.filter(({ path }) => known.has(path, pattern))
			.sort((a, b) => known.ms(a.path) - known.ms(b.path));
		await super.runTests(covering, watcher, options);
	}
};
