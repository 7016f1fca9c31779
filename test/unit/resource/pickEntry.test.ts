import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { estimate } from '../../../nodes/Estimate/WorkspaceRecordsEstimate.node.js';
import { location } from '../../../nodes/Location/WorkspaceRecordsLocation.node.js';
import { subscription } from '../../../nodes/Subscription/WorkspaceRecordsSubscription.node.js';
import { isArchived } from '../../../nodes/shared/resource/actions/identity';
import { entryOf } from '../../../nodes/shared/resource/methods/entries';

describe('the entry of a pick list', () => {
	it.each([
		['has a name and its ID', company, { id: 'u', company_id: 7, name: 'Acme' }, 'Acme · 7', 'u'],
		['without a name is its ID', subscription, { id: 'u' }, 'Subscription u', 'u'],
		[
			'without a name shows its number and when it was created',
			company,
			{ id: 'u', company_id: 7, name: null, created_at: '2026-01-31T10:00:00Z' },
			'Company 7 · 2026-01-31',
			'u',
		],
		['takes the number where there is no ID', estimate, { id_est: 7 }, 'Estimate 7', '7'],
		['takes an ID under another name', company, { uuid: 'u', name: 'Acme' }, 'Acme', 'u'],
		['names no object', company, { id: 'u', name: { first: 'A' } }, 'Company u', 'u'],
		[
			'shows the state',
			location,
			{ id: 'u', warehouse: 'A', usage_status: 'in use' },
			'A (in use)',
			'u',
		],
		[
			'shows that it is archived',
			location,
			{ id: 'u', warehouse: 'A', usage_status: 'Archived' },
			'A (archived)',
			'u',
		],
		[
			'does not take Unarchived for archived',
			location,
			{ id: 'u', warehouse: 'A', usage_status: 'Unarchived' },
			'A (Unarchived)',
			'u',
		],
	] as const)('%s', (_, resource, row, name, value) => {
		expect(entryOf(resource, row)).toMatchObject({ name, value });
	});

	it('is left out without any ID, since it cannot be picked', () => {
		expect(entryOf(company, { name: 'Acme', id: null })).toBeUndefined();
		expect(entryOf(company, {})).toBeUndefined();
	});
});

it.each([
	['archived', true],
	['ARCHIVED', true],
	['record deleted', true],
	['Unarchived', false],
	['not archived', false],
	['un-archived', false],
	['archive pending', false],
	[null, false],
	[undefined, false],
])('the state %p is archived: %p', (state, expected) => {
	expect(isArchived(state)).toBe(expected);
});
