/**
 * The download of a transfer's file, in a process of its own.
 *
 *     tsx tools/bench/streams/download.ts <url>
 */
import { measureRun, report } from './run';

const [url] = process.argv.slice(2);
const recordId = { __rl: true, mode: 'id', value: 'transfer' };
const transfer = { resource: 'transfer', recordId };

report(
	measureRun(
		url,
		'workspaceRecordsTransfer',
		{ ...transfer, operation: 'get' },
		{ ...transfer, operation: 'downloadDataFile', options: { maxFileSize: 1000 } },
	),
);
