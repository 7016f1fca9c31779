import dns from 'node:dns';

import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import { described } from '../../../testing/described';
import fc, { forAll } from '../../../testing/properties';
import { startRecorder, type Recorder } from '../../../testing/services/recorder';
import { useN8n, useService } from '../../../testing/setUp';
import { cases } from '../../../testing/simulations';

const OWN = 'own.test';
const FOREIGN = 'foreign.test';

const DIALECTS = ['httpRequestWithAuthentication', 'requestWithAuthentication'] as const;
type Dialect = (typeof DIALECTS)[number];

const SECRETS = {
	workspaceRecordsApi: { header: 'authorization', value: 'Bearer secret-token' },
	workspaceRecordsInternalApi: { header: 'x-workspace-code', value: 'secret-code' },
};
/** What the credential test stores. */
const TESTED = 'none';

const CHECK = '/base/v1/public/auth/whoami';
/** A call that takes the secret, below the base URL. */
const CALLS = {
	workspaceRecordsApi: 'v1/companies',
	workspaceRecordsInternalApi: 'v1/enrich',
};
type CredentialName = keyof typeof SECRETS;
const CREDENTIALS = Object.keys(SECRETS) as CredentialName[];

/** Any node of n8n that may use our credentials, such as HTTP Request: it sends what it is given. */
const anyNode: INodeType = {
	description: described('anyNode', { credentials: CREDENTIALS.map((name) => ({ name })) }),
	async execute(this: IExecuteFunctions) {
		const [{ json }] = this.getInputData();
		const { dialect, credential, options } = json as unknown as {
			dialect: Dialect;
			credential: CredentialName;
			options: never;
		};
		// The response, or why it fails, does not matter.
		await this.helpers[dialect].call(this, credential, options).catch(() => {});
		return [[]];
	},
};

const own = useService(startRecorder);
const foreign = useService(startRecorder);
const worker = useN8n({ 'test.anyNode': anyNode });

beforeAll(() => {
	// Every name leads to this machine.
	jest.spyOn(dns, 'lookup').mockImplementation(((_: string, given: unknown, done: unknown) => {
		const options = given as dns.LookupOptions;
		const callback = (done ?? given) as (...args: unknown[]) => void;
		const address = { address: '127.0.0.1', family: 4 };
		setImmediate(() =>
			options.all ? callback(null, [address]) : callback(null, address.address, address.family),
		);
	}) as never);
});
afterAll(() => {
	jest.restoreAllMocks();
});
beforeEach(() => {
	for (const recorder of [own, foreign]) {
		recorder.requests.length = 0;
		recorder.redirectTo = undefined;
	}
});

/** Sends, and returns the number of requests that carried the secret, by where they arrived. */
async function send(dialect: Dialect, credential: CredentialName, options: IDataObject) {
	own.requests.length = foreign.requests.length = 0;
	const baseUrl = address(`http://${OWN}/base`);
	const { error } = await worker.run(
		{ type: 'test.anyNode' },
		{
			items: [{ json: { dialect, credential, options } }],
			credentials: {
				workspaceRecordsApi: {
					baseUrl,
					authentication: 'accessToken',
					accessToken: 'secret-token',
					sessionToken: TESTED,
				},
				workspaceRecordsInternalApi: {
					baseUrl: ` ${baseUrl} `,
					workspaceSecret: ' secret-code\n',
					sessionToken: TESTED,
				},
			},
		},
	);
	expect(error).toBeUndefined();
	// The credential itself checks its secret at its own base URL, before the first request and after errors.
	own.requests = own.requests.filter(({ url }) => !url.startsWith(CHECK));
	const { header, value } = SECRETS[credential];
	const withSecret = ({ requests }: Recorder) =>
		requests.filter(({ headers }) => headers[header] === value).length;
	expect(JSON.stringify(foreign.requests)).not.toContain('secret-');
	return { own: withSecret(own), foreign: foreign.requests.length };
}

const hostOf = (name: string, { url }: Recorder) => `${name}:${new URL(url).port}`;
/** An address with the ports of the servers in it. */
const address = (text: string) =>
	text.replaceAll(OWN, hostOf(OWN, own)).replaceAll(FOREIGN, hostOf(FOREIGN, foreign));

describe.each(DIALECTS)('%s', (dialect) => {
	const key = dialect === 'requestWithAuthentication' ? 'uri' : 'url';

	describe.each(CREDENTIALS)('with %s', (credential) => {
		const call = CALLS[credential];

		test('the own origin gets the secret', async () => {
			const options = { [key]: address(`HTTP://${OWN}/base/${call}`) };
			expect(await send(dialect, credential, options)).toEqual({ own: 1, foreign: 0 });
		});

		test.each([
			['GET', { disableFollowRedirect: false, followRedirect: true, followAllRedirects: true }],
			['POST', { followAllRedirects: true, maxRedirects: 5, body: { a: 1 } }],
			['GET', {}],
		])('a redirect of the own origin is not followed: %s %j', async (method, more) => {
			own.redirectTo = address(`http://${FOREIGN}/x`);
			const options = { [key]: address(`http://${OWN}/base/${call}`), method, ...more };
			expect(await send(dialect, credential, options)).toEqual({ own: 1, foreign: 0 });
		});

		test('a redirect of another origin is followed, without the secret', async () => {
			foreign.redirectTo = address(`http://${OWN}/v1`);
			const options = {
				[key]: address(`http://${FOREIGN}/x`),
				method: 'GET',
				followRedirect: true,
			};
			expect(await send(dialect, credential, options)).toEqual({ own: 0, foreign: 1 });
			expect(own.requests).toHaveLength(1);
		});
	});
});

// n8n itself decides where a request goes; whatever that is, the other server must not see a secret.
test('no odd address leads the secret to another origin', async () => {
	const pieces = ['http:', 'HTTP:', 'https:', '//', '/', '\\', '@', ':', '?', '#', '.', '\t', ' '];
	const text = fc
		.array(fc.constantFrom(...pieces, OWN, FOREIGN, OWN, FOREIGN), { minLength: 1, maxLength: 7 })
		.map((parts) => parts.join(''));
	const likely = fc.constantFrom(
		`http://${OWN}`,
		`http://${FOREIGN}`,
		`//${FOREIGN}/`,
		`http:${FOREIGN}/`,
		`http://${OWN}@${FOREIGN}/`,
		`http://${OWN}\\@${FOREIGN}/`,
		` http://${FOREIGN}`,
		`/\\${FOREIGN}`,
	);
	const maybe = fc.option(fc.oneof(text, likely), { nil: undefined, freq: 2 });
	const arrived = { own: 0, foreign: 0 };
	await forAll(
		{ numRuns: cases(250, 1000), ignoreEqualValues: true },
		fc.constantFrom(...DIALECTS),
		fc.constantFrom(...CREDENTIALS),
		fc.record({ url: maybe, uri: maybe, baseURL: maybe }),
	)(async (dialect, credential, given) => {
		const options = Object.fromEntries(
			Object.entries(given).flatMap(([name, value]) =>
				value === undefined ? [] : [[name, address(value)]],
			),
		);
		const reached = await send(dialect, credential, { ...options, timeout: 1000 });
		arrived.own += reached.own;
		arrived.foreign += reached.foreign;
	});
	// Otherwise nothing was tried.
	expect(arrived.own).toBeGreaterThan(0);
	expect(arrived.foreign).toBeGreaterThan(20);
}, 120_000);
