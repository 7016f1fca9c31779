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
const migration = { ...fromItem, partner: 'erp', inputMode: 'line' };
const mirror = { ...table, matchBy: 'name', mode: 'mirror', dryRun: true };
const company = { resource: 'company', ...byId('1') };

it.each<[string, string, INodeParameters, object[], ...RegExp[]]>([
	['deal', 'create', table, rows, /^Region → ignored/],
	['deal', 'update', { ...table, ...byId('a') }, rows, /^Region → ignored/],
	['deal', 'findOrCreate', table, rows, /^Region → ignored/],
	['deal', 'find', table, rows],
	['deal', 'delete', byId('a'), [{}]],
	['deal', 'sync', { ...mirror, mode: 'upsert', dryRun: false }, rows, /^Reg/, /^Deals: 2 created/],
	['deal', 'sync', mirror, rows, /^Reg/, /^Deals .dry run/, /^Nothing was changed: 50 of 50/],
	['company', 'upsert', fromItem, rows, /^Region, Company Name → ignored/],
	['order', 'createMany', fromItem, lines, /^2 orders in /],
	['migrationUpsert', 'upsertOrders', migration, lines, /→ ignored/, /^2 orders in /],
	['enrich', 'enrich', company, [{}], /^1 of 1 result: A/],
	['score', 'score', company, [{}], /^1 of 1 result: A/],
])('of %s › %s are three lines', async (node, operation, parameters, items, ...expected) => {
	custom.reply = () => ({ body: { company_id: '1', warnings: ['A', 'B', 'C', 'D'] } });
	const service = parameters === company ? custom : sandbox;
	const more = { items, service, onError: 'continueErrorOutput' as const };
	const { seen, hints } = await runNode(node, operation, parameters, more);
	expect(seen.length).toBeLessThanOrEqual(3);
	// n8n does not fold one hint alone.
	expect(hints.length - seen.length).not.toBe(1);
	for (const [at, line] of expected.entries()) expect(seen[at]).toMatch(line);
});
