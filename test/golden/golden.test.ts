import { engine, loadPackage, type Engine } from '../../testing/engine';
import { caseFiles } from './caseFile';
import { differences } from './compare';
import { requestsOf } from './run';
import { startStandIn, type StandIn } from './service';

let n8n: Engine;
let standIn: StandIn;
beforeAll(async () => {
	n8n = engine(await loadPackage());
	standIn = await startStandIn();
});
afterAll(async () => await standIn.close());

describe.each(caseFiles())('requests of $name', (file) => {
	it.each(file.cases)('$title', async (given) => {
		const difference = differences(given.requests, await requestsOf(n8n, standIn, file, given));
		if (difference === undefined) return;
		throw new Error(
			`${file.name}.yaml › ${given.title}: other requests were sent (- file, + sent).\n` +
				`${difference}\nIf they are right: npm run golden -- --update ${file.name}`,
		);
	});
});
