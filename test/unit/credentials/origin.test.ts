import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { WorkspaceRecordsApi } from '../../../credentials/WorkspaceRecordsApi.credentials';
import { WorkspaceRecordsInternalApi } from '../../../credentials/WorkspaceRecordsInternalApi.credentials';

type Given = Record<string, unknown>;
type Authenticate = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

const bearer = new WorkspaceRecordsApi().authenticate as Authenticate;
const code = new WorkspaceRecordsInternalApi().authenticate as Authenticate;

const credentials = (baseUrl: string) => ({
	baseUrl,
	authentication: 'accessToken',
	accessToken: ' the-token ',
	workspaceSecret: ' the-code\n',
});

/** Both credentials on the same request, which stays as it was given. */
async function authenticated(given: Given, baseUrl = 'https://own.example/base') {
	const request = Object.freeze({ ...given }) as unknown as IHttpRequestOptions;
	return await Promise.all(
		[bearer, code].map(
			async (authenticate) =>
				(await authenticate(credentials(baseUrl), request)) as unknown as Given,
		),
	);
}

const own = 'https://own.example/v1/companies';
const foreign = 'https://foreign.example/';

describe('the secret goes to the own origin', () => {
	it.each<[string, Given, string?]>([
		['by url', { url: own }],
		['by uri', { uri: own }],
		['by a URL object', { uri: new URL(own) }],
		['by url and uri', { url: own, uri: own }],
		['by uri, beside a url of null', { url: null, uri: own }],
		['by a base and a path', { url: '/v1/companies', baseURL: 'https://own.example/base/' }],
		['by a base and a path without a slash', { uri: 'v1', baseURL: 'https://own.example' }],
		['by a base alone', { baseURL: 'https://own.example' }],
		['with the default port', { url: 'https://own.example:443/x' }],
		['in capitals', { url: 'HTTPS://OWN.EXAMPLE/x' }],
		['with white space behind', { url: `${own}\n` }],
		['with an address in the query', { url: `${own}?to=${foreign}&mail=a@foreign.example` }],
		['where the base URL has white space around it', { url: own }, ` ${'https://own.example'}\n`],
		['over http', { url: 'http://own.example:8080/x' }, 'http://own.example:8080'],
	])('%s', async (_, given, ...[baseUrl]) => {
		const [withToken, withCode] = await authenticated({ headers: { a: '1' }, ...given }, baseUrl);
		const headers = { a: '1', Authorization: 'Bearer the-token' };
		expect(withToken).toEqual({ ...given, ...REDIRECTS, headers });
		// None of these is one of the two calls that take the code.
		expect(withCode).toEqual({ headers: { a: '1' }, ...given });
	});
});

const REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

describe('the workspace code goes to Enrich and Score', () => {
	const base = 'https://own.example/base';

	it.each<[string, Given, string?]>([
		['by url', { url: `${base}/v1/enrich` }],
		['by uri', { uri: `${base}/v1/score` }],
		['by a URL object', { uri: new URL(`${base}/v1/score`) }],
		['with a query', { url: `${base}/v1/enrich?x=/v1/public` }],
		['by a base and a path', { url: '/v1/enrich', baseURL: base }],
		['by a base and a path without a slash', { uri: 'v1/score', baseURL: `${base}/` }],
		['at the top of the origin', { url: 'https://own.example/v1/score' }, 'https://own.example/'],
	])('%s', async (_, given, ...[baseUrl]) => {
		const [, withCode] = await authenticated(given, baseUrl ?? base);
		const headers = { 'X-Workspace-Code': 'the-code' };
		expect(withCode).toEqual({ ...given, ...REDIRECTS, headers });
	});

	it.each([
		...['/v1/public/companies/1', '/v1/public/auth/whoami', '/v1/enrich/1', '/v1/score/', '/v1'],
		...['/v1/public/enrich', '/v1/public/../public/v1/enrich', '/x?y=/v1/enrich', '/x#/v1/enrich'],
		...['', '/v2/v1/enrich', '/../v1/enrich'],
	])('and not to %s', async (path) => {
		const given = { url: base + path };
		expect((await authenticated(given, base))[1]).toEqual(given);
	});
});

