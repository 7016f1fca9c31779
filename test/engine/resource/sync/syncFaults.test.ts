import type { INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent } from '../../../../testing/agent';
import { accessWith } from '../../../../testing/credential';
import { useEngine } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';
import { outcomes, rowsOf, table, useSync } from './syncTable';

const { service, sync, writes } = useSync({ mode: 'upsert' });

describe('a service that fails while Sync writes', () => {
	const faulty = (from: number) => {
		let writesSoFar = 0;
		table.fault = ({ method }) =>
			method !== 'GET' && ++writesSoFar > from
				? { status: 401, body: { message: 'Token expired' } }
				: undefined;
	};

	it('ends the node with an account of what was written', async () => {
		faulty(4);
		const run = await sync(rowsOf(10), { options: { requests: { maxParallelRequests: 1 } } });
		expect(run.status).toBe('error');
		expect(table.companies).toHaveLength(4);
		expect(run.errorText).toContain('4 created');
	});

	itSince('errorDetails')(
		'leaves what was written in the output where the node continues',
		async () => {
			faulty(4);
			const options = { requests: { maxParallelRequests: 1 } };
			const run = await sync(rowsOf(10), { options }, { onError: 'continueRegularOutput' });
			expect(run.items).toHaveLength(10);
			expect(outcomes(run.items).slice(0, 4)).toEqual(Array(4).fill('created'));
			expect(run.items[4].json).toMatchObject({ error: expect.any(String), details: { item: 4 } });
			faulty(Infinity);
			const again = await sync(rowsOf(10));
			const [unchanged, created] = [Array(4).fill('unchanged'), Array(6).fill('created')];
			expect(outcomes(again.items)).toEqual([...unchanged, ...created]);
		},
	);
});

describe('Sync and Migration Upsert as tools of an agent', () => {
	const { n8n: withAgent } = useEngine(service, agentTypes);
	const ask = async (type: string, parameters: INodeParameters) =>
		await askAgent(
			withAgent,
			accessWith(service.url, 'a-token'),
			[{ type, name: 'tool', parameters }],
			[{ tool: 'tool', args: {} }],
		);
	const own = {
		...{ resource: 'company', operation: 'sync', mode: 'upsert', matchBy: 'name' },
		fields: { mappingMode: 'defineBelow', value: { name: 'Acme' } },
	};
	const migrate = {
		...{
			resource: 'migrationUpsert',
			operation: 'upsertOrders',
			partner: 'erp',
			inputMode: 'json',
		},
		orders: '[{"order_external_id":"m-1"}]',
	};

	it.each([
		['Company', own],
		['MigrationUpsert', migrate],
	])('write nothing, unless the option allows it: %s', async (type, parameters) => {
		const dry = await ask(type, parameters);
		expect(writes()).toEqual([]);
		expect(JSON.stringify(dry.responses)).toContain(
			'An agent has called, so that this was a dry run',
		);
		await ask(type, { ...parameters, options: { allowAgentWrites: true } });
		expect(writes()).toHaveLength(1);
	});
});
