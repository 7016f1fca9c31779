// Files that workers read and write in n8n's default binary mode, which is the database in queue mode.
import { once } from 'node:events';
import { createServer } from 'node:http';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { byHand, connected, ours, START, theirs } from '../e2e/lib/workflows.mjs';

const DOWNLOAD = 'Download';
const MIGRATE = 'Migrate';
const REJECTED = 'Read Rejected';
const ORDERS = 'Orders as Files';
const ROWS = 'Rows';

/** Is not set, so that the checks run in the mode that a person gets. */
const MODE = 'N8N_DEFAULT_BINARY_DATA_MODE';

const LINES = 3;
/** One order in so many is for a company that does not exist. */
const REJECTED_EVERY = 20;
/** Has what a CSV file can break at, and more than ASCII. */
const MEMO = 'Größe 12", "rund"; blau\nLieferung – später €';
const TIMEOUT_MS = 120_000;

const idOf = (batch, order) => `file-${batch}-${order}`;
const isRejected = (order) => order % REJECTED_EVERY === REJECTED_EVERY - 1;
const quantityOf = (order, line) => 1 + ((order * LINES + line) % 97);

/** Order lines as a spreadsheet exports them: the first order in row 2, the lines of an order together. */
function csvOf(batch, orders) {
	const memo = `"${MEMO.replaceAll('"', '""')}"`;
	const rows = Array.from({ length: orders * LINES }, (_, row) => {
		const [order, line] = [Math.floor(row / LINES), row % LINES];
		const company = isRejected(order) ? 'nobody' : '';
		return `${idOf(batch, order)};sku-${line};${quantityOf(order, line)};${company};${memo}`;
	});
	return `\ufeff${['Order No.;SKU;Qty;Company External ID;Memo', ...rows].join('\r\n')}\r\n`;
}

