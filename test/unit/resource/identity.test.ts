import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { withIdentity } from '../../../nodes/shared/resource/actions/identity';

const { identifiers } = company;

describe('withIdentity', () => {
	it('does not copy a record that shows its identity, as a long list would be in memory twice', () => {
		const record = { id: 'a', company_id: 1, name: 'Acme' };
		expect(withIdentity(identifiers, record)).toBe(record);
		expect(withIdentity(identifiers, record, { id: 'b' })).toBe(record);
	});

	it('puts what is known in front, and in the place of what is empty', () => {
		const record = { name: 'Acme', external_id: null, id: '' };
		const item = withIdentity(identifiers, record, { id: 'a', externalId: 'x' });
		expect(Object.entries(item)).toEqual([
			['id', 'a'],
			['external_id', 'x'],
			['name', 'Acme'],
		]);
		expect(record.id).toBe('');
	});
});
