import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run check acceptance -- [options]
  --base-url URL     a workspace; also ACCEPTANCE_BASE_URL. Its token comes from ACCEPTANCE_TOKEN, never from
                     the command line, which other users of a machine can read. Without a base URL the three
                     services of the tests are started, and everything is allowed in them
  --write            writes test records and archives them; they stay archived, and a workflow's stay
                     out of it
  --ai               calls Enrich (dry run) and Score, which are billed
  --object NAME      one object only (company, order, …); may be given several times
  --service NAME     without a base URL: sandbox, literal or generous only
  --transfer ID      a transfer to read
  --partner NAME     with --write: the partner whose migration is prepared, which creates fields in the workspace
  --max-records N    lists with more records are not read completely (5000)
  --json FILE        all results for machines
  --all              a line for every check, not only for those that failed or were skipped`;

export interface Options {
	readonly baseUrl?: string;
	readonly token?: string;
	readonly write: boolean;
	readonly ai: boolean;
	readonly objects: ReadonlySet<string>;
	readonly service?: string;
	readonly transfer?: string;
	readonly partner?: string;
	readonly maxRecords: number;
	readonly json?: string;
	readonly all: boolean;
	readonly help: boolean;
}

/**
 * Reads the command line and the environment.
 *
 * @throws with a sentence when an option is unknown, or the token is missing
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
	const { values } = parseArgs({
		args,
		options: {
			'base-url': { type: 'string' },
			write: { type: 'boolean', default: false },
			ai: { type: 'boolean', default: false },
			object: { type: 'string', multiple: true, default: [] },
			service: { type: 'string' },
			transfer: { type: 'string' },
			partner: { type: 'string' },
			'max-records': { type: 'string', default: '5000' },
			json: { type: 'string' },
			all: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	const baseUrl = (values['base-url'] ?? env.ACCEPTANCE_BASE_URL)?.replace(/\/$/, '');
	const token = env.ACCEPTANCE_TOKEN;
	if (baseUrl && !token) {
		throw new Error('Put the access token of the workspace into ACCEPTANCE_TOKEN');
	}
	if (baseUrl && !/^https?:\/\//.test(baseUrl)) {
		throw new Error(`The base URL has to start with https://; this is ${baseUrl}`);
	}
	const maxRecords = Number(values['max-records']);
	if (!Number.isInteger(maxRecords) || maxRecords < 1) {
		throw new Error(`--max-records has to be a whole number; this is ${values['max-records']}`);
	}
	return {
		...{ baseUrl, token, maxRecords },
		...{ write: values.write, ai: values.ai, all: values.all, help: values.help },
		objects: new Set(values.object),
		...{ service: values.service, transfer: values.transfer },
		...{ partner: values.partner, json: values.json },
	};
}
