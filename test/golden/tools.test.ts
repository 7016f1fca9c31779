import { useN8n, useService } from '../../testing/setUp';
import { readCases, type GoldenCase } from './caseFile';
import { differences, inOrder } from './compare';
import { withRequests } from './rewrite';
import { requestsOf } from './run';
import { startStandIn } from './service';

const WHOAMI = `
node: workspaceRecordsAccount
responses:
  - to: GET /v1/public/auth/whoami
    body: { data: { user_id: u, auth_mode: m, principal_key: p }, message: ok }
cases:
  # Why this case is here.
  - title: Once
    parameters: { resource: account, operation: whoami }
    requests: [] # to come
  - title: Twice
    parameters: { resource: account, operation: whoami }
    items: [{}, {}]
    requests:
      - method: GET
        path: /elsewhere
    # The end.
`;

const get = (path: string, more = {}) => ({ method: 'GET', path, ...more });
const file = readCases('account.yaml', WHOAMI);
const [once] = file.cases;
const given = (more: Partial<GoldenCase>): GoldenCase => ({ ...once, ...more });

describe('a case file', () => {
	it('is refused when a key is misspelled, with the place', () => {
		expect(() => readCases('a.yaml', WHOAMI.replace('items:', 'item:'))).toThrow(
			/^a\.yaml: cases\.1: .*item/,
		);
		expect(() => readCases('a.yaml', WHOAMI.replace('GET /v1', '/v1'))).toThrow(
			/method and a path/,
		);
	});
});

describe('a difference', () => {
	it('is shown line by line, with a little around it', () => {
		const body = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 };
		expect(
			differences([get('/x', { body })], [get('/x', { body: { ...body, h: 9 } })])?.split('\n'),
		).toEqual([
			'  - method: GET',
			'    path: /x',
			'  …',
			'      e: 5',
			'      f: 6',
			'      g: 7',
			'-     h: 8',
			'+     h: 9',
		]);
		const expected = ['- []', '+ - method: GET', '+   path: /x'];
		expect(differences([], [get('/x')])?.split('\n')).toEqual(expected);
	});

	it('is none when only the order of keys is another', () => {
		expect(differences([{ a: { b: 1, c: 2 } }], [{ a: { c: 2, b: 1 } }])).toBeUndefined();
		expect(differences([{ a: null }], [{}])).toBeDefined();
		expect(differences([{ a: '1' }], [{ a: 1 }])).toBeDefined();
		expect(differences([1, 2], [2, 1])).toBeDefined();
	});
});

describe('the order of requests', () => {
	const requests = [
		get('/b'),
		get('/a', { query: { page: '10' } }),
		get('/a', { query: { page: '9' } }),
	];

	it('is kept where one is sent after another', () => {
		expect(inOrder(given({}), requests)).toEqual(requests);
		const one = { options: { requests: { maxParallelRequests: 1 } } };
		expect(inOrder(given({ items: [{}, {}], parameters: one }), requests)).toEqual(requests);
	});

	it('is by page and text where several are under way at once', () => {
		const sorted = [requests[0], requests[2], requests[1]];
		expect(inOrder(given({ items: [{}, {}] }), requests)).toEqual(sorted);
		expect(inOrder(given({ search: { method: 'searchRecords' } }), requests)).toEqual(sorted);
		expect(inOrder(given({ parameters: { operation: 'getAll' } }), requests)).toEqual(sorted);
	});
});

describe('an update', () => {
	it('changes the requests of the given cases and nothing else', () => {
		const requests = [get('/x', { query: { a: '1' } }), get('/y')];
		const changed = withRequests(WHOAMI, new Map([[1, requests]]));
		expect(changed).toBe(
			WHOAMI.replace(
				'        path: /elsewhere\n',
				'        path: /x\n        query: { a: "1" }\n      - method: GET\n        path: /y\n',
			),
		);
		expect(readCases('a.yaml', changed).cases[1].requests).toHaveLength(2);
	});

	it('fills in a case without requests, and empties one with some', () => {
		const changed = withRequests(
			WHOAMI,
			new Map([
				[0, [get('/x')]],
				[1, []],
			]),
		);
		const { cases } = readCases('a.yaml', changed);
		expect(cases.map(({ requests }) => requests)).toEqual([[get('/x')], []]);
		expect(changed).toContain('# Why this case is here.');
		expect(changed).toContain('# The end.');
	});
});

describe('a run of a case', () => {
	const n8n = useN8n();
	const standIn = useService(startStandIn);
	const run = async (more: Partial<GoldenCase>) =>
		await requestsOf(n8n, standIn, file, given(more));
	const response = (more: object) => ({
		to: 'GET /v1/public/auth/whoami',
		status: 200,
		headers: {},
		total: true,
		...more,
	});

	it('returns the requests, with the token named and not shown', async () => {
		expect(await run({})).toEqual([
			get('/v1/public/auth/whoami', {
				headers: {
					accept: 'application/json',
					'accept-language': 'en',
					authorization: 'Bearer <token>',
				},
			}),
		]);
	});

	it('fails when the node fails, or when it does not although it should', async () => {
		const responses = [response({ status: 403, body: { message: 'Not yours' } })];
		await expect(run({ responses })).rejects.toThrow(/^It failed: .*Not yours/);
		expect(await run({ responses, error: 'Not yours' })).toHaveLength(1);
		await expect(run({ responses, error: 'something else' })).rejects.toThrow(
			/Expected it to fail/,
		);
		await expect(run({ error: 'Not yours' })).rejects.toThrow(/did not/);
	});

	it('fails when there is no response for a request', async () => {
		const other = { ...file, responses: [response({ to: 'POST /v1/*' })] };
		await expect(requestsOf(n8n, standIn, other, once)).rejects.toThrow(
			'No response is given for GET /v1/public/auth/whoami',
		);
	});

	it('gives a response as often as it says, then the next that fits', async () => {
		const responses = [
			response({ times: 1, status: 503, headers: { 'retry-after-ms': '1' }, body: {} }),
		];
		expect(await run({ responses })).toHaveLength(2);
		expect(await run({ responses })).toHaveLength(2);
	});
});
