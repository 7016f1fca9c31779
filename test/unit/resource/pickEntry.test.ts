import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { estimate } from '../../../nodes/Estimate/WorkspaceRecordsEstimate.node.js';
import { location } from '../../../nodes/Location/WorkspaceRecordsLocation.node.js';
import { subscription } from '../../../nodes/Subscription/WorkspaceRecordsSubscription.node.js';
import { isArchived } from '../../../nodes/shared/resource/actions/identity';
import { entryOf } from '../../../nodes/shared/resource/methods/entries';

describe('the entry of a pick list', () => {
	const at = { company_id: 7, created_at: '2026-01-31T10:00:00Z' };
	const inA = (usage_status: string) => ({ warehouse: 'A', usage_status });
	it.each([
		['has a name and its ID', company, { company_id: 7, name: 'Acme' }, 'Acme · 7'],
		['without a name is its ID', subscription, {}, 'Subscription u'],
		[
			'without a name shows number and day',
			company,
			{ ...at, name: null },
			'Company 7 · 2026-01-31',
		],
		[
			'takes the number where there is no ID',
			estimate,
			{ id: undefined, id_est: 7 },
			'Estimate 7',
			'7',
		],
		['takes an ID under another name', company, { id: undefined, uuid: 'u', name: 'Acme' }, 'Acme'],
		['names no object', company, { name: { first: 'A' } }, 'Company u'],
		['shows the state', location, inA('in use'), 'A (in use)'],
		['shows that it is archived', location, inA('Archived'), 'A (archived)'],
		['does not take Unarchived for archived', location, inA('Unarchived'), 'A (Unarchived)'],
	] as const)('%s', (...[, resource, row, name, value = 'u']) => {
		expect(entryOf(resource, { id: 'u', ...row })).toMatchObject({ name, value });
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
