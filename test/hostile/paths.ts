/** The ways through the code on which a response of the service is read, by name. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { accessWith, refreshData } from '../../testing/credential';
import type { CredentialsByType, Engine } from '../../testing/engine';
import { byId, fromItem } from '../../testing/parameters';
import { runNodeWith } from '../../testing/runNode';

/** What came of a case: how many items came out well, and which text the others or the whole ended in. */
interface Outcome {
	readonly good: number;
	readonly failed: number;
	readonly text: string;
}

export interface Path {
	run(n8n: Engine, url: string, timeoutMs: number): Promise<Outcome>;
	/** Items of which only the one in the middle meets the bad answer. */
	readonly separate?: boolean;
	/** Waits for as long as the package lets pick lists and tests wait, not for the node's time limit. */
	readonly hasOwnTimeout?: boolean;
	/** The part of the path by which the server knows what is to be bad. */
	readonly part?: string;
}

const rows = [{ externalId: 'good-1' }, { externalId: 'b' }, { externalId: 'good-2' }].map(
	(row) => ({ ...row, items: [{ itemExternalId: 'i', quantity: 1 }] }),
);

/** An item that failed has these keys and no others, by which n8n, too, tells it from the rest. */
const isFailed = ({ json }: INodeExecutionData) =>
	json.error !== undefined &&
	Object.keys(json).every((key) => ['error', 'message', 'details'].includes(key));

/**
 * Without an error output, because for that one n8n takes the items off the front of their array, one by one:
 * after a full collection of garbage this moves all others each time, a second or two for 42,000 items of
 * whatever node.
 */
function node(
	type: string,
	operation: string,
	parameters: INodeParameters,
	items: object[],
	credentials: (url: string) => CredentialsByType = (url) => accessWith(url, 'a-token'),
): Path['run'] {
	return async (n8n, url, timeout) => {
		const requests = { timeout, maxRetries: 1, retryBudget: 1 };
		const options = { requests, ...(parameters.options as INodeParameters | undefined) };
		const run = await runNodeWith(n8n, { url, token: 'a-token' })(
			type,
			operation,
			{ ...parameters, options },
			{ items, onError: 'continueRegularOutput', credentials: credentials(url) },
		);
		const failed = run.items.filter(isFailed);
		const texts = failed.map(({ json }) => String(json.error));
		const text = [...texts, run.errorText].filter(Boolean).join(' | ');
		return { good: run.items.length - failed.length, failed: failed.length, text };
	};
}

const three = [{ id: 'good' }, { id: 'bad' }, { id: 'good' }];
const named = [{ name: 'good' }, { name: 'bad' }, { name: 'good' }];
const picked = byId('={{ $json.id }}');

const refreshing = (baseUrl: string): CredentialsByType => ({
	workspaceRecordsApi: refreshData(baseUrl, 'a-refresh-token', { firstAccessToken: 'expired' }),
});

/** Something other than an item comes out, or an error. */
function settled(run: (n8n: Engine, url: string) => Promise<unknown>): Path['run'] {
	return async (n8n, url) => {
		try {
			const text = await run(n8n, url);
			return { good: 1, failed: 0, text: typeof text === 'string' ? text : '' };
		} catch (error) {
			return { good: 0, failed: 1, text: (error as Error).message };
		}
	};
}

const credentialTest = (type: string, dataOf: (url: string) => CredentialsByType): Path => ({
	run: settled(async (n8n, url) => {
		const data = dataOf(url)[type] as Record<string, string>;
		const { status, message } = await n8n.testCredential(type, data);
		if (status === 'Error') throw new Error(message);
		return message;
	}),
	hasOwnTimeout: true,
});

const firstPoll = (type: string, parameters: INodeParameters): Path => ({
	run: settled(async (n8n, url) => {
		const options = { credentials: accessWith(url, 'a-token'), mode: 'activate' } as const;
		const { error } = await n8n.poll({ type, parameters }, options);
		if (error) throw error;
	}),
	hasOwnTimeout: true,
});

/** Every record counts as created, so that all of the list is looked at. */
const recordsPoll = (watchedFields: string[]) =>
	firstPoll('workspaceRecordsTrigger', {
		resource: 'company',
		events: ['created', 'updated', 'archived'],
		startFrom: 'all',
		options: { watchedFields },
	});

const pickList = (type: string): Path => ({
	run: settled(
		async (n8n, url) =>
			await n8n.listSearch(type, 'searchRecords', { credentials: accessWith(url, 'a-token') }),
	),
	hasOwnTimeout: true,
});

export const paths: Record<string, Path> = {
	'single get': { run: node('company', 'get', picked, three), separate: true },
	'whole list': { run: node('estimate', 'getAll', { returnAll: true }, [{}]) },
	changes: { run: node('company', 'getChanges', { startFrom: 'all', returnAll: true }, [{}]) },
	'paged list': { run: node('company', 'getAll', { returnAll: true }, [{}]) },
	'updated after': {
		run: node('company', 'getAll', { returnAll: true, filters: { updatedAfter: '2026-01-01' } }, [
			{},
		]),
	},
	write: { run: node('company', 'create', fromItem, named), separate: true },
	bulk: {
		run: node(
			'order',
			'createMany',
			{ ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.items }}' },
			rows,
		),
	},
	migration: {
		run: node(
			'migrationUpsert',
			'upsertOrders',
			{ partner: 'erp', inputMode: 'line', ...fromItem },
			[1, 2, 3].map((n) => ({ order_external_id: `o-${n}`, item_external_id: 'i', quantity: 1 })),
		),
	},
	pipelines: { run: node('deal', 'getPipelines', {}, [{}]) },
	'AI call': {
		run: node('score', 'score', { resource: 'company', ...picked }, three),
		separate: true,
	},
	calendar: { run: node('calendar', 'bootstrap', {}, [{}]) },
	transfer: { run: node('transfer', 'get', picked, three), separate: true },
	file: {
		run: node('transfer', 'downloadDataFile', { ...byId('t'), options: { maxFileSize: 20 } }, [{}]),
		part: 'file',
	},
	refresh: {
		run: node('company', 'get', byId('good'), [{}], refreshing),
		part: 'refresh',
		hasOwnTimeout: true,
	},
	'credential test, token': credentialTest('workspaceRecordsApi', (url) =>
		accessWith(url, 'a-token'),
	),
	'credential test, refresh': credentialTest('workspaceRecordsApi', refreshing),
	'credential test, code': credentialTest('workspaceRecordsInternalApi', (baseUrl) => ({
		workspaceRecordsInternalApi: { baseUrl, workspaceSecret: 'code', sessionToken: '' },
	})),
	'pick list, paged': pickList('workspaceRecordsCompany'),
	'pick list, whole': pickList('workspaceRecordsEstimate'),
	columns: {
		run: settled(
			async (n8n, url) =>
				await n8n.resourceMapping('workspaceRecordsDeal', 'getColumns', {
					credentials: accessWith(url, 'a-token'),
					parameters: { resource: 'deal', operation: 'create' },
				}),
		),
		hasOwnTimeout: true,
	},
	'poll of records': recordsPoll([]),
	'poll of fields': recordsPoll(['name', 'phone_number']),
	poll: firstPoll('workspaceRecordsTransferTrigger', {
		transferIds: 't',
		events: ['finished', 'progressed'],
	}),
};
