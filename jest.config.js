// Half an hour beside the others, and with summer time: in UTC, what depends on the zone of the process passes.
process.env.TZ ??= 'America/St_Johns';

/** How sources are found and compiled, whatever runs them. @type {import('jest').Config} */
const sources = {
	// In TypeScript `.js` stands for `.ts`; without it, Node.js would take the codex beside a class for it.
	moduleNameMapper: { '^(\\.{1,2}/.+\\.node)\\.js$': '$1' },
	modulePathIgnorePatterns: ['<rootDir>/tools/host/', '<rootDir>/.local/', '<rootDir>/dist/'],
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{
				jsc: {
					parser: { syntax: 'typescript', decorators: true },
					target: 'es2022',
				},
				module: { type: 'commonjs' },
			},
		],
	},
	transformIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
	// A machine that is busy with other things is slow, not broken. What ends only by a mistake takes longer.
	testTimeout: 180_000,
};

const SLOW = '\\.slow\\.test\\.ts$';
/** Folders whose tests run the built package in n8n-core. */
const ENGINE = '{compat,engine,golden,saved,testing}';

const project = (displayName, settings) => ({
	displayName,
	...sources,
	testEnvironment: '<rootDir>/testing/jest/environment.cjs',
	runtime: '<rootDir>/testing/jest/runtime.cjs',
	...settings,
});

/** @type {import('jest').Config} */
module.exports = {
	...sources,
	// Some tests wait for a clock; one worker more than processors computes meanwhile.
	maxWorkers: require('node:os').availableParallelism() + 1,
	// High, because a new worker has to load n8n-core again. What is kept after a collection stays below 100 MB.
	workerIdleMemoryLimit: '1500MB',
	testSequencer: '<rootDir>/testing/jest/sequencer.cjs',
	// The name of a file or its folder says where it belongs, see docs/contributing.md.
	projects: [
		project('fast', {
			testMatch: ['<rootDir>/test/{contract,sandbox,unit}/**/*.test.ts'],
			testPathIgnorePatterns: ['/node_modules/', SLOW],
		}),
		project('engine', {
			testMatch: [`<rootDir>/test/${ENGINE}/**/*.test.ts`],
			testPathIgnorePatterns: ['/node_modules/', SLOW],
		}),
		project('slow', { testMatch: ['<rootDir>/test/**/*.slow.test.ts'] }),
	],
};
