// Loads the built package the way n8n does, in a process of its own, and prints what it cost.
// Plain JavaScript, because a TypeScript loader in the process would slow every require down.
const { resolve } = require('node:path');

const { PackageDirectoryLoader } = require('n8n-core');

async function main() {
	global.gc?.();
	const before = process.memoryUsage().heapUsed;
	const cpu = process.cpuUsage();
	const startedAt = performance.now();
	const loader = new PackageDirectoryLoader(resolve(__dirname, '../..'));
	await loader.loadAll();
	const ms = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(cpu);
	global.gc?.();
	const heapMegabytes = (process.memoryUsage().heapUsed - before) / 1e6;
	const nodes = Object.keys(loader.known.nodes).length;
	process.stdout.write(
		`${JSON.stringify({ ms, cpuMs: (user + system) / 1000, heapMegabytes, nodes })}\n`,
		() => process.exit(0),
	);
}

void main();
