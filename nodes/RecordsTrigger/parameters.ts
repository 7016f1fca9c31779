import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { bill } from '../Bill/WorkspaceRecordsBill.node.js';
import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { deal } from '../Deal/WorkspaceRecordsDeal.node.js';
import { disbursement } from '../Disbursement/WorkspaceRecordsDisbursement.node.js';
import { estimate } from '../Estimate/WorkspaceRecordsEstimate.node.js';
import { expense } from '../Expense/WorkspaceRecordsExpense.node.js';
import { inventory } from '../Inventory/WorkspaceRecordsInventory.node.js';
import { inventoryTransaction } from '../InventoryTransaction/WorkspaceRecordsInventoryTransaction.node.js';
import { invoice } from '../Invoice/WorkspaceRecordsInvoice.node.js';
import { item } from '../Item/WorkspaceRecordsItem.node.js';
import { location } from '../Location/WorkspaceRecordsLocation.node.js';
import { meter } from '../Meter/WorkspaceRecordsMeter.node.js';
import { order } from '../Order/WorkspaceRecordsOrder.node.js';
import { payment } from '../Payment/WorkspaceRecordsPayment.node.js';
import { property } from '../Property/WorkspaceRecordsProperty.node.js';
import { purchaseOrder } from '../PurchaseOrder/WorkspaceRecordsPurchaseOrder.node.js';
import { report } from '../Report/WorkspaceRecordsReport.node.js';
import { slip } from '../Slip/WorkspaceRecordsSlip.node.js';
import { subscription } from '../Subscription/WorkspaceRecordsSubscription.node.js';
import { workflow } from '../Workflow/WorkspaceRecordsWorkflow.node.js';
import { listedKeys, type Resource } from '../shared/resource/definition/resource';
import {
	bounded,
	fewParallelRequests,
	workspaceOption,
	byText,
	resourceParameter,
	optionsParameter,
	requestsOption,
	shownAt,
	textInput,
	toggle,
	whole,
} from '../shared/description';
import { notice } from '../shared/resource/description/fields';
import { additionalQueryParameters } from '../shared/resource/description/options';
import {
	choicesOf,
	emptyFiltersOption,
	filterChoices,
	filterOptions,
	filterParameters,
	ignoredFieldsOption,
	overlapOption,
	startDateParameter,
	startFromParameter,
	UPDATED_AFTER,
} from '../shared/resource/description/lists';
import { pathParameterField } from '../shared/resource/description/parameters';
/** Every kind of record that the trigger can watch: all that can be listed. */
export const watchable: readonly Resource[] = [
	bill,
	company,
	contact,
	deal,
	disbursement,
	estimate,
	expense,
	inventory,
	inventoryTransaction,
	invoice,
	item,
	location,
	meter,
	order,
	payment,
	property,
	purchaseOrder,
	report,
	slip,
	subscription,
	workflow,
];

/** Fields that change with everything, or never. */
const UNWATCHABLE = new Set(['id', 'created_at', 'updated_at']);

/** The fields that can be watched: those that a list shows. */
export const watchableFields = (resource: Resource): string[] =>
	listedKeys(resource).filter((name) => !UNWATCHABLE.has(name));

/** Apart, because n8n's rules want "Names or IDs" as the label of such a list; a field has no ID. */
const OFFERED = {
	typeOptions: { loadOptionsMethod: 'getWatchedFields', loadOptionsDependsOn: ['resource'] },
};

/** Which changes count. The editor asks for the fields of one resource, so that nobody loads those of all. */
export const watchedFieldsOption = {
	displayName: 'Watched Fields',
	name: 'watchedFields',
	type: 'multiOptions',
	...OFFERED,
	default: [],
	displayOptions: { show: { '/events': ['updated'] } },
	description: 'Only changes of these fields count as an update. Empty: any change counts.',
} satisfies INodeProperties;

