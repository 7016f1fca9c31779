/**
 * Tokens that tell their end, used by four processes, in fast motion: how often two of them ask for the same renewal. Clock,
 * database and service are models; the sessions are the real ones, in a copy of their modules for each process.
 */
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { pack, renewalOf, unpack } from '../../../credentials/refresh/sessionToken';
import type * as session from '../../../nodes/shared/http/session';

const PROCESSES = 4;
const EXPIRIES = 500;
const MINUTE = 60_000;
const LIFE = 60 * MINUTE;
const origin = { baseUrl: 'http://service.test', refreshToken: 'r' };

let mockNow = 0;
const mockTimers: Array<{ at: number; resolve: () => void }> = [];
const mockSleep = async (ms: number) =>
	await new Promise<void>((resolve) => mockTimers.push({ at: mockNow + ms, resolve }));
jest.mock('../../../nodes/shared/http/wait', () => ({
	wait: async (ms: number) => await mockSleep(ms),
}));
let mockCount = 0;
jest.mock('node:crypto', () => ({
	...jest.requireActual<object>('node:crypto'),
	randomUUID: () => String((mockCount += 1)),
}));

/** Lets time pass, from one timer to the next. */
async function passUntil(end: number) {
	for (;;) {
		await new Promise(setImmediate);
		mockTimers.sort((one, other) => one.at - other.at);
		if (!(mockTimers[0]?.at <= end)) break;
		const { at, resolve } = mockTimers.shift()!;
		mockNow = at;
		resolve();
	}
	mockNow = end;
}

/** From 0 to 1, the same in every run. */
function chances() {
	let state = 1;
	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
const chance = chances();

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const jwt = (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.x`;
const packed = (claims: object, since = mockNow, generation = 1) =>
	pack(origin, { accessToken: jwt(claims), generation, since });
const anHour = { iat: 1_000_000, exp: 1_003_600 };

/** The row of the credential, and a service at which a refresh takes so long. */
class World {
	row = packed(anHour);

	/** Session tokens that were exchanged, as often as it was asked for. */
	readonly exchanged: string[] = [];

	isDown = false;

	constructor(private readonly refreshMs: number) {}

	readonly context = {
		getExecutionCancelSignal: () => new AbortController().signal,
		getCredentials: async () => {
			await mockSleep(5);
			return { ...origin, authentication: 'refreshToken', sessionToken: this.row };
		},
		helpers: {
			httpRequestWithAuthentication: async (
				_: string,
				__: object,
				{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: IDataObject } },
			) => {
				if (data.sessionToken === '') await this.refresh(data);
				await mockSleep(50);
				return { statusCode: 200, headers: {}, body: { used: data.sessionToken } };
			},
		},
	} as never;

	private async refresh(data: IDataObject) {
		this.exchanged.push(String(data.rejectedSessionToken));
		await mockSleep(this.refreshMs);
		if (this.isDown) throw Object.assign(new Error('down'), { code: 'REFRESH_UNAVAILABLE' });
		await mockSleep(20);
		data.sessionToken = this.row = packed(anHour);
	}

	readonly open = async ({ Session }: typeof session) => {
		const { getCredentials } = this.context as { getCredentials: () => Promise<unknown> };
		const data = (await getCredentials()) as ICredentialDataDecryptedObject;
		return new Session(this.context, { type: 'workspaceRecordsApi', data }, origin.baseUrl);
	};
}

function startProcess(): typeof session {
	let started: typeof session | undefined;
	jest.isolateModules(() => {
		started = require('../../../nodes/shared/http/session') as typeof session;
	});
	return started!;
}

beforeEach(() => {
	jest.spyOn(Date, 'now').mockImplementation(() => mockNow);
	jest.spyOn(Math, 'random').mockImplementation(chance);
});
afterEach(() => jest.restoreAllMocks());

/** Of so many tokens, those for which two processes asked. */
async function doubled(gap: () => number, refreshMs: number) {
	const processes = Array.from({ length: PROCESSES }, startProcess);
	const world = new World(refreshMs);
	for (let expiry = 0; expiry < EXPIRIES; expiry += 1) {
		const { row } = world;
		const end = mockNow + LIFE;
		mockNow += LIFE * 0.8;
		const work = processes.map(async (each) => {
			while (world.row === row && mockNow < end) {
				await mockSleep(gap());
				await (await world.open(each)).request({ url: '/' });
			}
		});
		await passUntil(end + MINUTE);
		await Promise.all(work);
		world.row = packed(anHour);
	}
	const asked = new Set(world.exchanged);
	return { renewed: asked.size, doubles: world.exchanged.length - asked.size };
}

describe('four processes with tokens of an hour', () => {
	const everyMinute = () => MINUTE - (mockNow % MINUTE);
	const anyTime = () => -20_000 * Math.log(1 - chance());
	it.each([
		['1 of 100: requests come at any time', anyTime, 0.01],
		// 4 of 500 on average; the wait before they look again is what keeps it low.
		['2 of 100: requests come all at the full minute', everyMinute, 0.02],
	])('ask twice for at most %s', async (_, gap, share) => {
		const { renewed, doubles } = await doubled(gap, 300);
		expect(renewed).toBe(EXPIRIES);
		expect(doubles).toBeLessThanOrEqual(EXPIRIES * share);
	});
});

describe('a token in the last fifth of its life', () => {
	const used = async (request: Promise<unknown>) => {
		const work = request.then(
			(sent) => (sent as { response: { body: { used: string } } }).response,
		);
		await passUntil(mockNow + MINUTE);
		return (await work).body.used;
	};

	/** The session of an execution, and the tokens that two of its requests at once are sent with. */
	async function twoAtOnce(world: World) {
		mockNow += LIFE;
		const opening = world.open(startProcess());
		await passUntil(mockNow + MINUTE);
		const session = await opening;
		return [session.request({ url: '/' }), session.request({ url: '/' })].map(used);
	}

	it('is renewed by one request, while others go on with it', async () => {
		const world = new World(300);
		const { row } = world;
		const [first, second] = await twoAtOnce(world);
		expect(await second).toBe(row);
		expect(await first).toBe(world.row);
		expect(world.exchanged).toEqual([row]);
	});

	it('is used as it is where it cannot be renewed now', async () => {
		const world = new World(300);
		world.isDown = true;
		const [first] = await twoAtOnce(world);
		expect(await first).toBe(world.row);
		expect(world.exchanged).toHaveLength(1);
	});

	it('is left alone where nothing tells the end of its life', () => {
		const bare = pack(origin, { accessToken: 'a.b.c', generation: 1, since: 0 });
		expect(
			[bare, packed({ exp: 5 }), packed({ iat: 5, exp: 5 }), packed([])].map((stored) =>
				renewalOf(stored, origin),
			),
		).toEqual([undefined, undefined, undefined, undefined]);
		const old = pack(origin, { accessToken: jwt(anHour), generation: 1 });
		expect(renewalOf(old, origin)).toBeUndefined();
		expect(unpack(old, origin)?.since).toBeUndefined();
	});
});
