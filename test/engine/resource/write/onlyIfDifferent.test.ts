import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../../testing/parameters';
import { useSandboxEngine, useCustomEngine } from '../../../../testing/setUp';

const { sandbox, runNode } = useSandboxEngine();
const onlyIfDifferent = { options: { onlyIfDifferent: true } };
const methods = () => sandbox.requests.map(({ method }) => method);
const company = (own: string) => sandbox.records('companies').find((c) => c.external_id === own);

describe('Update, only if different', () => {
	it('sends nothing when the record has all values, however they are written', async () => {
		const [invoice] = sandbox.records('invoices');
		const { items } = await runNode('invoice', 'update', {
			...byId(String(invoice.id)),
			...mapped({
				total_price: ` ${Number(invoice.total_price).toFixed(3)} `,
				start_date: `${String(invoice.start_date)}T00:00:00.000+09:00`,
				currency: String(invoice.currency),
			}),
			...onlyIfDifferent,
		});
		expect(methods()).toEqual(['GET']);
		expect(items[0].json).toMatchObject({
			id: invoice.number,
			changed: false,
			changed_fields: [],
			currency: invoice.currency,
		});
	});

	it('sends all fields when one differs, and names it', async () => {
		const [record] = sandbox.records('companies');
		const { items, hints } = await runNode('company', 'update', {
			...byId(String(record.id)),
			...mapped({ name: String(record.name), phone_number: '+1 555 7777' }),
			...onlyIfDifferent,
		});
		expect(methods()).toEqual(['GET', 'PUT']);
		expect(sandbox.requests[1].body).toEqual({ name: record.name, phone_number: '+1 555 7777' });
		expect(items[0].json).toMatchObject({ changed: true, changed_fields: ['phone_number'] });
		expect(hints).toEqual([]);
	});

	it('takes a field to clear for different unless it is empty already', async () => {
		const [record] = sandbox.records('companies');
		const clear = async () =>
			await runNode('company', 'update', {
				...byId(String(record.id)),
				fieldsToClear: ['url'],
				...onlyIfDifferent,
			});
		expect((await clear()).items[0].json).toMatchObject({ changed_fields: ['url'] });
		expect((await clear()).items[0].json).toMatchObject({ changed: false });
	});

	it('looks a record up once by external ID, with one proof for each run', async () => {
		const [{ external_id: own }] = sandbox.records('companies');
		const change = async (name: string) =>
			await runNode('company', 'update', {
				...byId(String(own), 'externalId'),
				...mapped({ name }),
				...onlyIfDifferent,
			});
		await change('Another name');
		expect(methods()).toEqual(['GET', 'GET', 'POST']);
		const { items } = await change('Another name');
		expect(methods()).toEqual(['GET', 'GET', 'POST', 'GET', 'GET']);
		expect(items[0].json).toMatchObject({ external_id: own, changed: false });
	});

	it('sends what Get does not show, and says why', async () => {
		const [deal] = sandbox.records('deals');
		const { items, hints } = await runNode('deal', 'update', {
			...byId(String(deal.id)),
			...mapped({
				name: String(deal.name),
				companyExternalId: String(sandbox.records('companies')[0].external_id),
			}),
			...onlyIfDifferent,
		});
		expect(items[0].json).toMatchObject({ changed: true, changed_fields: ['companyExternalId'] });
		expect(hints.join()).toContain('Get shows no value of Company External ID to compare with');
	});

	it('fails as an update does when there is no such record', async () => {
		const parameters = { ...byId('99999'), ...mapped({ name: 'N' }), ...onlyIfDifferent };
		const { errorText } = await runNode('company', 'update', parameters);
		expect(errorText).toContain('If "99999" is a company number');
		expect(methods()).toEqual(['GET']);
	});

	it('does not change what goes out without the option', async () => {
		const [record] = sandbox.records('companies');
		const parameters = { ...byId(String(record.id)), ...mapped({ name: String(record.name) }) };
		const { items } = await runNode('company', 'update', parameters);
		expect(methods()).toEqual(['PUT']);
		expect(items[0].json).not.toHaveProperty('changed');
	});
});

