/** What a person sees below the output at first, for rows of which much is to be said. */
import type { INodeParameters } from 'n8n-workflow';

import { byId, fromItem } from '../../../testing/parameters';
import type { Service } from '../../../testing/runNode';
import { useCustomService, useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox();
const custom = useCustomService();
const { runNode } = useEngine<Service>(sandbox);

const ifMissing = 'leaveEmpty';
const columnNames = { column: [{ name: 'Absent', field: 'Stage' }] };
const table = { ...fromItem, options: { reading: { ifMissing, columnNames } } };
/** One column is ignored, and two name records that are not there; a further one is named that the rows lack. */
const unknown = { Region: 'N', 'Company Name': 'Nobody', 'Contact Email': 'nobody@x.example' };
const rows = [1, 2].map((at) => ({ external_id: `new-${at}`, name: `A ${at}`, ...unknown }));
const lines = rows.map((row) => ({ ...row, item_external_id: 'i', quantity: 1 }));
const sync = { ...table, matchBy: 'name' };
const orders = { ...fromItem, options: { reading: { ifMissing } } };
const migration = { ...fromItem, partner: 'erp', inputMode: 'line' };
const enriched = { company_id: '1', warnings: ['A', 'B', 'C', 'D'] };

it.each<[string, string, INodeParameters, object[], ...RegExp[]]>([
	['deal', 'create', table, rows, /^Region → ignored/],
	['deal', 'update', { ...table, ...byId('a') }, rows, /^Region → ignored/],
	['deal', 'findOrCreate', table, rows, /^Region → ignored/],
	['deal', 'find', table, rows],
	['deal', 'delete', byId('a'), [{}]],
	['deal', 'getAll', { limit: 1 }, [{}], /^1 of 50 deals/],
	['deal', 'sync', { ...sync, mode: 'upsert' }, rows, /^Region → /, /^Deals: 2 created/],
	[
		'deal',
		'sync',
		{ ...sync, mode: 'mirror', dryRun: true },
		rows,
		/^Region → /,
		/^Deals .dry run/,
	],
	['company', 'upsert', fromItem, rows, /^Region, Company Name → ignored/],
	['order', 'createMany', orders, lines, /^2 orders in /],
	['migrationUpsert', 'upsertOrders', migration, lines, /→ ignored/, /^2 orders in /],
	['enrich', 'enrich', { resource: 'company', ...byId('1') }, [{}], /^1 of 1 result: A/],
	['score', 'score', { resource: 'company', ...byId('1') }, [{}], /^1 of 1 result: A/],
])('of %s › %s are three lines', async (node, operation, parameters, items, ...expected) => {
	custom.reply = () => ({ body: { data: enriched } });
	const service = ['enrich', 'score'].includes(node) ? custom : sandbox;
	const more = { items, service, onError: 'continueErrorOutput' as const };
	const { seen, errorText } = await runNode(node, operation, parameters, more);
	expect(errorText).toBe('');
	expect(seen.length).toBeLessThanOrEqual(3);
	for (const [at, line] of expected.entries()) expect(seen[at]).toMatch(line);
});
