import type { IDataObject } from 'n8n-workflow';

import { pack, unpack } from '../../../credentials/refresh/sessionToken';
import { explain } from '../../../nodes/shared/http/noResponse';
import { Session } from '../../../nodes/shared/http/session';

/** What n8n up to 2.33 throws: its own notes, and no cause. */
const noted = (httpCode: string, message = 'n8n’s own words', data?: object) => ({
	httpCode,
	messages: [message],
	context: { data },
});

describe('an error without its cause', () => {
	it('is read from the status and the body', () => {
		const response = { status: 409, headers: {}, body: { message: 'Taken' } };
		expect(explain(noted('409', '', { message: 'Taken' }))).toEqual({ kind: 'response', response });
	});

	it('is read from the network code', () => {
		expect(explain(noted('ECONNREFUSED'))).toMatchObject({ kind: 'noResponse', reached: 'no' });
		expect(explain(noted('ECONNRESET'))).toMatchObject({ kind: 'noResponse', reached: 'maybe' });
		expect(explain(noted('ERR_CANCELED'))).toMatchObject({ reason: 'the execution was cancelled' });
	});

	it('is read from what the credential said', () => {
		const expected = { kind: 'stopped', failure: { kind: 'unauthorized', message: 'used up' } };
		expect(explain(noted('REFRESH_REFUSED', 'used up'))).toMatchObject(expected);
	});
});

const origin = { baseUrl: 'http://127.0.0.1', refreshToken: 'r' };
const sessionOf = (accessToken: string, generation: number) =>
	pack(origin, { accessToken, generation });
const held = {
	...origin,
	authentication: 'refreshToken',
	sessionToken: sessionOf('old', 1),
};

/**
 * An HTTP helper that knows no exception to ignoring failures, as before 2.20: it never renews at a
 * 401, only where there is no session token.
 */
function olderHelper() {
	const used: unknown[] = [];
	const httpRequestWithAuthentication = async (
		_: string,
		{ ignoreHttpStatusErrors }: { ignoreHttpStatusErrors: unknown },
		{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: IDataObject } },
	) => {
		if (data.sessionToken === '') Object.assign(data, { sessionToken: sessionOf('new', 2) });
		const token = unpack(String(data.sessionToken), origin)?.accessToken;
		used.push([token, ignoreHttpStatusErrors]);
		return { statusCode: token === 'new' ? 200 : 401, headers: {}, body: {} };
	};
	const getCredentials = async () => held;
	return { used, context: { getCredentials, helpers: { httpRequestWithAuthentication } } as never };
}

const session = (context: never, authentication: string) =>
	new Session(
		context,
		{ type: 'workspaceRecordsApi', data: { ...held, authentication } },
		origin.baseUrl,
	);

describe('a 401', () => {
	it('is asked for again in the way that renews', async () => {
		const { used, context } = olderHelper();
		const sent = await session(context, 'refreshToken').request({ url: '/' });
		expect(sent).toMatchObject({ response: { status: 200 } });
		expect(used).toEqual([
			['old', true],
			['new', true],
		]);
	});

	it('stays as it is where there is nothing to renew', async () => {
		const { used, context } = olderHelper();
		const sent = await session(context, 'accessToken').request({ url: '/' });
		expect(sent).toMatchObject({ response: { status: 401 } });
		expect(used).toEqual([[undefined, true]]);
	});
});