describe('Create or Update, only if different', () => {
	const upsert = async (items: IDataObject[]) =>
		await runNode('company', 'upsert', { ...fromItem, ...onlyIfDifferent }, { items });

	it('creates what is not there, and then sends nothing', async () => {
		const item = { external_id: 'new-1', name: 'New', allowed_in_store: true };
		const first = await upsert([item]);
		expect(first.items[0].json).toMatchObject({
			response: { status: 'created' },
			changed: true,
			changed_fields: ['external_id', 'name', 'allowed_in_store'],
		});
		const again = await upsert([item, { ...item, allowed_in_store: 'false' }]);
		expect(again.items.map(({ json }) => json.changed_fields)).toEqual([[], ['allowed_in_store']]);
		expect(company('new-1')).toMatchObject({ name: 'New', allowed_in_store: false });
	});

	it('compares items about one record one after another', async () => {
		const output = await upsert(
			['A', 'B', 'B', 'A'].map((name) => ({ external_id: 'new-2', name })),
		);
		expect(output.items.map(({ json }) => json.changed)).toEqual([true, true, false, true]);
		expect(company('new-2')).toMatchObject({ name: 'A' });
	});

	it('sends nothing when the record cannot be read', async () => {
		sandbox.setFaults({ faults: [{ kind: 'error', methods: ['GET'] }] });
		const { errorText } = await runNode('company', 'upsert', {
			...mapped({ external_id: 'new-3', name: 'N' }),
			options: { onlyIfDifferent: true, requests: { maxRetries: 0 } },
		});
		expect(errorText).not.toBe('');
		expect(methods()).not.toContain('POST');
	});
});

describe('a service that shows its records in its own way', () => {
	const { service, runNode: run } = useCustomEngine();
	const show = (record: IDataObject) => {
		service.reply = ({ method }) => ({
			body: method === 'GET' ? record : { ok: true, status: 'updated', external_id: '1' },
		});
	};

	it('has a record written that is archived, which brings it back', async () => {
		show({ id_inv: 7, currency: 'EUR', status: 'archived' });
		const parameters = { ...byId('7'), ...mapped({ currency: 'EUR' }), ...onlyIfDifferent };
		const { items } = await run('invoice', 'update', parameters);
		expect(items[0].json).toMatchObject({ changed: true, changed_fields: [] });
	});

	it('has a record written that may be another one, with a hint', async () => {
		show({ id: 'uuid-1', name: 'Greet', status: 'active' });
		const greet = mapped({ external_id: '1', name: 'Greet' });
		const parameters: INodeParameters = { ...greet, ...onlyIfDifferent };
		const { items, errorText, hints } = await run('workflow', 'upsert', parameters);
		expect(errorText).toBe('');
		expect(items[0].json).toMatchObject({ changed: true });
		expect(hints.join()).toContain('shows no external ID of the workflow');
	});

	it.each([
		[10_000_000, '10000000.01'],
		[15_000_000_000, '15000000010'],
		['0.30', '0.30000000000000004', false],
	])('has %s written over or left at %s', async (shown, amount, isWritten = true) => {
		show({ id_inv: 7, total_price: shown });
		const parameters = { ...byId('7'), ...mapped({ total_price: amount }), ...onlyIfDifferent };
		const { items } = await run('invoice', 'update', parameters);
		const expected = { changed: isWritten, changed_fields: isWritten ? ['total_price'] : [] };
		expect(items[0].json).toMatchObject(expected);
	});

	it('has an object written that a key is taken out of', async () => {
		const choices = { retail: ['small'], wholesale: ['large'] };
		show({ id: 'p-1', object: 'companies', conditional_choice_mapping: choices });
		const write = async (mapping: object) => {
			const { items } = await run('property', 'update', {
				...{ objectName: 'companies', ...byId('p-1'), ...onlyIfDifferent },
				...mapped({ conditional_choice_mapping: JSON.stringify(mapping) }),
			});
			return items[0].json.changed;
		};
		expect([await write(choices), await write({ retail: ['small'] })]).toEqual([false, true]);
	});

	it('has no order written for the switches of the call alone', async () => {
		const lines = [{ quantity: 2 }];
		show({ id: 'uuid-1', external_id: 'o-1', order_at: '2026-03-01T10:00:00Z', items: lines });
		const parameters: INodeParameters = {
			...byId('uuid-1'),
			...mapped({
				externalId: 'o-1',
				orderAt: '2026-03-01T11:00:00+01:00',
				triggerWorkflows: false,
			}),
			itemsSource: 'json',
			itemsJson: '[{"quantity": "2"}]',
			...onlyIfDifferent,
		};
		const { items, errorText } = await run('order', 'update', parameters);
		expect(errorText).toBe('');
		expect(items[0].json).toMatchObject({ changed: false });
	});
});
