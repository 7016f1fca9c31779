import assert from 'node:assert/strict';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { askAgent } from '../../../testing/agent';
import { byId } from '../../../testing/parameters';
import type { CredentialsByType } from '../../../testing/engine';
import type { Check } from '../check';
import type { FactNotes } from '../facts';
import { Skipped } from '../need';
import { Subject } from '../subject';

const CREDENTIAL = 'workspaceRecordsApi';

/** A check of what the credential test says of an access. */
const tested = (
	id: string,
	title: string,
	accessOf: (subject: Subject) => CredentialsByType,
	run: (test: { status: string; message: string }, subject: Subject, facts: FactNotes) => void,
): Check => ({
	...{ id, title, needs: 'read', objects: ['account'] },
	async run(subject, facts) {
		const access = accessOf(subject)[CREDENTIAL] as ICredentialDataDecryptedObject;
		const test = await subject.n8n.testCredential(CREDENTIAL, access);
		run(test, subject, facts);
		return test.message;
	},
});

/** A check that one operation of a node works and its call is there. */
const call = (
	id: string,
	object: string,
	operation: string,
	path: string,
	more: {
		method?: string;
		needs?: Check['needs'];
		title: string;
		parameters?: (subject: Subject) => INodeParameters;
	},
): Check => ({
	id,
	title: more.title,
	needs: more.needs ?? 'read',
	objects: [object],
	async run(subject, facts) {
		const { items, hints } = await subject.run(operation, more.parameters?.(subject));
		assert.equal(items.length, 1);
		facts.call(more.method ?? 'GET', path);
		return [Object.keys(items[0].json).join(', ').slice(0, 80), ...hints].join('; ');
	},
});

const transfer = ({ workspace }: Subject) => {
	if (!workspace.transfer) throw new Skipped('no transfer is named; --transfer <ID>');
	return byId(workspace.transfer);
};

const partner = ({ workspace }: Subject) => {
	if (!workspace.partner) throw new Skipped('no partner is named; --partner <name>');
	return { partner: workspace.partner };
};

/** A record to ask the AI endpoints about: one that this run has written, or the first of the list. */
async function someRecord(subject: Subject, name: string): Promise<string> {
	const [written] = subject.workspace.written.get(name) ?? [];
	if (written) return written.id;
	const { items } = await subject.try('getAll', { limit: 1 }, {}, name);
	if (items.length === 0) throw new Skipped(`there is no ${name}`);
	return String(items[0].json.id);
}

const score = (object: 'company' | 'deal'): Check => ({
	id: `SCORE-${object.toUpperCase()}`,
	title: `a ${object} is scored`,
	needs: 'ai',
	objects: ['score'],
	async run(subject, facts) {
		const id = await someRecord(subject, object);
		const { items, hints } = await subject.run('score', { resource: object, ...byId(id) });
		facts.call('POST', '/v1/score');
		return [JSON.stringify(items[0].json).slice(0, 80), ...hints].join('; ');
	},
});

const enrich: Check = {
	id: 'ENRICH',
	title: 'a dry run of Enrich proposes, and writes nothing',
	needs: 'ai',
	objects: ['enrich'],
	async run(subject, facts) {
		const id = await someRecord(subject, 'company');
		const read = async () => (await subject.try('get', byId(id), {}, 'company')).items[0].json;
		const before = await read();
		const options = { dryRun: true };
		const parameters = { resource: 'company', options, ...byId(id) };
		const { items } = await subject.run('enrich', parameters);
		assert.equal(items[0].json.dry_run, true);
		assert.equal(items[0].json.warnings, undefined, 'the service does not keep to the dry run');
		assert.deepEqual(await read(), before, 'the company was changed by a dry run');
		facts.call('POST', '/v1/enrich');
		return JSON.stringify(items[0].json).slice(0, 80);
	},
};

const tool: Check = {
	id: 'TOOL',
	title: 'as a tool of an AI agent it describes itself and returns records',
	needs: 'read',
	async run(subject) {
		const { resource, n8n, credentials, own } = subject;
		subject.needs('getAll');
		const records = await subject.records();
		const type = resource.name.charAt(0).toUpperCase() + resource.name.slice(1);
		const { pathParameter } = resource;
		const node = {
			type,
			name: 'read_records',
			parameters: {
				resource: resource.name,
				operation: 'getAll',
				descriptionType: 'auto',
				limit: "={{ $fromAI('limit', '', 'number') }}",
				...(pathParameter && { [pathParameter.name]: 'orders' }),
				...own,
			},
		};
		const call = { tool: node.name, args: { limit: 1 } };
		const { tools, responses } = await askAgent(n8n, credentials, [node], [call]);
		assert.match(tools[0].description, /\S+ \S+ \S+/);
		const [{ response, error }] = responses;
		assert.equal(error, undefined);
		const [{ records: shown }] = response as Array<{ records: unknown[] }>;
		assert.equal(shown.length, Math.min(1, records.length));
		return tools[0].description.slice(0, 80);
	},
};

export const others: readonly Check[] = [
	tested(
		'CREDENTIAL',
		'the credential test accepts the token',
		({ credentials }) => credentials,
		({ status, message }, _, facts) => {
			assert.equal(status, 'OK', message);
			facts.call('GET', '/v1/public/auth/whoami');
		},
	),
	tested(
		'WRONG-TOKEN',
		'a token that is not valid is refused, with a sentence that says what to do',
		({ workspace }) => accessWith(workspace.url, 'no-such-token'),
		({ status, message }, { workspace }, facts) => {
			if (status === 'OK' && workspace.isDisposable)
				throw new Skipped('this service takes any token');
			assert.equal(status, 'Error', 'a token that does not exist was taken');
			assert.match(message, /token/i);
			facts.proven('a token that is not valid is answered with HTTP 401 or 403', 'assumed');
		},
	),
	tested(
		'WRONG-ADDRESS',
		'a base URL at which nobody listens is explained',
		() => accessWith('http://127.0.0.1:9', 'a-token'),
		({ status, message }) => {
			assert.equal(status, 'Error');
			assert.match(message, /\S+ \S+ \S+/);
		},
	),
	call('WHOAMI', 'account', 'whoami', '/v1/public/auth/whoami', {
		title: 'the token says whose it is',
	}),
	call('BOOTSTRAP', 'calendar', 'bootstrap', '/v1/public/calendar/bootstrap', {
		title: 'the calendar gives its settings',
	}),
	call('TRANSFER', 'transfer', 'get', '/v1/public/transfers/{history_id}', {
		title: 'a transfer is read by its ID',
		parameters: transfer,
	}),
	call('PREPARE', 'migrationUpsert', 'bootstrap', '/v1/public/migrations/{partner}/bootstrap', {
		method: 'POST',
		needs: 'write',
		title: 'a migration is prepared',
		parameters: partner,
	}),
	score('company'),
	score('deal'),
	enrich,
];
export const tools: readonly Check[] = [tool];
