/**
 * How test files load modules in `environment.cjs`. The project's own sources are loaded by jest, anew for each
 * test file; only the sandbox, which keeps its state in what it starts, once per worker. Libraries come from
 * Node.js itself, once per worker, n8n-core above all. So does the built package, since n8n-core loads it with
 * `require`, but anew for each test file: it has state, such as limits and tokens.
 */
const hooks = require('node:async_hooks');
const { compileFunction } = require('node:vm');
const { join } = require('node:path');

const { default: JestRuntime } = require('jest-runtime');

const isLibrary = (path) => path.includes('/node_modules/');

/** Modules of the sandbox that a test file has loaded in this worker, with where their sources are found. */
const sandbox = { modules: new Map(), sourceMaps: new Map() };

/** Compiled functions of modules by file, as long as the code is the same. */
const compiled = new Map();

/**
 * jest loads what runs tests for each test file, with a storage that follows every promise. Node.js would go on
 * passing all of them on to every promise that the worker makes.
 */
const storages = [];
const storage = class extends hooks.AsyncLocalStorage {
	constructor(...args) {
		super(...args);
		storages.push(this);
	}
};

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
		this.sandbox = join(config.rootDir, 'sandbox/');
		if (this.keepsSandbox()) {
			for (const [path, module] of sandbox.modules) this._moduleRegistry.set(path, module);
			for (const [path, map] of sandbox.sourceMaps) this._sourceMapRegistry.set(path, map);
		}
	}

	/** Who watches changes it. */
	keepsSandbox() {
		return !this._globalConfig.watch && !this._globalConfig.watchAll;
	}

	teardown() {
		for (const each of storages.splice(0)) each.disable();
		for (const [path, module] of this._moduleRegistry) {
			if (!path.startsWith(this.sandbox) || !module.loaded) continue;
			sandbox.modules.set(path, module);
			sandbox.sourceMaps.set(path, this._sourceMapRegistry.get(path));
		}
		super.teardown();
	}

	/** What jest's own modules load by name are libraries, too. */
	requireInternalModule(from, name) {
		if (name === undefined) return super.requireInternalModule(from);
		if (name === 'async_hooks') return { ...hooks, AsyncLocalStorage: storage };
		return require(this._resolveCjsModule(from, name));
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
		const last = compiled.get(filename);
		if (last?.code === code) return last.run;
		const run = compileFunction(code, this.constructInjectedModuleParameters(), { filename });
		compiled.set(filename, { code, run });
		return run;
	}
};
