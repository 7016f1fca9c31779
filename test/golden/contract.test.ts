/**
 * The requests in the files are held against the contract, so that an update of the files cannot
 * take over what the service does not know.
 */
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

import { contract as given } from '../../testing/contract';
import { caseFiles, type Request } from './caseFile';

interface Operation {
	parameters?: Array<{ name: string; in: string; required?: boolean; schema: object }>;
	requestBody?: { content: { 'application/json': { schema: object } } };
}

const contract = given as { paths: Record<string, Record<string, Operation>> };

const settings = { strict: false, addUsedSchema: false };
const strict = new Ajv2020(settings);
// A query is text.
const fromText = new Ajv2020({ ...settings, coerceTypes: true });
for (const ajv of [strict, fromText]) addFormats(ajv).addSchema(contract, 'contract');

/** Paths without parameters come first: `/deals/pipelines` is no deal. */
const paths = Object.keys(contract.paths).sort(
	(one, other) => one.split('{').length - other.split('{').length,
);

function operationOf({ method, path }: Request): Operation | undefined {
	const known = paths.find((each) =>
		new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
	);
	return known === undefined ? undefined : contract.paths[known][method.toLowerCase()];
}

/** A schema whose references lead into the contract. */
const absolute = (schema: object) =>
	JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"contract#')) as object;

/** The checks of an operation, compiled once. */
function makeChecks({ parameters = [], requestBody }: Operation) {
	const inQuery = parameters.filter((each) => each.in === 'query');
	return {
		query: fromText.compile({
			type: 'object',
			additionalProperties: false,
			required: inQuery.filter(({ required }) => required).map(({ name }) => name),
			properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, absolute(schema)])),
		}),
		body: requestBody && strict.compile(absolute(requestBody.content['application/json'].schema)),
	};
}

const checks = new Map<Operation, ReturnType<typeof makeChecks>>();

/** Why the contract does not know the request; undefined when it does. */
function objection(request: Request): string | undefined {
	const operation = operationOf(request);
	if (!operation) return 'no such call';
	const check = checks.get(operation) ?? makeChecks(operation);
	checks.set(operation, check);
	const { query, body } = check;
	if (!query({ ...request.query })) return `query ${fromText.errorsText(query.errors)}`;
	if (!body) return request.body === undefined ? undefined : 'it takes no body';
	return body(request.body) ? undefined : `body ${strict.errorsText(body.errors)}`;
}

/** Files that a transfer links to lie anywhere. */
const isFile = ({ server, path }: Request) => server === 'other' || path.startsWith('/files/');
/** The test of a workspace code asks for what the service has to reject, because it must cost nothing. */
const isToBeRejected = ({ path, body }: Request) =>
	path === '/v1/enrich' && (body as { object_type?: string }).object_type === 'none';
/** What stands between the origin of a base URL and the service's own path. */
const withoutPrefix = (request: Request) => ({
	...request,
	path: request.path.replace(/^\/crm(?=\/)/, ''),
});

it.each(caseFiles())('$name › the contract knows every request', ({ cases }) => {
	const objections = cases.flatMap(({ title, requests }) =>
		requests
			.filter((request) => !isFile(request) && !isToBeRejected(request))
			.map((request) => ({ title, objection: objection(withoutPrefix(request)) })),
	);
	expect(objections.filter((each) => each.objection !== undefined)).toEqual([]);
});

it('a request is refused that the contract does not know', () => {
	const post = { method: 'POST', path: '/v1/public/companies' };
	expect(objection({ ...post, body: { name: 'Acme' } })).toBeUndefined();
	expect(objection({ ...post, body: { nme: 'Acme' } })).toMatch(/body/);
	expect(objection({ ...post, body: { name: 1 } })).toMatch(/body/);
	expect(objection({ ...post, method: 'PATCH', body: {} })).toBe('no such call');
	const get = { method: 'GET', path: '/v1/public/companies/1' };
	expect(objection({ ...get, query: { external_id: 'a' } })).toBeUndefined();
	expect(objection({ ...get, query: { externalId: 'a' } })).toMatch(/query/);
	expect(objection({ ...get, body: {} })).toBe('it takes no body');
});
