/**
 * Refresh over several n8n processes, in random orders of all that happens: executions of nodes,
 * credential tests, ends of access tokens, revocations, edits. Processes, database and service are models
 * (n8n: `preAuthentication` of CredentialsHelper, `httpRequestWithAuthentication`, CredentialsTester); the
 * credential and the transport are the real ones, in a copy of their modules for each process.
 */
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type * as access from '../../../credentials/access';
import { unpack } from '../../../credentials/refresh/sessionToken';
import type { Session } from '../../../nodes/shared/http/session';
import fc, { forAll } from '../../../testing/properties';
import { cases } from '../../../testing/simulations';

/** Set SCHEDULES and SEED for a longer run, or another one. */
const SCHEDULES = Number(globalThis.process.env.SCHEDULES ?? cases(1_500, 10_000));
const SEED = Number(globalThis.process.env.SEED ?? 1);
const BASE_URL = 'http://service.test';

type Data = ICredentialDataDecryptedObject;

interface Process {
	access: typeof access;
	Session: typeof Session;
}

// Waits cost no time here: they end when the schedule says so. The one for a row that is not written
// within ten seconds never ends: that is a crash between grant and save, which nothing can mend. One of a
// second or more outlasts what is just being stored.
let waits: (ms: number) => Promise<void> = async () => {};
const STORED_MS = 1_000;
const LONG_MS = 10_000;
jest.mock('../../../nodes/shared/http/wait', () => ({
	wait: async (ms: number) => await (ms < LONG_MS ? waits(ms) : new Promise(() => {})),
}));

function startProcess(): Process {
	let started: Process | undefined;
	jest.isolateModules(() => {
		started = {
			access: require('../../../credentials/access') as typeof access,
			...(require('../../../nodes/shared/http/session') as Pick<Process, 'Session'>),
		};
	});
	return started as Process;
}

type Step = (label: string) => Promise<void>;

/** The service: every refresh replaces the refresh token, or none does; each family of tokens belongs to one credential. */
class Service {
	private count = 0;

	private readonly families = new Map<
		string,
		{ refresh: string; access: Set<string>; grants: number }
	>();

	/** What was sent to it: which credential's execution used a token of which family. */
	readonly crossings: string[] = [];

	refusedRefreshes = 0;

	constructor(
		private readonly rotates: boolean,
		private readonly step: Step,
	) {}

	/** A new refresh token for a credential, as a person gets it. */
	issue(owner: string): string {
		const refresh = `${owner}-r${(this.count += 1)}`;
		const { grants = 0 } = this.families.get(owner) ?? {};
		this.families.set(owner, { refresh, access: new Set(), grants });
		return refresh;
	}

	expire(owner: string) {
		this.family(owner).access.clear();
	}

	revoke(owner: string) {
		this.expire(owner);
		this.family(owner).refresh = `gone-${(this.count += 1)}`;
	}

	family(owner: string) {
		const family = this.families.get(owner);
		if (!family) throw new Error(`No tokens for ${owner}`);
		return family;
	}

	accepts(owner: string, token: string | undefined) {
		if (token !== undefined && !token.startsWith(`${owner}-`)) this.crossings.push(token);
		return token !== undefined && this.family(owner).access.has(token);
	}

	async whoami(owner: string, token: string | undefined) {
		await this.step('the request is on its way');
		const status = this.accepts(owner, token) ? 200 : 401;
		await this.step('the response is on its way');
		return { statusCode: status, headers: {}, body: { data: { user_id: owner } } };
	}

	async refresh(owner: string, given: string) {
		await this.step('the refresh is on its way');
		const family = this.family(owner);
		if (!given.startsWith(`${owner}-`)) this.crossings.push(given);
		let statusCode = 401;
		let body: object = { detail: 'not valid' };
		if (given === family.refresh) {
			family.grants += 1;
			const access = `${owner}-a${(this.count += 1)}`;
			if (this.rotates) family.access.clear();
			family.access.add(access);
			if (this.rotates) family.refresh = `${owner}-r${(this.count += 1)}`;
			statusCode = 200;
			body = { access, ...(this.rotates && { refresh: family.refresh }) };
		} else {
			this.refusedRefreshes += 1;
		}
		await this.step('the tokens are on their way');
		return { statusCode, headers: {}, body };
	}
}

/** The database that all processes share. */
class Database {
	private readonly rows = new Map<string, Data>();

	/** Owners of the rows that are being written, and of the tokens that are being refreshed. */
	private readonly updates: string[] = [];

	readonly refreshing: string[] = [];

	constructor(private readonly step: Step) {}

	peek(owner: string): Data {
		return { ...(this.rows.get(owner) as Data) };
	}

