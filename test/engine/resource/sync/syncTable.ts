/** Rows that Sync compares with the companies of a service. */
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { fromItem } from '../../../../testing/parameters';
import type { RunNodeOptions } from '../../../../testing/runNode';
import { CompanyTable } from '../../../../testing/services/companyTable';
import { useCustomEngine } from '../../../../testing/setUp';

export const row = (at: number, more: object = {}) => ({
	external_id: `erp-${at}`,
	name: `Company ${at}`,
	...more,
});
export const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => row(at));

/** The companies of the test that is running. */
export let table: CompanyTable;
export const fill = (count: number) => rowsOf(count).forEach((each) => table.add({ ...each }));

/** A service that is empty before each test, and Sync with it; `usual` is what its runs have in common. */
export function useSync(usual: INodeParameters, nodeTypes?: Record<string, INodeType>) {
	const { service, n8n, runNode, storedCredentials } = useCustomEngine(nodeTypes);
	const empty = () => {
		table = new CompanyTable();
		service.reply = table.reply;
	};
	beforeEach(empty);
	const sync = async (
		items: readonly object[],
		parameters: INodeParameters = {},
		options: RunNodeOptions = {},
	) =>
		await runNode(
			'company',
			'sync',
			{ ...usual, matchBy: 'external_id', ...fromItem, ...parameters },
			{ items, ...options } as RunNodeOptions<typeof service>,
		);
	/** Runs another operation with columns by their names; what fails comes out. */
	const run = async (
		operation: string,
		items: readonly object[],
		parameters: INodeParameters = {},
		options: RunNodeOptions = {},
	) =>
		await runNode('company', operation, { ...fromItem, ...parameters }, {
			...{ items, onError: 'continueErrorOutput' },
			...options,
		} as RunNodeOptions<typeof service>);
	const writes = () => service.requests.filter(({ method }) => method !== 'GET');
	const bodies = () => writes().map(({ body }) => body);
	return { service, n8n, storedCredentials, sync, empty, run, runNode, writes, bodies };
}

export const outcomes = (items: ReadonlyArray<{ json: { outcome?: unknown } }>) =>
	items.map(({ json }) => json.outcome);
export const names = () => table.companies.map(({ name }) => name).sort();
