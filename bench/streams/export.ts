/**
 * Get Many to files, in a process of its own.
 *
 *     tsx bench/streams/export.ts <url> company|deal csv|ndjson
 */
import { measureRun, report } from './run';

const [url, resource, outputAsFile] = process.argv.slice(2);
const type = `workspaceRecords${resource === 'deal' ? 'Deal' : 'Company'}`;
const common = { resource, operation: 'getAll', output: 'raw' };

report(
	measureRun(
		url,
		type,
		// Lists in one response are always read to their end.
		resource === 'deal'
			? { resource, operation: 'get', recordId: { __rl: true, mode: 'id', value: '1' } }
			: { ...common, limit: 500, options: { outputAsFile } },
		{ ...common, returnAll: true, options: { outputAsFile } },
	),
);
