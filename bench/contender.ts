/**
 * One contender in a process of its own:
 * `tsx bench/contender.ts <contest> <name> <count> <target as JSON> <target to warm up at as JSON>`.
 */
import { contests, type Target } from './contenders';

async function main() {
	const [contest, name, count, target, warmUpTarget] = process.argv.slice(2);
	const contender = contests[contest as keyof typeof contests][name];
	// n8n runs for days: what it loads and compiles at first use is not what is compared.
	await contender(JSON.parse(warmUpTarget) as Target, Number(count));
	global.gc?.();
	const cpu = process.cpuUsage();
	const startedAt = performance.now();
	const items = await contender(JSON.parse(target) as Target, Number(count));
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
