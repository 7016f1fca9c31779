import type { IDataObject } from 'n8n-workflow';

import { byId, mapped } from '../../../testing/parameters';
import { useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox();
const { runNode } = useEngine(sandbox);

/** The usual job of a form: contact by email, company by domain, deal, enrich, score. */
async function takeLead(lead: { email: string; website: string; company: string }) {
	const step = async (
		node: string,
		operation: string,
		parameters: object,
	): Promise<IDataObject> => {
		const { items, errorText } = await runNode(node, operation, parameters as never);
		expect([node, errorText]).toEqual([node, '']);
		return items[0].json;
	};
	const find = async (node: string, values: Record<string, string>) =>
		await step(node, 'findOrCreate', mapped(values));
	const contact = await find('contact', { name: lead.email, email: lead.email });
	const company = await find('company', { name: lead.company, url: lead.website });
	const deal = await find('deal', { external_id: `lead-${lead.email}`, name: lead.company });
	await step('enrich', 'enrich', { resource: 'company', ...byId(String(company.id)) });
	const score = await step('score', 'score', { resource: 'deal', ...byId(String(deal.id)) });
	expect(score.id).toBe(deal.id);
	return [contact, company, deal].map(({ created, id }) => ({ created, id }));
}

const counts = () => ['contacts', 'companies', 'deals'].map((name) => sandbox.records(name).length);

it('a lead that comes twice has one contact, one company and one deal', async () => {
	const lead = { email: 'lead@ibm.example', website: '', company: 'New lead' };
	const before = counts();
	const first = await takeLead({ ...lead, website: 'https://www.lead.example/' });
	const after = counts();
	expect(after).toEqual(before.map((count) => count + 1));
	const second = await takeLead({ ...lead, website: 'lead.example' });
	expect(counts()).toEqual(after);
	expect(first.map(({ created }) => created)).toEqual([true, true, true]);
	expect(second).toEqual(first.map(({ id }) => ({ id, created: false })));
});
