import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

/** The field that a credential has, as n8n gives it to a node, where none of its values is an expression. */
export const CONSTANT_VALUES = 'constantValues';

/**
 * A hidden field that is there only where none of the others is an expression. n8n decides which fields are
 * displayed by their values as they are written, and leaves out the others; a node sees resolved values only.
 *
 * @param names all fields that hold a value
 */
export const constantValues = (...names: string[]): INodeProperties => ({
	displayName: 'Constant Values',
	name: CONSTANT_VALUES,
	type: 'hidden',
	default: 'yes',
	displayOptions: {
		hide: Object.fromEntries(names.map((name) => [name, [{ _cnd: { startsWith: '=' } }]])),
	},
});

/** Where the service is. */
export const BASE_URL: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://api.example.com',
	description:
		'Address of the API, without /v1, as its documentation gives it; who created the token knows it. A path in front of /v1 is allowed.',
};

/**
 * The same in the request of the test. Texts that are no address lead to an error of `preAuthentication`, which n8n calls
 * before it sends.
 */
export const BASE_URL_OF_TEST =
	'={{$credentials.baseUrl.trim().replace(new RegExp("(?<!/)/+$"), "")}}';

/** A secret that a person enters. */
export const secret = (
	displayName: string,
	name: string,
	more: Partial<INodeProperties>,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { password: true },
	default: '',
	...more,
});

/** What n8n has renewed where it is empty. */
export const SESSION_TOKEN: INodeProperties = {
	displayName: 'Session Token',
	name: 'sessionToken',
	type: 'hidden',
	typeOptions: { expirable: true, password: true },
	default: '',
};

/** The call that shows whether the service accepts a token (specification: Endpoints). */
export const WHOAMI = '/v1/public/auth/whoami';

/** What a person reads where it does not, with the service's own words behind it. */
export const tokenRejected = (words = '') =>
	`The service does not accept the token${words}. It is mistyped, or was deleted, replaced or has expired: create a new one in the developers API area of your workspace.`;

/** A request in both dialects of n8n: the HTTP Request node writes `uri` and `followRedirect`. */
interface AnyRequest extends IHttpRequestOptions {
	uri?: unknown;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

/**
 * Adds a secret header to a request, if the request surely goes to the origin of the base URL;
 * otherwise the request stays as it is. The given object is not changed, because n8n keeps it for
 * its error messages.
 *
 * @param request as n8n gives it to `authenticate`
 * @param baseUrl of the credential, trimmed
 * @param header name and value
 * @param calls the paths below the base URL that take the secret; any if left out
 */
export function withSecret(
	request: IHttpRequestOptions,
	baseUrl: string,
	header: Readonly<Record<string, string>>,
	calls?: readonly string[],
): IHttpRequestOptions {
	if (!goesToOrigin(request, originOf(baseUrl))) return request;
	if (calls && !calls.includes(pathBelow(baseUrl, request))) return request;
	const authenticated: AnyRequest = {
		...request,
		headers: { ...request.headers, ...header },
		// On a redirect to another host n8n drops Authorization and Cookie at best, and no other header.
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	};
	return authenticated;
}

/**
 * Whether a request goes to this origin in every way in which n8n may read it. What n8n-core 2.40 and
 * axios make of odd addresses differs, and differs between versions.
 */
function goesToOrigin(request: AnyRequest, own: string | undefined): boolean {
	if (own === undefined) return false;
	// A proxy reads what passes, or may with a certificate of its choice; a Host header makes a shared
	// front server hand the request to another service.
	const headers = Object.keys(request.headers ?? {});
	if (request.proxy || headers.some((name) => name.toLowerCase() === 'host')) return false;
	const given = [request.url, request.uri].filter((one) => one !== undefined && one !== null);
	const addresses = given.length > 0 ? given.map(String) : [''];
	const base = String(request.baseURL ?? '');
	return addresses.every((address) => originsOf(address, base).every((origin) => origin === own));
}

/** The path of a request to the origin of the base URL, without the path that this one has. */
function pathBelow(baseUrl: string, { url, uri, baseURL = '' }: AnyRequest): string {
	const address = String(uri ?? url ?? '');
	const whole = URL.canParse(address) ? address : [baseURL, address].filter(Boolean).join('/');
	const [path, own] = [whole, `${baseUrl}/`].map((each) =>
		new URL(each).pathname.replace(/\/{2,}/g, '/'),
	);
	return path.startsWith(own) ? path.slice(own.length - 1) : '';
}

/** The origins that an address may lead to; undefined stands for one that is not to be trusted. */
function originsOf(address: string, base: string): Array<string | undefined> {
	return [
		// As it stands: `https:host/x` is a whole address to some readers and a relative one to others.
		...(URL.canParse(address) ? [originOf(address)] : []),
		// By the URL standard. Without a base, older axios take a relative address for a local one.
		originOf(address, base || 'http://localhost'),
		// Appended to the base, as axios does.
		...(base ? [originOf(`${base}/${address}`)] : []),
	];
}

/** The origin of an address that is http or https and names no user. */
function originOf(address: string, base?: string): string | undefined {
	if (!URL.canParse(address, base)) return undefined;
	const { protocol, username, password, origin } = new URL(address, base);
	const isHttp = protocol === 'https:' || protocol === 'http:';
	return isHttp && username === '' && password === '' ? origin : undefined;
}
