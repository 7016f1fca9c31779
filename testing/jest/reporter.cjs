/** What jest prints while it runs: how far it is, now and then, and which files have failed. Nothing at the end. */
const { relative } = require('node:path');

const EVERY_MS = 15_000;

module.exports = class {
	constructor({ rootDir }) {
		this.rootDir = rootDir;
		this.done = 0;
	}

	onRunStart({ numTotalTestSuites }) {
		const since = Date.now();
		this.timer = setInterval(() => {
			const seconds = Math.round((Date.now() - since) / 1000);
			console.log(`  … ${this.done} of ${numTotalTestSuites} test files (${seconds} s)`);
		}, EVERY_MS);
	}

	onTestResult({ path }, { numFailingTests, testExecError }) {
		this.done += 1;
		if (!numFailingTests && !testExecError) return;
		const what = testExecError ? 'does not run' : `${numFailingTests} failed`;
		console.log(`  ✗ ${relative(this.rootDir, path)}: ${what}`);
	}

	onRunComplete() {
		clearInterval(this.timer);
	}
};
