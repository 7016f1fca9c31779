// Half an hour beside the others, and with summer time: in UTC, what depends on the zone of the process passes.
process.env.TZ ??= 'America/St_Johns';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// A machine that is busy with other things is slow, not broken.
	testTimeout: 60_000,
	// Every file with the engine loads n8n-core anew, and what a process has loaded it keeps.
	maxWorkers: '100%',
	workerIdleMemoryLimit: '1200MB',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
	modulePathIgnorePatterns: ['<rootDir>/host/', '<rootDir>/.local/', '<rootDir>/dist/'],
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
};
