/**
 * One candidate in a process of its own:
 * `tsx tools/bench/candidate.ts <benchmark> <name> <count> <target as JSON> <target to warm up at as JSON>`.
 */
import { benchmarks, type Target } from './candidates';

async function main() {
	const [benchmark, name, count, target, warmUpTarget] = process.argv.slice(2);
	const candidate = benchmarks[benchmark as keyof typeof benchmarks][name];
	// n8n runs for days: what it loads and compiles at first use is not what is compared.
	await candidate(JSON.parse(warmUpTarget) as Target, Number(count));
	global.gc?.();
	const cpu = process.cpuUsage();
	const startedAt = performance.now();
	const items = await candidate(JSON.parse(target) as Target, Number(count));
	const seconds = (performance.now() - startedAt) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	const peakMegabytes = process.resourceUsage().maxRSS / 1024;
	const measured = { items, seconds, cpuMs: (user + system) / 1000, peakMegabytes };
	process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
