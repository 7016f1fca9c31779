/**
 * One contender in a process of its own:
 * `tsx bench/contender.ts creates|lists <name> <url> <count> <url to warm up at>`.
 */
import { creates, lists } from './contenders';

async function main() {
	const [kind, name, url, count, warmUpUrl] = process.argv.slice(2);
	const contender = (kind === 'creates' ? creates : lists)[name];
	// n8n runs for days: what it loads and compiles at first use is not what is compared.
	await contender(warmUpUrl, Number(count));
	global.gc?.();
	const cpu = process.cpuUsage();
	const startedAt = performance.now();
	const items = await contender(url, Number(count));
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