	put(owner: string, data: Data) {
		this.rows.set(owner, { ...data });
	}

	async read(owner: string): Promise<Data> {
		await this.step('the row is read');
		return this.peek(owner);
	}

	/** As n8n does it: reads the row, and writes it as a whole. */
	async update(owner: string, changes: Data) {
		this.updates.push(owner);
		const stored = await this.read(owner);
		await this.step('the row is written');
		this.put(owner, { ...stored, ...changes });
		this.updates.splice(this.updates.indexOf(owner), 1);
	}

	/** Whether new tokens are on their way into a row. */
	isStoring = () => this.updates.length > 0 || this.refreshing.length > 0;

	/** A person's edit. One that falls between n8n's own read and write is lost, whatever a credential does. */
	async edit(owner: string, change: () => void) {
		while (this.updates.includes(owner)) await this.step('the edit waits');
		change();
	}

	/** A person enters another refresh token. n8n would store what a refresh of the old one gives over it. */
	async enter(owner: string, change: () => void) {
		while (this.updates.includes(owner) || this.refreshing.includes(owner)) {
			await this.step('the edit waits');
		}
		change();
	}
}

/** n8n's part: helpers over one credential, in one process. */
function n8n(process: Process, database: Database, service: Service, owner: string) {
	const { renewOrCheck, withToken } = process.access;
	const bearer = (options: IHttpRequestOptions) =>
		/^Bearer (.*)$/.exec(String(options.headers?.Authorization ?? ''))?.[1];
	const httpRequest = async (options: IHttpRequestOptions) =>
		options.url.endsWith('/api/token/refresh/')
			? await service.refresh(owner, (options.body as { refresh: string }).refresh)
			: await service.whoami(owner, bearer(options));

	/** `CredentialsHelper.preAuthentication` of n8n 2.40. */
	async function preAuthentication(data: Data, always: boolean) {
		if (data.sessionToken !== '' && !always) return;
		database.refreshing.push(owner);
		const output: Data = await renewOrCheck({ helpers: { httpRequest } } as never, data).finally(
			() => database.refreshing.splice(database.refreshing.indexOf(owner), 1),
		);
		if (output.sessionToken === undefined) return;
		await database.update(owner, output);
		Object.assign(data, output);
	}

	async function request(data: Data, options: IHttpRequestOptions, always = false) {
		await preAuthentication(data, always);
		return await httpRequest(withToken(data, options));
	}

	const url = `${BASE_URL}/v1/public/auth/whoami`;
	return {
		/** An execution of a node that sends some requests at once. */
		async execute(requests: number) {
			/** Whether the stored token was valid when the execution last read it. */
			let sawValid = false;
			const getCredentials = async () => {
				const data = await database.read(owner);
				sawValid = service.accepts(owner, sessionIn(data)?.accessToken);
				return data;
			};
			const data = await getCredentials();
			const context = {
				getCredentials,
				helpers: {
					httpRequestWithAuthentication: async (
						_: string,
						options: IHttpRequestOptions,
						{ credentialsDecrypted }: { credentialsDecrypted: { data: Data } },
					) => await request(credentialsDecrypted.data, options),
				},
			} as never;
			const session = new process.Session(context, { type: 'workspaceRecordsApi', data }, BASE_URL);
			const sent = await Promise.all(
				Array.from({ length: requests }, async () => await session.request({ url })),
			);
			const good = sent.every((each) => each.kind === 'response' && each.response.status === 200);
			return { good, sawValid };
		},
		/** A person tests the credential. */
		async test() {
			const { statusCode } = await request(await database.read(owner), { url }, true).catch(() => ({
				statusCode: 0,
			}));
			return { good: statusCode === 200, sawValid: false };
		},
	};
}

/** What is stored of the tokens, whatever was entered. */
function sessionIn({ baseUrl, refreshToken, sessionToken }: Data) {
	const origin = { baseUrl: String(baseUrl), refreshToken: String(refreshToken) };
	return unpack(String(sessionToken), origin);
}

const processes = Array.from({ length: 3 }, startProcess);
let runs = 0;

type Action =
	| { kind: 'execute'; process: number; owner: number; requests: number }
	| { kind: 'test'; process: number; owner: number }
	| { kind: 'expire' | 'revoke' | 'enter' | 'edit'; owner: number };

const ownerIndex = fc.integer({ min: 0, max: 1 });
const processIndex = fc.integer({ min: 0, max: processes.length - 1 });
const action: fc.Arbitrary<Action> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('execute' as const),
			process: processIndex,
			owner: ownerIndex,
			requests: fc.integer({ min: 1, max: 3 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('test' as const),
			process: processIndex,
			owner: ownerIndex,
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({ kind: fc.constant('expire' as const), owner: ownerIndex }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constantFrom('revoke' as const, 'enter' as const, 'edit' as const),
			owner: ownerIndex,
		}),
	},
);