/** The fields of a kind of record that can be watched, to pick. */
export function watchedFieldsOf(name: unknown): INodePropertyOptions[] {
	const resource = watchable.find((each) => each.name === name);
	return resource ? choicesOf(resource, watchableFields(resource)) : [];
}

/** Its filters; by time it looks for changes itself. */
const filtersOf = (resource: Resource) =>
	filterOptions(resource).filter(({ name }) => name !== UPDATED_AFTER);

const filtered = watchable.filter((resource) => filtersOf(resource).length > 0);

/** What a poll costs where the service sends the whole list or does not sort it. */
const wholeListNotice = notice(
	'wholeListNotice',
	'Each poll reads the whole list of these records. Every minute is right for up to 10,000 of them; with more, set Poll Times to every 15 minutes or less often.',
	{ resource: watchable.filter(({ list }) => !list.sort).map(({ name }) => name) },
);

export const maxEventsOption = {
	...bounded('Max Events per Poll', 'maxEvents', whole(1), 1000),
	description:
		'Maximum number of events of one poll, oldest first. The rest follows with the next poll.',
} satisfies INodeProperties;

export const sweepOption = {
	...bounded('Archived Check (Minutes)', 'sweepMinutes', { minValue: 0 }, 60),
	displayOptions: {
		show: { '/resource': watchable.filter(({ list }) => list.sort).map(({ name }) => name) },
	},
	description:
		'How often the whole list is read to find archived records, where a poll otherwise reads only the latest. Zero means at every poll.',
} satisfies INodeProperties;

export const sameWorkspaceOption = {
	...textInput('Same Workspace', 'sameWorkspace', 'e.g. 2026-01-31'),
	noDataExpression: true,
	description:
		'Change this text, such as to the date, when the trigger asks for it, to confirm that the credential opens the same workspace as before. Nothing is lost.',
} satisfies INodeProperties;

export const allowManyArchivedOption = toggle(
	'Allow Many Archived',
	'allowManyArchived',
	'Whether records count as archived when more than 20, and more than a tenth of the list, are missing at once. By default they do not, since the list may be incomplete.',
);

/** What starts the workflow. */
export const eventsParameter = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'Archived',
			value: 'archived',
			action: 'On record archived',
			description:
				'A record is archived: the list no longer has it, or shows it so. It is found by reading the whole list, up to 50,000 records.',
		},
		{
			name: 'Created',
			value: 'created',
			action: 'On record created',
			description: 'A record is new. Created and changed between two polls is one event.',
		},
		{
			name: 'Updated',
			value: 'updated',
			action: 'On record updated',
			description: 'A record has changed',
		},
	],
	default: ['created', 'updated'],
	description: 'Events that start the workflow; each event becomes one item',
} satisfies INodeProperties;

export const recordsTriggerParameters: INodeProperties[] = [
	{
		...resourceParameter([...watchable].sort(byText('label'))),
		default: 'deal',
		description: 'The kind of records to watch',
	},
	...watchable.flatMap((resource) =>
		pathParameterField(resource, { writes: false }).map((parameter) => ({
			...parameter,
			displayOptions: { show: { resource: [resource.name] } },
		})),
	),
	wholeListNotice,
	eventsParameter,
	startFromParameter,
	startDateParameter,
	...filtered.flatMap((resource) =>
		filterParameters(filtersOf(resource), { resource: [resource.name] }),
	),
	optionsParameter([
		additionalQueryParameters,
		...[allowManyArchivedOption, sweepOption].map((option) =>
			shownAt(option, { '/events': ['archived'] }),
		),
		{
			...emptyFiltersOption,
			options: filterChoices(filtered.flatMap(filtersOf)),
			displayOptions: { show: { '/resource': filtered.map(({ name }) => name) } },
		},
		ignoredFieldsOption,
		maxEventsOption,
		requestsOption([fewParallelRequests, workspaceOption]),
		overlapOption,
		sameWorkspaceOption,
		watchedFieldsOption,
	]),
];
