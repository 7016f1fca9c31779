import { bill } from '../Bill/bill';
import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { deal } from '../Deal/deal';
import { disbursement } from '../Disbursement/disbursement';
import { estimate } from '../Estimate/estimate';
import { expense } from '../Expense/expense';
import { inventory } from '../Inventory/inventory';
import { inventoryTransaction } from '../InventoryTransaction/inventoryTransaction';
import { invoice } from '../Invoice/invoice';
import { item } from '../Item/item';
import { location } from '../Location/location';
import { meter } from '../Meter/meter';
import { order } from '../Order/order';
import { payment } from '../Payment/payment';
import { property } from '../Property/property';
import { purchaseOrder } from '../PurchaseOrder/purchaseOrder';
import { report } from '../Report/report';
import { slip } from '../Slip/slip';
import { subscription } from '../Subscription/subscription';
import { workflow } from '../Workflow/workflow';
import type { Resource } from '../shared/resource/definition/resource';

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
