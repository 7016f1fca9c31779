import { startService } from './chaos/service';
import { benchmarks, hasHttpRequestNode, type Target } from './candidates';
import { measure, median, startServer } from './processes';

interface Measured {
	items: number;
	seconds: number;
	cpuMs: number;
	peakMegabytes: number;
}

/** Medians of one candidate. */
export interface Figures {
	perSecond: number;
	seconds: number;
	cpuMsPerItem: number;
	peakMegabytes: number;
}

export interface Benchmark {
	readonly benchmark: keyof typeof benchmarks;
	/** Number of items that each candidate has to return. */
	readonly count: number;
	readonly latencyMs: number;
	readonly runs: number;
	/** Against the sandbox, which stores what it is sent, instead of the server that only responds. */
	readonly stores?: boolean;
}

/** Runs all candidates in turn, `runs` times, each time in a process of its own. */
export async function runBenchmark(benchmark: Benchmark): Promise<Record<string, Figures>> {
	const { count, latencyMs, runs, stores } = benchmark;
	const names = Object.keys(benchmarks[benchmark.benchmark]).filter(
		(name) => hasHttpRequestNode || name !== 'HTTP Request node',
	);
	const measured: Record<string, Measured[]> = Object.fromEntries(names.map((name) => [name, []]));
	const warmUp = await startTarget(0, 0);
	const responder = await startTarget(latencyMs, benchmark.benchmark === 'lists' ? count : 0);
	try {
		for (let run = 0; run < runs; run += 1) {
			for (const name of names) {
				const target = stores ? await storing(latencyMs) : responder;
				measured[name].push(await measureOne(benchmark, name, target, warmUp));
				if (stores) await target.stop();
			}
		}
	} finally {
		await Promise.all([warmUp.stop(), responder.stop()]);
	}
	const figures = (all: Measured[]): Figures => ({
		perSecond: median(all.map(({ seconds }) => count / seconds)),
		seconds: median(all.map(({ seconds }) => seconds)),
		cpuMsPerItem: median(all.map(({ cpuMs }) => cpuMs / count)),
		peakMegabytes: median(all.map(({ peakMegabytes }) => peakMegabytes)),
	});
	return Object.fromEntries(names.map((name) => [name, figures(measured[name])]));
}

async function measureOne({ benchmark, count }: Benchmark, name: string, ...servers: Target[]) {
	const targets = servers.map(({ url, token }) => JSON.stringify({ url, token }));
	const one = await measure<Measured>('candidate.ts', [benchmark, name, `${count}`, ...targets]);
	if (one.items !== count) throw new Error(`${name} made ${one.items} of ${count} items`);
	return one;
}

interface Server extends Target {
	stop(): void | Promise<void>;
}

const startTarget = async (latencyMs: number, rows: number): Promise<Server> => ({
	token: 'bench-token',
	...(await startServer(latencyMs, rows)),
});

/** A new one each time, so that orders are always created and never updated. */
async function storing(latencyMs: number): Promise<Server> {
	const service = await startService();
	await service.setFaults(1, [{ kind: 'latency', ms: latencyMs }]);
	return service;
}
