const base = require('../../../jest.config');

const [[typeScript, swc]] = Object.entries(base.transform);

/**
 * The engine tests on the n8n-core of another n8n. jest loads all of it, so that the resolver decides what the
 * built package is given. @type {import('jest').Config}
 */
module.exports = {
	...base,
	projects: undefined,
	workerIdleMemoryLimit: '1200MB',
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
	resolver: '<rootDir>/test/engine/versions/resolver.cjs',
	// These come as ES modules, which Node.js can require and jest cannot.
	transform: { [typeScript]: swc, '/(p-retry|is-network-error)/.*\\.js$': '@swc/jest' },
	transformIgnorePatterns: ['/node_modules/(?!(p-retry|is-network-error)/)', '<rootDir>/dist/'],
	// Several engines are tested on the same machine as everything else.
	testTimeout: 30_000,
	// What older n8n-core leave running in the background does not end by itself.
	forceExit: true,
};
