import { parseArgs } from 'node:util';
import { parseBehaviour } from './behaviour';
import { startSandbox, type Fault } from './index';
import { tokenLines } from './tokenTable';

const usage = `Usage: npm run sandbox -- [options]
  --port 8787            port to listen on
  --host 127.0.0.1       address to listen on
  --file sandbox.sqlite  SQLite file; without it, data is kept in memory only
  --fresh                delete the data in the file first
  --seed example|none    records to start with, when there are none
  --token-seconds N      access tokens from a refresh expire after N seconds
  --token-requests N     ... after N requests
  --rotate               a refresh ends the refresh token and gives a new one
  --simulated-clock      time stands still until it is advanced
  --latency MS           wait before every response
  --jitter MS            ... and up to this much longer
  --rate-limit N         requests per second; more are rejected with 429
  --page-cap N           rows of a page at most
  --fault KIND:key=value,key=value
                         any fault of sandbox/faults/fault.ts; may be given several times
  --fault-seed N         other random numbers for faults
  --behaviour KEY=VALUE,KEY=VALUE
                         what the service does where the sources leave it open:
                         listOrder=oldestFirst|newestFirst, errors=text|object|mixed,
                         writeResponse=observed|specification; the first is the default
  --log                  log requests
  --as literal|generous  another service instead, without records, and with the port and host options only:
                         literal responds with what the specification promises and no more; generous
                         with wrappers, nulls, numbers as text and other names`;

/** `error:status=503,probability=0.1` -> a fault. */
function parseFault(text: string): Fault {
	const [kind, settings = ''] = text.split(/:(.*)/s);
	const entries = settings
		.split(',')
		.filter(Boolean)
		.map((setting) => {
			const [key, value = 'true'] = setting.split(/=(.*)/s);
			if (key === 'operations' || key === 'methods') return [key, value.split('+')];
			return [key, /^(true|false|[\d.]+)$/.test(value) ? (JSON.parse(value) as unknown) : value];
		});
	return { kind, ...Object.fromEntries(entries) } as Fault;
}

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8787' },
			host: { type: 'string', default: '127.0.0.1' },
			file: { type: 'string', default: ':memory:' },
			fresh: { type: 'boolean', default: false },
			seed: { type: 'string', default: 'example' },
			'token-seconds': { type: 'string' },
			'token-requests': { type: 'string' },
			rotate: { type: 'boolean', default: false },
			'simulated-clock': { type: 'boolean', default: false },
			latency: { type: 'string' },
			jitter: { type: 'string' },
			'rate-limit': { type: 'string' },
			'page-cap': { type: 'string' },
			fault: { type: 'string', multiple: true, default: [] },
			'fault-seed': { type: 'string', default: '1' },
			behaviour: { type: 'string', default: '' },
			log: { type: 'boolean', default: false },
			as: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return void process.stdout.write(`${usage}\n`);
	if (values.as !== undefined) return await startOther(values.as, values);
	if (values.seed !== 'example' && values.seed !== 'none') {
		throw new Error(`--seed is example or none, not ${values.seed}`);
	}
	const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
	const faults = values.fault.map(parseFault);
	if (values.latency || values.jitter) {
		faults.unshift({
			kind: 'latency',
			ms: number(values.latency),
			jitterMs: number(values.jitter),
		});
	}
	if (values['rate-limit']) {
		faults.push({ kind: 'rateLimit', perSecond: number(values['rate-limit']) });
	}
	if (values['page-cap']) faults.push({ kind: 'pageCap', rows: number(values['page-cap']) });
	const sandbox = await startSandbox({
		port: Number(values.port),
		host: values.host,
		file: values.file,
		fresh: values.fresh,
		seed: values.seed,
		logger: values.log,
		transferClock: values['simulated-clock'] ? 'simulated' : 'real',
		tokens: {
			lifetimeSeconds: number(values['token-seconds']),
			lifetimeRequests: number(values['token-requests']),
			rotate: values.rotate,
		},
		faults: { seed: Number(values['fault-seed']), faults },
		behaviour: parseBehaviour(values.behaviour),
	});
	process.stdout.write(`Sandbox of the service at ${sandbox.url}
Interface to read and try out: ${sandbox.url}/docs

Tokens, for this sandbox only:
${tokenLines(sandbox.tokens)}

Ctrl-C stops it.
`);

	stopOnSignal(sandbox);
}

function stopOnSignal(service: { close(): Promise<void> }) {
	const stop = () => void service.close().then(() => process.exit(0));
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);
}

/** Starts one of the services that share no code with the sandbox. */
async function startOther(name: string, { port, host }: { port: string; host: string }) {
	const options = { port: Number(port), host };
	const started = {
		literal: async () => (await import('../testing/services/literal')).startLiteral(options),
		generous: async () => (await import('../testing/services/generous')).startGenerous(options),
	};
	if (!(name in started)) throw new Error(`--as is literal or generous, not ${name}`);
	const service = await started[name as keyof typeof started]();
	process.stdout.write(`The ${name} service at ${service.url}, without records

Access token, as any other: ${service.token}

Ctrl-C stops it.
`);
	stopOnSignal(service);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n\n${usage}\n`);
	process.exit(1);
});
