import { exampleCompanies } from '../../sandbox/seed';
import { useRunning } from './client';

const running = useRunning();
beforeEach(() => running.sandbox.reset());

const named = (name: string, object = 'companies') =>
	running.sandbox.records(object).find((record) => record.name === name)!;
const enrich = async (body: object) =>
	(await running.api.post('/v1/enrich', { object_type: 'company', ...body })).data;
const score = async (type: string, id: unknown) =>
	(await running.api.post('/v1/score', { object_type: type, record_id: id })).data.data;

describe('enrich', () => {
	it('fills in empty fields, and shows the source of each value', async () => {
		const { id } = named('Siemens');
		const { data, message } = await enrich({ record_id: id });
		expect(data.updated_builtin_fields).toEqual({
			address: 'Werner-von-Siemens-Straße 1, 80333 Munich, Germany',
		});
		expect(data.field_evidence.address).toMatchObject({ domain: 'siemens.com' });
		expect(data.proposed_fields).toEqual({});
		expect(message).toBe('1 fields updated');
		expect(named('Siemens').address).toContain('Munich');
		const again = await enrich({ record_id: id });
		expect(again.data.updated_builtin_fields).toEqual({});
		expect(again.data.run_id).toBe(data.run_id);
	});

	it('keeps existing values unless force_refresh is set', async () => {
		const { id } = named('SAP');
		const first = await enrich({ record_id: id });
		expect(first.data.skipped_fields.address).toBe('already has a value');
		expect(named('SAP').address).toBe('Walldorf, Germany');
		const second = await enrich({ record_id: id, force_refresh: true });
		expect(second.data.updated_builtin_fields.address).toContain('Dietmar-Hopp-Allee 16');
		expect(named('SAP').address).toContain('Dietmar-Hopp-Allee 16');
	});

	it('only proposes in a dry run', async () => {
		const before = named('Siemens');
		const custom_field_map = { industry: 'industry' };
		const { data } = await enrich({ record_id: before.id, dry_run: true, custom_field_map });
		const expected = { address: expect.stringContaining('Munich'), industry: 'Manufacturing' };
		expect(data.proposed_fields).toEqual(expected);
		expect([data.updated_builtin_fields, data.updated_custom_fields]).toEqual([{}, {}]);
		expect(named('Siemens')).toEqual(before);
	});

	it('writes custom properties that exist, and reports those that do not', async () => {
		const { id } = named('Siemens');
		const map = { industry: 'industry', founded_year: 'year_of_birth', mood: 'industry' };
		const { data } = await enrich({ record_id: id, custom_field_map: map });
		expect(data.updated_custom_fields).toEqual({ industry: 'Manufacturing' });
		expect(data.skipped_fields.founded_year).toContain('year_of_birth');
		expect(data.skipped_fields.mood).toContain('no such fact');
		const read = await running.api.get(`/v1/public/companies/${String(id)}`);
		expect(read.data.industry).toBe('Manufacturing');
	});

	it('finds the company of a seed by external ID, site or name', async () => {
		const { id } = named('Adobe');
		const seeds = [{ external_id: 'acme-adobe' }, { url: 'adobe.com/about' }, { name: 'adobe' }];
		for (const seed of seeds) {
			const { data } = await enrich({ seed, dry_run: true });
			expect(data.company_id).toBe(id);
		}
	});

	it('only proposes for a seed that matches no record', async () => {
		const before = running.sandbox.records('companies').length;
		const seed = { url: 'https://www.maersk.com', external_id: 'm' };
		const { data, message } = await enrich({ seed });
		expect(data).toMatchObject({ company_id: null, seed_external_id: 'm' });
		expect(data.proposed_fields).toMatchObject({ name: 'Maersk' });
		expect(message).toContain('nothing was written');
		expect(running.sandbox.records('companies')).toHaveLength(before);
	});

	it('reports when nothing is known', async () => {
		const { data, message } = await enrich({ record_id: named('Trek Bicycle').id });
		expect(data.provider_meta.found).toBe(false);
		expect(data.updated_builtin_fields).toEqual({});
		expect(message).toContain('Nothing is known');
	});

	it('requires an existing company, or a seed that is not empty', async () => {
		const post = async (body: object) => (await running.api.post('/v1/enrich', body)).status;
		const id = '00000000-0000-4000-8000-000000000000';
		expect(await post({ object_type: 'company' })).toBe(400);
		expect(await post({ object_type: 'company', seed: {} })).toBe(400);
		expect(await post({ object_type: 'company', record_id: id })).toBe(404);
		expect(await post({ object_type: 'deal', record_id: id })).toBe(422);
		expect(await post({ object_type: 'company', record_id: 'x' })).toBe(422);
	});
});

describe('score', () => {
	it('follows the rule for companies, before and after enrichment', async () => {
		const { id } = named('Siemens');
		// url 10, name 8; known 20; 10,000+ 20, Manufacturing 14
		expect(await score('company', id)).toMatchObject({ score: 72, band: 'medium' });
		await enrich({ record_id: id });
		const after = await score('company', id);
		expect(after).toMatchObject({ score: 84, band: 'high', record_id: id });
		expect(await score('company', id)).toEqual(after);
		expect(after.dimensions).toEqual([
			{ key: 'completeness', score: 30, maximum: 40 },
			{ key: 'evidence', score: 20, maximum: 20 },
			{ key: 'fit', score: 34, maximum: 40 },
		]);
		const poor = await score('company', named('Trek Bicycle').id);
		expect(poor).toMatchObject({ score: 18, band: 'low' });
	});

	it('adds half of the stage and half of the company for deals', async () => {
		const { id } = running.sandbox
			.records('deals')
			.find(({ external_id }) => external_id === 'acme-deal-siemens')!;
		await running.api.put(`/v1/public/deals/${String(id)}`, { caseStatus: 'won' });
		expect(await score('deal', id)).toMatchObject({ score: 86, band: 'high' });
		await running.api.put(`/v1/public/deals/${String(id)}`, { caseStatus: 'lost' });
		expect(await score('deal', id)).toMatchObject({ score: 36, band: 'low' });
	});

	it('rejects a record that does not exist, is archived, or is of another kind', async () => {
		const { id } = named('Siemens');
		const post = async (body: object) => (await running.api.post('/v1/score', body)).status;
		expect(await post({ object_type: 'deal', record_id: id })).toBe(404);
		expect(await post({ object_type: 'order', record_id: id })).toBe(422);
		expect(await post({ object_type: 'company' })).toBe(422);
		await running.api.delete(`/v1/public/companies/${String(id)}`);
		expect(await post({ object_type: 'company', record_id: id })).toBe(404);
	});
});

describe('the example data', () => {
	it('is what the store starts with', async () => {
		const rows = exampleCompanies();
		expect(rows.length).toBeGreaterThanOrEqual(40);
		for (const row of rows) {
			expect(named(row.name)).toMatchObject({ external_id: row.company_external_id, url: row.url });
			expect(named(row.deal_name, 'deals')).toMatchObject({
				external_id: row.deal_external_id,
				case_status: row.stage,
				company_id: named(row.name).id,
			});
		}
		expect(running.sandbox.records('companies')).toHaveLength(rows.length);
	});

	it('spreads over all bands once it is enriched', async () => {
		const bands = new Set<string>();
		for (const { id } of running.sandbox.records('companies')) {
			await enrich({ record_id: id });
			bands.add((await score('company', id)).band);
		}
		expect([...bands].sort()).toEqual(['high', 'low', 'medium']);
	});
});
