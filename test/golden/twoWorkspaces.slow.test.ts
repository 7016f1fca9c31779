/**
 * The first case of every operation, with `SIMULATIONS=all` every case, once more for two workspaces in one run: each item comes twice, and the credential has an
 * expression that gives the second of each pair another token. Each token sends what the case says, no more.
 */
import { useN8n, useService } from '../../testing/setUp';
import { TRIES_ALL } from '../../testing/simulations';
import { caseFiles, type CaseFile, type GoldenCase } from './caseFile';
import { differences, inOrder } from './compare';
import { requestsOf, type CredentialsData } from './run';
import { startStandIn } from './service';

const n8n = useN8n();
const standIn = useService(startStandIn);

const perItem = (secret: string) => `={{ $itemIndex % 2 ? "other ${secret}" : "${secret}" }}`;

const withExpressions = (saved: CredentialsData): CredentialsData =>
	Object.fromEntries(
		Object.entries(saved).map(([type, data]) => [
			type,
			type === 'workspaceRecordsApi'
				? { ...data, accessToken: perItem('<token>') }
				: { ...data, workspaceSecret: perItem('<code>') },
		]),
	);

/** What a run of items sends; a response that is given so many times would be given to one of two only. */
const isOfItems = (given: GoldenCase) =>
	[given.search, given.options, given.columns, given.polls, given.test].every((each) => !each) &&
	(given.credential === 'token' || given.credential === 'workspaceCode') &&
	given.error === undefined &&
	given.responses.every(({ times }) => times === undefined);

/** Their items belong together, so that they share a credential. */
const isWhole = ({ name }: CaseFile, { parameters }: GoldenCase) =>
	name === 'migrationUpsert' || parameters.operation === 'sync';

const isFirst = ({ parameters }: GoldenCase, place: number, cases: readonly GoldenCase[]) =>
	cases.findIndex((other) => other.parameters.operation === parameters.operation) === place;
const files = caseFiles().map((file) => ({
	...file,
	cases: file.cases.filter(isOfItems).filter((...given) => TRIES_ALL || isFirst(...given)),
}));
const ofItems = files
	.map((file) => ({ ...file, cases: file.cases.filter((given) => !isWhole(file, given)) }))
	.filter(({ cases }) => cases.length > 0);
const whole = files.flatMap((file) =>
	file.cases
		.filter((given) => isWhole(file, given))
		.map((given) => ({ file, given, title: `${file.name}: ${given.title}` })),
);

const forTwo = (given: GoldenCase) =>
	({ ...given, items: given.items.flatMap((item) => [item, item]) }) as GoldenCase;

describe.each(ofItems)('requests of $name for two workspaces', (file) => {
	it.each(file.cases)('$title', async (given) => {
		const sent = await requestsOf(n8n, standIn, file, forTwo(given), withExpressions);
		const isOther = (request: object) => JSON.stringify(request).includes('other <');
		const ofOther = sent.filter(isOther).map((request) => JSON.stringify(request));
		const isOpen = ({ headers = {} }: (typeof sent)[0]) =>
			!('authorization' in headers) && !('x-workspace-code' in headers);
		const many = { ...given, items: [{}, {}] };
		const expected = inOrder(
			many,
			given.requests.filter((request) => !isOpen(request)),
		);
		const own = sent.filter((request) => !isOther(request) && !isOpen(request));
		const other = ofOther.map(
			(text) => JSON.parse(text.replaceAll('other <', '<')) as (typeof sent)[0],
		);
		expect(differences(expected, inOrder(many, own))).toBeUndefined();
		expect(differences(expected, inOrder(many, other))).toBeUndefined();
		expect(sent.filter(isOpen)).toHaveLength(2 * given.requests.filter(isOpen).length);
	});
});

it.each(whole)(
	'what belongs together is refused for two workspaces: $title',
	async ({ file, given }) => {
		const refused = { ...forTwo(given), error: 'share one credential', continueOnFail: false };
		const sent = await requestsOf(n8n, standIn, file, refused, withExpressions);
		expect(sent).toEqual([]);
	},
);
