/**
 * Where jest runs a test file: in the worker's own context, with the worker's own modules, as n8n has it. jest's
 * usual environment makes a context for each file, in which every library is loaded anew: four seconds of
 * computing for n8n-core alone. What a file leaves behind is undone here; see `runtime.cjs` for modules.
 */
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { createContext } = require('node:vm');

/** Objects whose own properties a test, or jest for it, may change. */
const watched = () => [globalThis, process.env, Error];

/** The own properties of an object as they are now; `restore` makes them so again. */
class Properties {
	constructor(object) {
		this.object = object;
		this.before = Object.getOwnPropertyDescriptors(object);
	}

	restore() {
		const now = Object.getOwnPropertyDescriptors(this.object);
		for (const key of Reflect.ownKeys(now)) {
			if (!Object.hasOwn(this.before, key) && now[key].configurable) delete this.object[key];
		}
		for (const key of Reflect.ownKeys(this.before)) {
			const { value, get } = this.before[key];
			const same = now[key] && now[key].value === value && now[key].get === get;
			if (!same) Object.defineProperty(this.object, key, this.before[key]);
		}
	}
}

/** The listeners of the process as they are now; `restore` takes away those that came later. */
class Listeners {
	constructor() {
		this.before = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
	}

	restore() {
		for (const name of process.eventNames()) {
			const before = this.before.get(name) ?? [];
			for (const listener of process.rawListeners(name)) {
				if (!before.includes(listener)) process.removeListener(name, listener);
			}
		}
	}
}

/** jest evaluates one line in the context of an environment when it ends; nothing else is in this one. */
const unused = createContext();

module.exports = class {
	global = globalThis;

	constructor({ projectConfig }) {
		this.changes = [...watched().map((object) => new Properties(object)), new Listeners()];
		this.exit = process.exit;
		Object.assign(globalThis, { global: globalThis }, projectConfig.globals);
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		this.fakeTimers = null;
	}

	getVmContext() {
		return unused;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	async setup() {}

	/** The tests are done; jest itself measures and waits with the same clock. */
	handleTestEvent({ name }) {
		if (name === 'run_finish') this.fakeTimersModern.useRealTimers();
	}

	async teardown() {
		this.fakeTimersModern.dispose();
		for (const changes of this.changes) changes.restore();
		process.exit = this.exit;
	}
};
