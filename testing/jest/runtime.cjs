/**
 * How test files load modules in `environment.cjs`. The project's own sources are loaded by jest, anew for each
 * test file. Libraries come from Node.js itself, once per worker, n8n-core above all. So does the built package,
 * since n8n-core loads it with `require`, but anew for each test file: it has state, such as limits and tokens.
 */
const { compileFunction } = require('node:vm');
const { join } = require('node:path');

const { default: JestRuntime } = require('jest-runtime');

const isLibrary = (path) => path.includes('/node_modules/');

/** What Node.js has loaded and is no library: the built package, copies of it, packages that tests write. */
function forgetPackages() {
	const isForgotten = ({ id }) => !isLibrary(id) && !id.startsWith(__dirname);
	for (const module of Object.values(require.cache)) {
		if (isForgotten(module)) delete require.cache[module.id];
		// Whatever loads a module keeps it, too.
		else if (module.children.some(isForgotten))
			module.children = module.children.filter((child) => !isForgotten(child));
	}
}

module.exports = class extends JestRuntime {
	constructor(config, ...others) {
		super(config, ...others);
		forgetPackages();
		this.built = join(config.rootDir, 'dist/');
	}

	requireModuleOrMock(from, name) {
		const shared = this.sharedModule(from, name);
		return shared === undefined ? super.requireModuleOrMock(from, name) : require(shared);
	}

	/** What Node.js is to load for a file; undefined for what jest loads, or explains the lack of. */
	sharedModule(from, name) {
		// `createRequire` of jest's own, so that what it makes comes here too.
		if (/^(node:)?module$/.test(name) || name === '@jest/globals') return undefined;
		if (this._resolver.isCoreModule(name)) return name;
		try {
			if (this._shouldMockCjs(from, name, this._explicitShouldMock)) return undefined;
			const path = this._resolveCjsModule(from, name);
			return isLibrary(path) || path.startsWith(this.built) ? path : undefined;
		} catch {
			return undefined;
		}
	}

	/** In the worker's context, where the original has that of the environment. */
	createScriptFromCode(code, filename) {
		return compileFunction(code, this.constructInjectedModuleParameters(), { filename });
	}
};
