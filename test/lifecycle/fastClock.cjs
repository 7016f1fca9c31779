// Loaded into n8n before anything else: lets a test move its clock on. Timers of more than five minutes (cron jobs,
// pruning) wait for that clock, shorter ones (time-outs of requests, polls and locks) for the real one, so that nothing is cut short.
//
// On the port in FAST_CLOCK_PORT: `POST /advance?ms=10000` moves on and fires what is due, `/memory` collects garbage and
// says what is in use, `/reload` unloads the package and loads it again, as n8n does after an update.
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const PACKAGE = 'n8n-nodes-workspace-records';
const LONG_MS = 301_000;

const RealDate = Date;
const realPerformanceNow = performance.now.bind(performance);
const real = { setTimeout, clearTimeout, setInterval, clearInterval };
let ahead = 0;
const now = () => realPerformanceNow() + ahead;

globalThis.Date = class extends RealDate {
	constructor(...given) {
		if (given.length > 0) super(...given);
		else super(RealDate.now() + ahead);
	}
	static now() {
		return RealDate.now() + ahead;
	}
};
performance.now = now;

/** Those that wait for the clock of the test. */
const timers = new Set();

class LongTimer {
	constructor(work, ms, given, repeats) {
		Object.assign(this, { work: () => work(...given), ms, repeats, dueAt: now() + ms });
		timers.add(this);
	}
	fire() {
		if (this.repeats) this.refresh();
		else timers.delete(this);
		this.work();
	}
	refresh() {
		this.dueAt = now() + this.ms;
		return this;
	}
	ref = () => this;
	unref = () => this;
	hasRef = () => false;
	close = () => void timers.delete(this);
	[Symbol.dispose] = () => void timers.delete(this);
}

const starting =
	(start, repeats) =>
	(work, ms, ...given) =>
		ms >= LONG_MS ? new LongTimer(work, ms, given, repeats) : start(work, ms, ...given);
const clearing = (clear) => (timer) => timers.delete(timer) || clear(timer);
globalThis.setTimeout = Object.assign(starting(real.setTimeout, false), real.setTimeout);
globalThis.setInterval = starting(real.setInterval, true);
globalThis.clearTimeout = clearing(real.clearTimeout);
globalThis.clearInterval = clearing(real.clearInterval);

async function advance(ms) {
	const until = now() + ms;
	for (;;) {
		const due = [...timers].filter(({ dueAt }) => dueAt <= until);
		const next = due.sort((one, other) => one.dueAt - other.dueAt)[0];
		ahead += Math.max(0, (next?.dueAt ?? until) - now());
		if (!next) return { ahead };
		next.fire();
		await new Promise((resume) => setImmediate(resume));
	}
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

async function memory() {
	for (let time = 0; time < 3; time += 1) {
		await new Promise((resume) => real.setTimeout(resume, 50));
		collect();
	}
	return { heapUsed: process.memoryUsage().heapUsed, timers: timers.size };
}

async function reload() {
	const load = createRequire(process.argv[1]);
	const { Container } = load('@n8n/di');
	const { LoadNodesAndCredentials } = load('../dist/load-nodes-and-credentials.js');
	const loading = Container.get(LoadNodesAndCredentials);
	await loading.unloadPackage(PACKAGE);
	await loading.loadPackage(PACKAGE);
	await loading.postProcessLoaders();
	return {};
}

const calls = { advance: ({ ms }) => advance(Number(ms)), memory, reload };

createServer((request, response) => {
	const { pathname, searchParams } = new URL(request.url, 'http://localhost');
	const call = calls[pathname.slice(1)];
	call(Object.fromEntries(searchParams)).then(
		(result) => response.end(JSON.stringify(result)),
		(error) => {
			response.statusCode = 500;
			response.end(error.stack);
		},
	);
})
	.on('error', () => {})
	.listen(Number(process.env.FAST_CLOCK_PORT), '127.0.0.1')
	.unref();