describe('no secret is added', () => {
	const base = { baseURL: 'https://own.example' };

	it.each<[string, Given, string?]>([
		['to another host, by url', { url: foreign }],
		['to another host, by uri', { uri: foreign }],
		['to another host, by a URL object', { uri: new URL(foreign) }],
		['where uri leads elsewhere than url', { url: own, uri: foreign }],
		['where url leads elsewhere than uri', { url: foreign, uri: own }],
		['where url is empty and uri leads elsewhere', { ...base, url: '', uri: foreign }],
		['to another base', { url: '/v1', baseURL: foreign }],
		['to another base, beside an own address', { url: own, baseURL: foreign }],
		['to another base alone', { baseURL: foreign }],
		['to a whole address that ignores the base', { ...base, url: foreign }],
		['to a whole address in capitals', { ...base, uri: 'HTTPS://FOREIGN.EXAMPLE' }],
		['without an address', {}],
		['to a path without a base', { url: '/v1' }],
		['to a path with an empty base', { url: '/v1', baseURL: '' }],
		['to a path with a relative base', { url: '/v1', baseURL: '/base' }],
		['to an address without a scheme', { url: 'own.example/v1' }],
		['without slashes behind the scheme', { url: 'https:foreign.example/x' }],
		['without slashes, with a base', { ...base, url: 'https:foreign.example' }],
		['without slashes, in the base', { url: '/x', baseURL: 'https:foreign.example' }],
		['with a scheme as base', { url: '/foreign.example/x', baseURL: 'https:' }],
		['without slashes, maybe relative', { url: 'http:own.example' }, 'http://own.example'],
		['relative to the scheme', { ...base, url: '//foreign.example/x' }],
		['with backslashes', { ...base, url: '\\\\foreign.example\\x' }],
		['with a slash and a backslash', { ...base, url: '/\\foreign.example' }],
		['with a backslash before a user', { url: 'https://foreign.example\\@own.example/' }],
		['with the own host as user', { url: 'https://own.example@foreign.example/' }],
		['with the own host as password', { url: 'https://a:own.example@foreign.example/' }],
		['with a user at the own host', { url: 'https://foreign.example@own.example/' }],
		['with a password at the own host', { url: 'https://:foreign.example@own.example/' }],
		['with the own host in the fragment', { url: 'https://foreign.example#@own.example/' }],
		['with white space in front, with a base', { ...base, url: ' https://foreign.example/' }],
		['with an own one behind a space, with a base', { url: ` ${own}`, baseURL: foreign }],
		['with a tab in the slashes', { ...base, url: '/\t/foreign.example' }],
		['with a control character in front', { ...base, url: '\u0000//foreign.example' }],
		['with a line break in the scheme', { url: 'ht\ntps://foreign.example' }],
		['over http instead of https', { url: 'http://own.example/v1' }],
		['to another port', { url: 'https://own.example:8443/v1' }],
		['to a name with a dot at its end', { url: 'https://own.example./v1' }],
		['to a subdomain', { url: 'https://a.own.example/v1' }],
		['to a longer name', { url: 'https://own.example.foreign.example/v1' }],
		['to another scheme', { url: 'ftp://own.example/v1' }],
		['to a blob of the origin', { url: 'blob:https://own.example/v1' }],
		['to a file, from a base URL that is one', { url: 'file:///x' }, 'file:///y'],
		['from a base URL that is none', { url: own }, 'own.example'],
		['from a base URL that is empty', { url: own }, ''],
		['from a base URL with a user', { url: own }, 'https://user@own.example'],
		['through a proxy', { url: own, proxy: { host: 'foreign.example', port: 80 } }],
		['through a proxy given as text', { uri: own, proxy: 'http://foreign.example' }],
		['with a Host header', { url: own, headers: { hOsT: 'foreign.example' } }],
	])('%s', async (_, given, ...[baseUrl]) => {
		for (const request of await authenticated(given, baseUrl)) expect(request).toEqual(given);
	});

	it('where there is none', async () => {
		const empty = { ...credentials('https://own.example'), accessToken: ' ', workspaceSecret: ' ' };
		for (const authenticate of [bearer, code]) {
			expect(await authenticate(empty, { url: own })).toEqual({ url: own });
		}
	});
});
