import { sendWithCredential, explain, type Session } from '../../../nodes/shared/http/transport';

/** What n8n up to 2.33 throws: its own notes, and no cause. */
const noted = (httpCode: string, message = 'n8n’s own words', data?: object) => ({
	httpCode,
	messages: [message],
	context: { data },
});

describe('an error without its cause', () => {
	it('is read from the status and the body', () => {
		expect(explain(noted('409', '', { message: 'Taken' }))).toEqual({
			kind: 'answer',
			response: { status: 409, headers: {}, body: { message: 'Taken' } },
		});
	});

	it('is read from the network code', () => {
		expect(explain(noted('ECONNREFUSED'))).toMatchObject({ kind: 'noAnswer', reached: 'no' });
		expect(explain(noted('ECONNRESET'))).toMatchObject({ kind: 'noAnswer', reached: 'maybe' });
	});

	it('is read from what the credential said', () => {
		expect(explain(noted('REFRESH_REFUSED', 'used up'))).toMatchObject({
			kind: 'stopped',
			failure: { kind: 'unauthorized', message: 'used up' },
		});
	});
});

/** An HTTP helper that does not know exceptions to ignoring failures: a 401 is thrown only without. */
function olderHelper() {
	const ignored: unknown[] = [];
	const httpRequestWithAuthentication = async (
		_: string,
		{ ignoreHttpStatusErrors }: { ignoreHttpStatusErrors: unknown },
	) => {
		ignored.push(ignoreHttpStatusErrors);
		// What is thrown, n8n answers with a refresh and a second try.
		return { statusCode: ignoreHttpStatusErrors ? 401 : 200, headers: {}, body: {} };
	};
	return { ignored, context: { helpers: { httpRequestWithAuthentication } } as never };
}

const session = (renews: boolean): Session => ({
	type: 'workspaceRecordsApi',
	baseUrl: 'http://127.0.0.1',
	data: { refreshToken: 'r', sessionToken: 's' },
	renews,
});

describe('a 401 that comes back as an answer', () => {
	it('is asked for again in the way that renews', async () => {
		const { ignored, context } = olderHelper();
		const sent = await sendWithCredential(context, session(true), { url: '/' });
		expect(sent).toMatchObject({ response: { status: 200 } });
		expect(ignored).toEqual([{ ignore: true, except: [401] }, false]);
	});

	it('stays as it is where there is nothing to renew', async () => {
		const { ignored, context } = olderHelper();
		const sent = await sendWithCredential(context, session(false), { url: '/' });
		expect(sent).toMatchObject({ response: { status: 401 } });
		expect(ignored).toEqual([true]);
	});
});
