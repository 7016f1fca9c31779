import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { sendWithCredential, type Session } from '../../../nodes/shared/http/transport';

/** n8n's helper on a service that accepts every session token but `old`. A refresh returns `renewed`. */
function helper(getCredentials: () => Promise<ICredentialDataDecryptedObject>) {
	const destroyed: unknown[] = [];
	const used: unknown[] = [];
	const httpRequestWithAuthentication = async (
		_: string,
		__: object,
		{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: IDataObject } },
	) => {
		if (data.sessionToken === '') data.sessionToken = 'renewed';
		const { sessionToken } = data;
		used.push(sessionToken);
		const body = { destroy: () => destroyed.push(sessionToken) };
		return { statusCode: sessionToken === 'old' ? 401 : 200, headers: {}, body };
	};
	const context = { getCredentials, helpers: { httpRequestWithAuthentication } } as never;
	return { context, used, destroyed };
}

const startSession = (): Session => ({
	type: 'workspaceRecordsApi',
	baseUrl: 'http://127.0.0.1',
	data: { refreshToken: 'r', sessionToken: 'old' },
	renews: true,
});

const held = async () => ({ refreshToken: 'r', sessionToken: 'old' });
const newer = async () => ({ refreshToken: 'r', sessionToken: 'stored' });
const unreadable = async () => {
	throw new Error('The credential does not exist');
};

describe('authorized', () => {
	it.each([
		['renews the token that is stored', held, 'renewed'],
		['takes over a newer token that is stored', newer, 'stored'],
		['renews the token at hand when the credential cannot be read any more', unreadable, 'renewed'],
	])('%s, and keeps it', async (_, getCredentials, sessionToken) => {
		const { context, used } = helper(getCredentials);
		const session = startSession();
		expect(await sendWithCredential(context, session, { url: '/' })).toMatchObject({
			response: { status: 200 },
		});
		expect(used).toEqual(['old', sessionToken]);
		expect(session.data).toEqual({ refreshToken: 'r', sessionToken });
	});

	it('ends the body of a file that was refused, and leaves the one that is given', async () => {
		const { context, destroyed } = helper(held);
		await sendWithCredential(context, startSession(), { url: '/', encoding: 'stream' });
		expect(destroyed).toEqual(['old']);
	});
});
