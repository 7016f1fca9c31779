import { Readable } from 'node:stream';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { fetchFile } from '../../../nodes/shared/http/download';
import { Session } from '../../../nodes/shared/http/session';

const OWN = 'https://own.example';

/** Follows a link through these redirects; gives each address, and whether the token went with it. */
async function follow(link: string, redirects: Record<string, string>) {
	const sent: string[] = [];
	const respond = (label: string) => async (options: IHttpRequestOptions) => {
		sent.push(`${label} ${options.url}`);
		const location = redirects[options.url];
		return {
			statusCode: location ? 302 : 200,
			headers: location ? { location } : {},
			body: Readable.from([Buffer.from('file')]),
		};
	};
	const context = {
		helpers: {
			httpRequest: respond('without'),
			httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
				await respond('with')(options),
		},
	} as never;
	const data = { baseUrl: OWN, authentication: 'accessToken', accessToken: 'secret' };
	const session = new Session(context, { type: 'workspaceRecordsApi', data }, OWN);
	const keep = async () => ({ mimeType: 'text/plain', data: '' });
	const request = { path: link, file: { maxBytes: 100, keep } } as never;
	await fetchFile(session, request, { timeoutMs: 1000 });
	return sent;
}

describe('the token of a file download', () => {
	it('goes to the service, and to where it redirects on its own origin', async () => {
		expect(await follow('/files/1', { [`${OWN}/files/1`]: '/files/2' })).toEqual([
			`with ${OWN}/files/1`,
			`with ${OWN}/files/2`,
		]);
	});

	it('does not go to another origin', async () => {
		expect(await follow('/files/1', { [`${OWN}/files/1`]: 'https://files.example/1' })).toEqual([
			`with ${OWN}/files/1`,
			'without https://files.example/1',
		]);
	});

	it('does not come back when another origin redirects to the service', async () => {
		const back = { 'https://files.example/1': `${OWN}/v1/public/companies` };
		expect(await follow('https://files.example/1', back)).toEqual([
			'without https://files.example/1',
			`without ${OWN}/v1/public/companies`,
		]);
		const around = { ...back, [`${OWN}/files/1`]: 'https://files.example/1' };
		expect((await follow('/files/1', around)).at(-1)).toBe(`without ${OWN}/v1/public/companies`);
	});
});
