import type { IDataObject } from 'n8n-workflow';

import { mapped } from '../../../../testing/parameters';
import type { Received } from '../../../../testing/services/customService';
import { useCustomEngine } from '../../../../testing/setUp';

const { service, runNode } = useCustomEngine();

/**
 * A service that keeps two records of an object. The external ID of the second is the number of the
 * first, as happens to whoever counts from 1. A path is read as a record number before anything else;
 * external IDs are found by query, where the test says so, and by the key of an upsert.
 */
class TwoRecords {
	readonly records: IDataObject[];

	constructor(
		private readonly facts: { number: string; envelope: string; hasId: boolean; showsOwn: boolean },
		private readonly queries: readonly string[] = ['GET', 'DELETE'],
	) {
		const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
		this.records = [
			{
				...stamps,
				[facts.number]: 1,
				id: 'uuid-1',
				external_id: 'first',
				order_at: stamps.created_at,
			},
			{ ...stamps, [facts.number]: 2, id: 'uuid-2', external_id: '1', order_at: stamps.created_at },
		];
	}

	response = ({ method, path, query, body }: Received) => {
		const { number, envelope, hasId, showsOwn } = this.facts;
		const reference = path.split('/')[4];
		const keyed = (body ?? {}) as IDataObject;
		const own = (record: IDataObject) => record.external_id;
		const found =
			method === 'POST'
				? this.records.find((record) => own(record) === keyed.external_id)
				: query.external_id !== undefined && this.queries.includes(method)
					? this.records.find((record) => own(record) === query.external_id)
					: this.records.find((record) =>
							[String(record[number]), record.id, own(record)].includes(reference),
						);
		if (!found) return { status: 404, body: { message: 'Nothing here' } };
		if (method === 'GET') {
			const { id, external_id, ...rest } = found;
			return { body: { ...rest, ...(hasId && { id }), ...(showsOwn && { external_id }) } };
		}
		found.changed = true;
		const result = { status: 'updated', external_id: own(found), [envelope]: found.id };
		return { body: { ok: true, ...result, results: [{ ...result, errors: [] }] } };
	};

	get changed() {
		return this.records.filter(({ changed }) => changed).map((record) => record.id);
	}
}

const byExternalId = (value: string) => ({ recordId: { __rl: true, mode: 'externalId', value } });
const calls = () => service.requests.map(({ method, path }) => `${method} ${path.slice(11)}`);

describe('an update by external ID', () => {
	const facts = { number: 'company_id', envelope: 'company_id', hasId: true, showsOwn: true };
	const update = async (two: TwoRecords, resource = 'company') => {
		service.reply = two.response;
		return await runNode(resource, 'update', { ...byExternalId('1'), ...mapped({ name: 'N' }) });
	};

	it('is keyed by it where the object upserts, after a look-up', async () => {
		await update(new TwoRecords(facts));
		expect(calls()).toEqual(['GET companies/1', 'POST companies']);
		expect(service.requests[1].body).toEqual({ name: 'N', external_id: '1' });
	});

	it('is addressed by the record’s own ID when it changes the external ID', async () => {
		const two = new TwoRecords(facts);
		service.reply = two.response;
		await runNode('company', 'update', { ...byExternalId('1'), ...mapped({ external_id: 'new' }) });
		expect(calls()).toEqual(['GET companies/1', 'PUT companies/uuid-2']);
		expect(two.changed).toEqual(['uuid-2']);
	});

	it('is addressed by the record’s own ID where the query is proven, though it is not shown', async () => {
		const deals = { number: 'deal_id', envelope: 'case_id', hasId: true, showsOwn: false };
		const two = new TwoRecords(deals, ['GET', 'PUT', 'DELETE']);
		await update(two, 'deal');
		expect(calls()).toEqual(['GET deals/1', 'GET deals/uuid-2', 'PUT deals/uuid-2']);
		expect(service.requests[1].query.external_id).toMatch(/^n8n-[\da-f-]{36}$/);
		expect(two.changed).toEqual(['uuid-2']);
	});

	it('changes nothing when the look-up shows another external ID', async () => {
		const two = new TwoRecords(facts, []);
		const { errorText } = await update(two);
		expect(errorText).toContain('returned another company: external ID "first" instead of "1"');
		expect(two.changed).toEqual([]);
	});
});

describe('get and delete by external ID', () => {
	const facts = { number: 'company_id', envelope: 'company_id', hasId: true, showsOwn: true };

	it.each(['get', 'delete'])('%s › is about the record that has it', async (operation) => {
		service.reply = new TwoRecords(facts).response;
		const { items } = await runNode('company', operation, { ...byExternalId('1'), output: 'raw' });
		expect(items[0].json).toMatchObject({ external_id: '1' });
	});

	it.each(['get', 'delete'])('%s › fails when it is about another one', async (operation) => {
		service.reply = new TwoRecords(facts, []).response;
		const { errorText } = await runNode('company', operation, byExternalId('1'));
		expect(errorText).toContain('another company: external ID "first" instead of "1"');
	});
});
