import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { pack, unpack } from '../../../credentials/refresh/sessionToken';
import { explain } from '../../../nodes/shared/http/noResponse';
import { Session } from '../../../nodes/shared/http/session';
import { createTransport } from '../../../nodes/shared/http/client';
import { plain } from '../plain';

const origin = { baseUrl: 'http://127.0.0.1', refreshToken: 'r' };
const entered = { ...origin, authentication: 'refreshToken' };
const sessions = {
	old: pack(origin, { accessToken: 'old', generation: 1 }),
	older: pack(origin, { accessToken: 'older', generation: 0 }),
	stored: pack(origin, { accessToken: 'stored', generation: 2 }),
	renewed: pack(origin, { accessToken: 'renewed', generation: 2 }),
};

const emptyStream = { async *[Symbol.asyncIterator]() {} };

/** n8n's helper on a service that accepts every access token but `old`. A refresh gives `renewed`. */
function helper(getCredentials: () => Promise<ICredentialDataDecryptedObject>) {
	const destroyed: unknown[] = [];
	const used: unknown[] = [];
	const httpRequestWithAuthentication = async (
		_: string,
		__: object,
		{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: IDataObject } },
	) => {
		if (data.sessionToken === '') data.sessionToken = sessions.renewed;
		const token = unpack(String(data.sessionToken), origin)?.accessToken;
		used.push(token);
		const body = { ...emptyStream, destroy: () => destroyed.push(token) };
		return { statusCode: token === 'old' ? 401 : 200, headers: {}, body };
	};
	const context = { getCredentials, helpers: { httpRequestWithAuthentication } } as never;
	return { context, used, destroyed };
}

const startSession = (context: never, authentication = 'refreshToken') =>
	new Session(
		context,
		{
			type: 'workspaceRecordsApi',
			data: { ...origin, authentication, sessionToken: sessions.old },
		},
		origin.baseUrl,
	);

const held = async () => ({ ...entered, sessionToken: sessions.old });
const older = async () => ({ ...entered, sessionToken: sessions.older });
const newer = async () => ({ ...entered, sessionToken: sessions.stored });
const unreadable = async () => {
	throw new Error('The credential does not exist');
};

describe('a request whose token is rejected', () => {
	it.each([
		['refreshes the token that is stored', held, 'renewed'],
		['takes over a newer token that is stored', newer, 'stored'],
		['does not take over an older one', older, 'renewed'],
		['refreshes the token at hand when the credential is gone', unreadable, 'renewed'],
	])('%s, and keeps the new one', async (_, getCredentials, token) => {
		const { context, used } = helper(getCredentials);
		const session = startSession(context);
		expect(await session.request({ url: '/' })).toMatchObject({ response: { status: 200 } });
		expect(used).toEqual(['old', token]);
		await session.request({ url: '/' });
		expect(used).toEqual(['old', token, token]);
	});

	it('ends the body of a file that was refused, and leaves the one that is given', async () => {
		const { context, destroyed } = helper(held);
		await startSession(context).request({ url: '/', encoding: 'stream' });
		expect(destroyed).toEqual(['old']);
	});
});

describe('a request that n8n itself blocks', () => {
	it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])('was not sent: %s', (name) => {
		const description = 'Ask your administrator.';
		const blocked = Object.assign(new Error('The request was blocked'), { name, description });
		const wrapped = new Error('failed', { cause: new Error('failed', { cause: blocked }) });
		expect(plain(explain(wrapped))).toEqual({
			kind: 'stopped',
			failure: {
				kind: 'input',
				message: 'The request was blocked',
				remedy: 'Ask your administrator.',
			},
		});
	});
});

describe('a connection that failed', () => {
	it.each([
		['no', { code: 'EHOSTUNREACH', syscall: 'connect' }],
		['no', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
		['maybe', { code: 'EHOSTUNREACH', syscall: 'read' }],
		['maybe', { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
	])('let the service receive the request: %s, %j', (reached, cause) => {
		const error = new Error('failed', { cause: Object.assign(new Error('x'), cause) });
		expect(explain(error)).toMatchObject({ kind: 'noResponse', reached });
	});
});

describe('a request with a body', () => {
	it('goes to n8n as bytes, so that n8n does not keep the records in it', async () => {
		const given: IDataObject[] = [];
		const httpRequestWithAuthentication = async (_: string, options: IDataObject) => {
			given.push(options);
			return { statusCode: 200, headers: {}, body: {} };
		};
		const context = { helpers: { httpRequestWithAuthentication } } as never;
		const sendOnce = createTransport(startSession(context, 'accessToken'), { timeoutMs: 1000 });
		const asks = { kind: 'facts' } as const;
		const request = { path: '/', idempotent: true, asks, purpose: 'write', permission: 'write' };
		const body = { name: 'Zoë', lines: [{ quantity: 1 }] };
		await sendOnce({ ...request, method: 'POST', body });
		await sendOnce({ ...request, method: 'GET' });
		expect(Buffer.isBuffer(given[0].body)).toBe(true);
		expect(JSON.parse(String(given[0].body))).toEqual(body);
		expect(given[0].headers).toMatchObject({ 'Content-Type': 'application/json' });
		expect(given[1].body).toBeUndefined();
		expect(given[1].headers).not.toHaveProperty('Content-Type');
	});
});
