/**
 * Tries bad answers on the ways through the code, in a process of its own:
 *
 *     tsx test/hostile/tryAnswers.ts <address of the server> <cases as JSON>
 */
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import { described } from '../../testing/described';
import { engine, loadPackageAgain, type Engine } from '../../testing/engine';
import { answers } from './answers';
import type { Case, Result } from './cases';
import { measured, type Cost } from './measure';
import { paths } from './paths';

/** Of all messages of a case together. */
const MAX_TEXT = 20_000;

/** n8n takes minutes for millions of items, of which no answer makes any in our nodes. */
const MAX_PASSED = 200_000;

/** A node that asks n8n's HTTP helper for the same answer and passes it on. */
const plainNode: INodeType = {
	description: described('hostile.plain', {
		properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
	}),
	async execute(this: IExecuteFunctions) {
		// Without a credential, which would look at some of the answers itself.
		const json = (await this.helpers.httpRequest({
			url: this.getNodeParameter('url', 0) as string,
			json: true,
			ignoreHttpStatusErrors: true,
		})) as IDataObject;
		const rows = Array.isArray(json) ? json : Array.isArray(json.data) ? json.data : [json];
		return [this.helpers.returnJsonArray(rows.slice(0, MAX_PASSED) as IDataObject[])];
	},
};

/** What the plain node costs; undefined where the answer never ends for it. */
async function plainCost(n8n: Engine, url: string, name: string): Promise<Cost | undefined> {
	const { isSlow, isBeyond } = answers[name];
	if (isSlow || isBeyond) return undefined;
	const spec = { type: 'hostile.plain', parameters: { url: `${url}/v1/public/companies` } };
	const { cost } = await measured(
		async () => await n8n.run(spec, { onError: 'continueRegularOutput' }).catch(() => {}),
	);
	return cost;
}

async function tryOne(n8n: Engine, server: string, one: Case): Promise<Result> {
	const path = paths[one.path];
	const index = Object.keys(answers).indexOf(one.answer);
	const base = `${server}/${index}-${path.part ?? 'all'}-${Object.keys(paths).indexOf(one.path)}`;
	const { value, cost } = await measured(async () => await path.run(n8n, base, one.timeoutMs), {
		isAlone: !answers[one.answer].isSlow,
	});
	const problems: string[] = [];
	if (path.separate && (value.good < 2 || value.good + value.failed !== 3)) {
		problems.push(`${value.good} of 2 good items came out, ${value.failed} failed`);
	}
	if (({} as Record<string, unknown>).polluted)
		problems.push('the prototype of all objects was changed');
	if (/not iterable|undefined|Cannot read|is not a function|call stack/i.test(value.text)) {
		problems.push(`a mistake of ours: ${value.text.slice(0, 200)}`);
	}
	if (value.text.length > MAX_TEXT) problems.push(`a message of ${value.text.length} characters`);
	return { ...one, ...value, text: value.text.slice(0, 300), cost, problems };
}

async function main() {
	const [server, given] = process.argv.slice(2);
	const cases = JSON.parse(given) as Case[];
	const pkg = (await loadPackageAgain()).with({ 'hostile.plain': plainNode });
	const n8n = engine(pkg);
	// What is loaded and compiled at first use is not what is measured.
	for (const path of new Set(cases.map((one) => one.path)))
		await paths[path].run(n8n, `${server}/good`, 5000);
	const plain = new Map<string, Cost | undefined>();
	const tell = (result: Result) => process.stdout.write(`${JSON.stringify(result)}\n`);
	const slow = cases.filter(({ answer }) => answers[answer].isSlow);
	for (const one of cases) {
		if (answers[one.answer].isSlow) continue;
		if (!plain.has(one.answer)) {
			const index = Object.keys(answers).indexOf(one.answer);
			plain.set(one.answer, await plainCost(n8n, `${server}/${index}-all-plain`, one.answer));
		}
		tell({ ...(await tryOne(n8n, server, one)), plain: plain.get(one.answer) });
	}
	// They do little but wait, so they wait side by side.
	for (const result of slow.map(async (one) => await tryOne(n8n, server, one))) tell(await result);
	process.exit(0);
}

void main();
