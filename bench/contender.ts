/** One contender in a process of its own: `tsx bench/contender.ts creates|lists <name> <url> <count>`. */
import { creates, lists } from './contenders';

async function main() {
	const [kind, name, url, count] = process.argv.slice(2);
	const contender = (kind === 'creates' ? creates : lists)[name];
	// What n8n loads and compiles on first use is not what is compared.
	if (kind === 'creates') await contender(url, 200);
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
