/**
 * Get Many to files, in a process of its own; `helper` reads the same pages by n8n's helper alone.
 *
 *     tsx tools/bench/streams/export.ts <url> company|deal|helper csv|ndjson <records>
 */
import { HELPER_ALONE, helperAlone } from './helperAlone';
import { measureRun, report, type StreamRun } from './run';

const [url, resource, format, records] = process.argv.slice(2);

/** Rows of a page, and pages at once, as Get Many has them by default. */
const PAGE = 100;
const PARALLEL = 5;

async function measureGetMany() {
	const type = `workspaceRecords${resource === 'deal' ? 'Deal' : 'Company'}`;
	const common = { resource, operation: 'getAll', output: 'raw' };
	return await measureRun(
		url,
		type,
		// Lists in one response are always read to their end.
		resource === 'deal'
			? { resource, operation: 'get', recordId: { __rl: true, mode: 'id', value: '1' } }
			: { ...common, limit: 500, options: { file: { format } } },
		{ ...common, returnAll: true, options: { file: { format } } },
	);
}

async function measureHelper(): Promise<StreamRun> {
	let pages = 500 / PAGE;
	const node = helperAlone(() => {
		const count = pages;
		// The warm-up comes first.
		pages = Number(records) / PAGE;
		const request = (index: number) => ({
			method: 'GET' as const,
			url: `${url}/v1/public/companies`,
			qs: { page: index + 1, limit: PAGE, sort: 'id' },
		});
		return { count, parallel: PARALLEL, request };
	});
	const run = await measureRun(url, HELPER_ALONE, {}, {}, { [HELPER_ALONE]: node });
	return { ...run, records: Number(records), files: 0 };
}

report(resource === 'helper' ? measureHelper() : measureGetMany());
