import { startService } from './chaos/service';
import { contests, hasHttpRequestNode, type Target } from './contenders';
import { measure, median, startServer } from './processes';

interface Measured {
	items: number;
	seconds: number;
	cpuMs: number;
	peakMegabytes: number;
}

/** Medians of one contender. */
export interface Figures {
	perSecond: number;
	seconds: number;
	cpuMsPerItem: number;
	peakMegabytes: number;
}

export interface Contest {
	readonly contest: keyof typeof contests;
	/** Items that have to come out. */
	readonly count: number;
	readonly latencyMs: number;
	readonly runs: number;
	/** Against the sandbox, which stores what it is sent, instead of the server that only answers. */
	readonly stores?: boolean;
}

/** All contenders in turn, so many rounds, each time in a process of its own. */
export async function contend(contest: Contest): Promise<Record<string, Figures>> {
	const { count, latencyMs, runs, stores } = contest;
	const names = Object.keys(contests[contest.contest]).filter(
		(name) => hasHttpRequestNode || name !== 'HTTP Request node',
	);
	const measured: Record<string, Measured[]> = Object.fromEntries(names.map((name) => [name, []]));
	const warmUp = await answering(0, 0);
	const responses = await answering(latencyMs, contest.contest === 'lists' ? count : 0);
	try {
		for (let run = 0; run < runs; run += 1) {
			for (const name of names) {
				const target = stores ? await storing(latencyMs) : responses;
				measured[name].push(await measureOne(contest, name, target, warmUp));
				if (stores) await target.stop();
			}
		}
	} finally {
		await Promise.all([warmUp.stop(), responses.stop()]);
	}
	const figures = (all: Measured[]): Figures => ({
		perSecond: median(all.map(({ seconds }) => count / seconds)),
		seconds: median(all.map(({ seconds }) => seconds)),
		cpuMsPerItem: median(all.map(({ cpuMs }) => cpuMs / count)),
		peakMegabytes: median(all.map(({ peakMegabytes }) => peakMegabytes)),
	});
	return Object.fromEntries(names.map((name) => [name, figures(measured[name])]));
}

async function measureOne({ contest, count }: Contest, name: string, ...servers: Target[]) {
	const targets = servers.map(({ url, token }) => JSON.stringify({ url, token }));
	const one = await measure<Measured>('contender.ts', [contest, name, `${count}`, ...targets]);
	if (one.items !== count) throw new Error(`${name} made ${one.items} of ${count} items`);
	return one;
}

interface Server extends Target {
	stop(): void | Promise<void>;
}

const answering = async (latencyMs: number, rows: number): Promise<Server> => ({
	token: 'bench-token',
	...(await startServer(latencyMs, rows)),
});

/** A new one each time, so that orders are always created and never updated. */
async function storing(latencyMs: number): Promise<Server> {
	const service = await startService();
	await service.setFaults(1, [{ kind: 'latency', ms: latencyMs }]);
	return service;
}
