import type { Problem } from '../behaviour';
import type { JsonObject } from '../contract';
import { cents } from '../names';
import type { Service } from '../service';
import type { StoredRecord } from '../store/records';
import { isoDateTime } from './dates';

/** An order as both ways of writing it give it: ordinary writes and migrations. */
export interface OrderInput {
	/** Absent in an update that does not change it. */
	externalId?: string;
	companyId?: string | null;
	companyExternalId?: string | null;
	orderAt?: string | null;
	lines?: OrderLine[];
	/** Further fields, in snake_case. */
	fields: JsonObject;
}

interface OrderLine {
	itemId?: string | null;
	itemExternalId?: string | null;
	itemName?: string | null;
	quantity?: number | null;
	price?: number | null;
	tax?: number | null;
	taxRate?: number | null;
}

/** What is wrong with an order; nothing of it was written. */
export class OrderRejected extends Error {
	constructor(readonly problems: Problem[]) {
		super(problems.map(({ message }) => message).join('; '));
	}
}

const notFound = (field: string, what: string): Problem => ({
	code: 'not_found',
	message: `${what} does not exist`,
	field,
});

function itemOf(
	line: OrderLine,
	createMissing: boolean,
	{ records }: Service,
): StoredRecord | Problem {
	if (line.itemId) {
		return records.find('items', line.itemId) ?? notFound('items', `Item ${line.itemId}`);
	}
	if (!line.itemExternalId) {
		return { code: 'required', message: 'A line names no item', field: 'items' };
	}
	const found = records.byExternalId('items', line.itemExternalId);
	if (found) return found;
	if (!createMissing) return notFound('items', `Item with external ID ${line.itemExternalId}`);
	return records.insert('items', line.itemExternalId, {
		name: line.itemName ?? line.itemExternalId,
		price: line.price ?? null,
		status: 'active',
	});
}

function companyOf(
	{ companyId, companyExternalId }: OrderInput,
	{ records }: Service,
): StoredRecord | Problem | undefined {
	if (companyId) {
		return records.find('companies', companyId) ?? notFound('company', `Company ${companyId}`);
	}
	if (!companyExternalId) return undefined;
	return (
		records.byExternalId('companies', companyExternalId) ??
		notFound('company', `Company with external ID ${companyExternalId}`)
	);
}

const isProblem = (outcome: StoredRecord | Problem | undefined): outcome is Problem =>
	outcome !== undefined && 'message' in outcome;

function totals(lines: JsonObject[]): JsonObject {
	const net = lines.map((line) => Number(line.quantity) * Number(line.price ?? 0));
	const tax = lines.map((line, index) =>
		Number(line.tax ?? (net[index] * Number(line.tax_rate ?? 0)) / 100),
	);
	const sum = (amounts: number[]) => cents(amounts.reduce((all, amount) => all + amount, 0));
	return { total_price_without_tax: sum(net), total_price: sum([...net, ...tax]) };
}

/**
 * Creates or updates one order. The order is written whole or, when something is wrong with it, not at all.
 * @throws OrderRejected with all that is wrong
 */
export function writeOrder(
	input: OrderInput,
	createMissing: boolean,
	service: Service,
	existing?: StoredRecord,
): { record: StoredRecord; created: boolean } {
	const { records } = service;
	return records.transaction(() => {
		const { externalId = existing?.externalId ?? null } = input;
		const before = existing ?? records.byExternalId('orders', externalId ?? '');
		const company = companyOf(input, service);
		const items = (input.lines ?? []).map((line) => itemOf(line, createMissing, service));
		const orderAt = input.orderAt ? isoDateTime(input.orderAt) : undefined;
		const problems = [company, ...items].filter(isProblem);
		if (input.orderAt && !orderAt) {
			const message = `${input.orderAt} is not a date`;
			problems.push({ code: 'invalid', message, field: 'order date' });
		}
		if (problems.length > 0) throw new OrderRejected(problems);

		const fields: JsonObject = { status: 'active', ...before?.fields, ...input.fields };
		if (company) fields.company_id = (company as StoredRecord).id;
		if (orderAt) fields.order_at = orderAt;
		if (input.lines) {
			const lines = input.lines.map((line, index) => {
				const item = items[index] as StoredRecord;
				fields.currency ??= item.fields.currency ?? null;
				return {
					item_id: item.id,
					quantity: line.quantity ?? 1,
					price: line.price ?? item.fields.price ?? null,
					tax: line.tax ?? null,
					tax_rate: line.taxRate ?? null,
				};
			});
			Object.assign(fields, { lines, number_item: lines.length }, totals(lines));
		}
		if (!before) {
			fields.order_at ??= service.clock.iso();
			return { record: records.insert('orders', externalId, fields), created: true };
		}
		const change = { externalId, archived: false, fields };
		return { record: records.save(before, change), created: false };
	});
}
