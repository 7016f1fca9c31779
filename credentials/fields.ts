import type { INodeProperties } from 'n8n-workflow';

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
	description: 'Address of the service, without /v1. A path in front of it is allowed.',
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
	`The service does not accept the token${words}. It was deleted, replaced or has expired: create a new one in the developers API area of your workspace.`;
