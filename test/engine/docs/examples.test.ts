import { readExamples } from '../../../scripts/docs/examples';
import { recordExamples } from '../../../scripts/docs/examples/record';
import { loadPackage } from '../../../testing/engine';
import { operationsOf } from '../../../testing/outputSchema';

describe('the examples of the docs', () => {
	it('are what the sandbox answers now; otherwise run npm run docs', async () =>
		expect(await recordExamples()).toEqual(readExamples()));

	it('show every operation', async () => {
		const pkg = await loadPackage();
		const examples = readExamples();
		for (const node of pkg.nodeNames()) {
			const operations = operationsOf(pkg.getByNameAndVersion(node).description.properties);
			const wanted = operations.map((names) => names.join('/'));
			const recorded = Object.keys(examples[node] ?? {});
			expect([node, recorded.sort()]).toEqual([
				node,
				(wanted.length > 0 ? wanted : ['output']).sort(),
			]);
		}
	});
});
