/**
 * What a failed item advises fits its operation: every call of test/golden/requests, answered with what
 * a service may refuse; in `npm test` by turns.
 */
import type { INodeParameters } from 'n8n-workflow';

import { useCustomEngine } from '../../../testing/setUp';
import { isTried } from '../../../testing/simulations';
import { caseFiles, type GoldenCase } from '../../golden/caseFile';

const { service, runNode } = useCustomEngine();

/** An ordinary run with an access token, whose only reason to fail is the response. */
const isPlain = (given: GoldenCase) =>
	given.error === undefined &&
	given.credential === 'token' &&
	given.baseUrl === '{service}' &&
	given.parameters.operation !== undefined &&
	given.parameters.inputMode !== 'file' &&
	[given.search, given.options, given.columns, given.polls, given.test].every(
		(other) => other === undefined,
	);

/** The first case of each operation. */
const operations = new Map(
	caseFiles().flatMap(({ name, node, cases }) =>
		cases
			.filter(isPlain)
			.reverse()
			.map((given) => [`${name} ${String(given.parameters.operation)}`, { node, given }] as const),
	),
);

/** Find and Find or Create name their record by external ID. */
const namesRecord = ({ parameters }: GoldenCase) =>
	(parameters.recordId !== undefined && parameters.source !== 'seed') ||
	/^find/.test(String(parameters.operation));

const refusals = [
	{ status: 404, body: { message: 'Nothing here' } },
	{ status: 404, body: '' },
	{ status: 409, body: { message: 'Conflict' } },
	{ status: 413, body: { message: 'Too large' } },
	{ status: 422, body: {} },
];

it('covers the operations of the package', () => expect(operations.size).toBeGreaterThan(140));

it.each([...operations])('%s advises what its parameters allow', async (name, { node, given }) => {
	const place = [...operations.keys()].indexOf(name);
	const { operation, ...parameters } = given.parameters;
	for (const { status, body } of refusals.filter((_, at) => isTried(place + at, 3))) {
		service.reply = () => ({ status, body });
		const { failed } = await runNode(
			node.replace('workspaceRecords', '').replace(/^./, (letter) => letter.toLowerCase()),
			String(operation),
			{
				...parameters,
				...(operation === 'wait' && { timeLimit: 1 }),
				options: {
					...(parameters.options as INodeParameters | undefined),
					requests: { maxRetries: 0 },
				},
			},
			{ items: [...given.items], onError: 'continueErrorOutput' },
		);
		const reads = service.requests.every(({ method }) => method === 'GET');
		for (const { json } of failed) {
			const remedy = String(json.message);
			const at = `${status} ${JSON.stringify(body)}: ${remedy}`;
			if (!namesRecord(given)) expect(at).not.toMatch(/the ID\b/);
			if (reads) expect(at).not.toMatch(/Batch Size|Send less|must be unique/);
			if (status === 422) expect(at).not.toContain('that the message names');
			if (status === 409 && !namesRecord(given)) expect(at).not.toContain('Read the record again');
		}
	}
});
