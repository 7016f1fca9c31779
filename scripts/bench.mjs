// `npm run bench <what>`: measures one thing; further arguments go to it.
import { runNamed } from './lib/named.mjs';

await runNamed('bench', {
	nodes: {
		what: 'creates, Get Many, migrations and loading, beside other ways to do the same',
		run: 'tsx tools/bench/nodes.ts',
		built: true,
	},
	beside: {
		what: 'this copy beside another one, in one run: `npm run bench beside -- <built copy>`',
		run: 'tsx tools/bench/beside.ts',
		built: true,
	},
	changes: {
		what: 'a poll of the Workspace Records Changes Trigger that finds nothing, by the number of records',
		run: 'tsx tools/bench/changes/index.ts',
		built: true,
	},
	life: {
		what: 'what a process keeps of each execution, poll and look-up, and of the package loaded anew',
		// Without V8's compiled code: it grows for thousands of executions, and is all that does.
		run: 'node --expose-gc --no-opt --no-sparkplug --no-flush-bytecode --import tsx tools/bench/life/index.ts',
		built: true,
		env: { NODE_ENV: 'test' },
	},
	limits: {
		what: 'how the nodes keep to the rate limits of a service (eleven minutes)',
		run: 'tsx tools/bench/limits/index.ts',
		built: true,
	},
	sync: {
		what: 'a service made equal to a table: requests, memory, turns of the event loop, a limit, a kill',
		run: 'tsx tools/bench/sync/index.ts',
		built: true,
	},
	streams: {
		what: 'files of a million records, in and out: memory, speed, turns of the event loop',
		run: 'tsx tools/bench/streams/index.ts',
		built: true,
		withN8n: true,
	},
	chaos: {
		what: 'writes while every kind of fault occurs: what is lost, duplicated or wrongly reported',
		run: 'tsx tools/bench/chaos/index.ts',
		built: true,
	},
});
