import { useN8n, useService } from '../../testing/setUp';
import { caseFiles } from './caseFile';
import { differences } from './compare';
import { requestsOf } from './run';
import { startStandIn } from './service';

const n8n = useN8n();
const standIn = useService(startStandIn);

describe.each(caseFiles())('requests of $name', (file) => {
	it.each(file.cases)('$title', async (given) => {
		const difference = differences(given.requests, await requestsOf(n8n, standIn, file, given));
		if (difference === undefined) return;
		throw new Error(
			`${file.name}.yaml › ${given.title}: other requests were sent (- file, + sent).\n` +
				`${difference}\nIf they are right: npm run check golden -- --update ${file.name}`,
		);
	});
});