/** What of the credential's parts could be seen at the end of one schedule. */
async function play(scheduler: fc.Scheduler, rotates: boolean, first: boolean, actions: Action[]) {
	const run = (runs += 1);
	const step: Step = async (label) => await scheduler.schedule(Promise.resolve(), label);
	const service = new Service(rotates, step);
	const database = new Database(step);
	waits = async (ms) => {
		do await step('a wait ends');
		while (ms >= STORED_MS && database.isStoring());
	};
	const owners = [0, 1].map((n) => `c${run}x${n}`);
	const enter = (name: string) =>
		database.put(name, {
			sessionToken: '',
			...database.peek(name),
			baseUrl: BASE_URL,
			authentication: 'refreshToken',
			firstAccessToken: first ? `${name}-expired` : '',
			refreshToken: service.issue(name),
		});
	owners.forEach(enter);

	/** Ends and edits that happened to a credential: with none, no execution may fail. */
	const disturbed = new Map(owners.map((name) => [name, 0]));
	/** Ends of access tokens, which are reasons to refresh for every process. */
	const ends = new Map(owners.map((name) => [name, 1]));
	/** Credential tests: each may try the refresh token. */
	const tests = new Map(owners.map((name) => [name, 0]));
	const count = (map: Map<string, number>, name: string) =>
		map.set(name, (map.get(name) as number) + 1);
	const failures: string[] = [];

	const doing = actions.map(async (one) => {
		const name = owners[one.owner];
		await step(one.kind);
		switch (one.kind) {
			case 'expire':
				service.expire(name);
				count(ends, name);
				return;
			case 'revoke':
				service.revoke(name);
				count(disturbed, name);
				return;
			case 'enter':
				await database.enter(name, () => enter(name));
				count(disturbed, name);
				count(ends, name);
				return;
			case 'edit':
				// Another field of the credential.
				await database.edit(name, () =>
					database.put(name, { ...database.peek(name), allowedDomains: `edited ${run}` }),
				);
				return;
			default: {
				if (one.kind === 'test') count(tests, name);
				const before = [disturbed.get(name), ends.get(name)];
				const part = n8n(processes[one.process], database, service, name);
				const { good, sawValid } = await (one.kind === 'test'
					? part.test()
					: part.execute(one.requests));
				const isQuiet = disturbed.get(name) === before[0] && ends.get(name) === before[1];
				if (!good && sawValid && isQuiet) failures.push(name);
			}
		}
	});
	await scheduler.waitFor(Promise.all(doing));
	return { service, database, owners, ends, tests, disturbed, failures };
}

test(`in ${SCHEDULES} schedules no token is lost, crosses credentials or is refreshed without need`, async () => {
	const seen = { grants: 0, refused: 0 };
	await forAll(
		{ numRuns: SCHEDULES, seed: SEED, endOnFailure: true },
		fc.scheduler(),
		fc.boolean(),
		fc.boolean(),
		fc.array(action, { minLength: 2, maxLength: 9 }),
	)(async (scheduler, rotates, first, actions) => {
		const { service, database, owners, ends, tests, disturbed, failures } = await play(
			scheduler,
			rotates,
			first,
			actions,
		);
		expect(service.crossings).toEqual([]);
		expect(failures).toEqual([]);
		for (const name of owners) {
			const family = service.family(name);
			seen.grants += family.grants;
			// Where refresh tokens rotate, the service grants one refresh per end. Otherwise it grants all
			// that are asked for, and processes without a lock may ask for the same end.
			const used = new Set(
				actions.flatMap((one) =>
					'process' in one && owners[one.owner] === name ? [one.process] : [],
				),
			).size;
			const needs = rotates
				? ends.get(name)!
				: ends.get(name)! * (used > 1 ? 2 * used : 1) + tests.get(name)!;
			expect(family.grants).toBeLessThanOrEqual(needs);
			if (!family.refresh.startsWith('gone') && (rotates || disturbed.get(name) === 0)) {
				const stored = database.peek(name);
				expect(sessionIn(stored)?.refreshToken ?? stored.refreshToken).toBe(family.refresh);
			}
		}
		seen.refused += service.refusedRefreshes;
	});
	// Otherwise nothing was tried.
	expect(seen.grants).toBeGreaterThan(SCHEDULES);
	expect(seen.refused).toBeGreaterThan(SCHEDULES / 50);
}, 600_000);