/** Migrates the file behind an address; its rejected rows, and all orders, are then written to files and read again. */
function migration(batch, url, credential, startAtRow) {
	const upsert = (name, parameters) =>
		ours(
			name,
			'workspaceRecordsMigrationUpsert',
			{
				resource: 'migrationUpsert',
				operation: 'upsertOrders',
				partner: 'my-erp',
				inputMode: 'file',
				...parameters,
			},
			credential,
		);
	const asFile = { response: { response: { responseFormat: 'file' } } };
	const isMigration = startAtRow === undefined;
	return connected(`Migrate file ${batch}${isMigration ? '' : `, from row ${startAtRow}`}`, [
		byHand,
		theirs(DOWNLOAD, 'httpRequest', { url, options: asFile }, { typeVersion: 4.2 }),
		upsert(MIGRATE, {
			options: { batchSize: 10, requests: { maxParallelRequests: 2 }, startAtRow: startAtRow ?? 1 },
		}),
		upsert(REJECTED, { binaryPropertyName: 'rejected', dryRun: true }),
		ours(
			ORDERS,
			'workspaceRecordsOrder',
			{
				resource: 'order',
				operation: 'getAll',
				returnAll: true,
				options: { file: { format: 'csv', recordsPerFile: 50 } },
			},
			credential,
		),
		theirs(ROWS, 'extractFromFile', { operation: 'csv', options: {} }),
	]);
}

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function fileChecks(cluster) {
	const { client, service } = cluster;
	let credential;

	/** Orders of a batch that the service does not hold exactly once, with their lines and texts. */
	const wrongOrders = async (batch, orders) => {
		const kept = new Map();
		for (const record of await service.records('orders')) {
			kept.set(record.externalId, [...(kept.get(record.externalId) ?? []), record]);
		}
		return Array.from({ length: orders }, (_, order) => order).filter((order) => {
			const found = kept.get(idOf(batch, order)) ?? [];
			if (isRejected(order)) return found.length > 0;
			const expected = Array.from({ length: LINES }, (_, line) => quantityOf(order, line));
			const [{ fields } = { fields: { lines: [] } }] = found;
			const quantities = fields.lines.map(({ quantity }) => quantity);
			return found.length !== 1 || fields.memo !== MEMO || `${quantities}` !== `${expected}`;
		});
	};

	/** What is wrong with an execution that migrated the orders from the first one on; with what it found. */
	const examine = async (execution, batch, first, orders) => {
		const [problem] = failuresOf(execution);
		if (problem) return { problem };
		const [{ binary: download }] = itemsOf(execution, DOWNLOAD);
		const [{ json: summary, binary }] = itemsOf(execution, MIGRATE);
		const [{ json: rejected }] = itemsOf(execution, REJECTED);
		const files = itemsOf(execution, ORDERS);
		const rows = itemsOf(execution, ROWS);
		const all = [download.data, ...Object.values(binary), ...files.map((file) => file.binary.data)];
		const modes = [...new Set(all.map(({ id = 'memory' }) => id.split(':')[0]))];
		const outcomes = (await client.readFile(binary.results.id)).trimEnd().split('\n');
		const expected = Array.from({ length: orders - first }, (_, n) => [
			idOf(batch, first + n),
			isRejected(first + n) ? 'rejected' : summary.updated > 0 ? undefined : 'created',
		]);
		const isExpected = outcomes.every((line, n) => {
			const { external_id: id, outcome } = JSON.parse(line);
			return id === expected[n]?.[0] && outcome === (expected[n][1] ?? outcome);
		});
		const refused = expected.filter(([, outcome]) => outcome === 'rejected').length;
		const records = (await service.records('orders')).map(({ id }) => id);
		const readBack = new Set(rows.map(({ json }) => json.id));
		const wrong = [
			[MODE in cluster.settings.worker, `${MODE} is set`],
			[modes.join() !== 'database', `files in ${modes}`],
			[summary.orders !== expected.length, `${summary.orders} orders`],
			[summary.rejected !== refused, `${summary.rejected} rejected`],
			[outcomes.length !== expected.length || !isExpected, 'wrong result file'],
			[rejected.would_send !== refused, `${rejected.would_send} rejected orders read again`],
			[files.length < 2, `${files.length} files of orders`],
			[rows.length !== records.length, `${rows.length} of ${records.length} orders read back`],
			[!records.every((id) => readBack.has(id)), 'other orders read back'],
		].flatMap(([isWrong, text]) => (isWrong ? [text] : []));
		const found = `${summary.rows} rows, ${summary.orders} orders, ${refused} rejected and read again; ${rows.length} orders in ${files.length} files read back; files in ${modes}`;
		return { problem: wrong.join('; '), found, summary };
	};

	/** Serves a file to n8n's HTTP Request node until it is closed. */
	const serve = async (content) => {
		const server = createServer((_, response) => {
			response.setHeader('content-type', 'text/csv').end(content);
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const close = () => {
			server.closeAllConnections();
			server.close();
		};
		return { url: `http://127.0.0.1:${server.address().port}/orders.csv`, close };
	};

	const start = async (batch, url, startAtRow) => {
		const workflow = migration(batch, url, credential, startAtRow);
		const { id } = await client.importWorkflow(workflow, [credential]);
		return { id, ended: client.runWorkflow(id, START, { timeoutMs: TIMEOUT_MS }) };
	};

	return {
		async prepare() {
			credential = await cluster.saveAccess('Files');
		},

		/** Files in and out, each by the worker alone; the main hands the results to a person. */
		async migrated(orders) {
			const { url, close } = await serve(csvOf('whole', orders));
			const execution = await (await start('whole', url)).ended;
			close();
			const { problem, found } = await examine(execution, 'whole', 0, orders);
			const wrong = await wrongOrders('whole', orders);
			const worker = cluster.workerOf(execution.id);
			return {
				ok: !problem && wrong.length === 0 && worker !== undefined,
				found: problem || `${found}; ${wrong.length} orders wrong; on ${worker}`,
			};
		},

		/** A migration that is run again from the row that the log of its dead worker names last, as docs/migration.md says. */
		async interrupted(orders) {
			const batch = 'killed';
			const { url, close } = await serve(csvOf(batch, orders));
			let row = 2;
			return {
				...{ name: 'file', total: orders - orders / REJECTED_EVERY, close },
				done: async () =>
					(await service.records('orders')).filter(({ externalId }) =>
						externalId?.startsWith(idOf(batch, '')),
					).length,
				run: async (worker) => {
					if (worker === undefined) return await start(batch, url);
					const log = cluster.logsOf(worker);
					row = Number([...log.matchAll(/set Start at Row to (\d+)/g)].at(-1)?.[1]);
					return await start(batch, url, row);
				},
				wrong: async (execution) => {
					const first = Math.floor((row - 2) / LINES);
					const { problem } = await examine(execution, batch, first, orders);
					const wrong = await wrongOrders(batch, orders);
					return [
						...(row > 2 ? [] : [`the log names row ${row}`]),
						...(problem ? [problem] : []),
						...wrong.map((order) => `order ${order}`),
					];
				},
			};
		},
	};
}
