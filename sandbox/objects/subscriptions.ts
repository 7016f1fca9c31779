import type { JsonObject } from '../contract';
import { ServiceError } from '../errors';
import { cents } from '../names';
import type { Service } from '../service';
import type { ObjectRules } from './objectRules';

interface Line {
	id: string;
	amount: number;
	price?: number | null;
	name?: string | null;
}

const refuse = (key: string, problem: string) => {
	throw new ServiceError(400, `${key}: ${problem}`, { code: 'invalid_reference' });
};

function resolveLine(line: Line, { records }: Service) {
	const item = records.find('items', line.id) ?? refuse('items', `no item ${line.id}`);
	return {
		id: item.id,
		name: line.name ?? item.fields.name ?? null,
		price: line.price ?? item.fields.price ?? null,
		status: item.fields.status ?? null,
		amount: line.amount,
	};
}

function resolveCustomer(key: string, reference: string, { records }: Service) {
	const object = records.find('contacts', reference) ? 'contacts' : 'companies';
	const customer =
		records.find(object, reference) ?? refuse(key, `no contact or company ${reference}`);
	return { object, id: customer.id };
}

export const subscriptions: ObjectRules = {
	write(given, service, before) {
		const { cid, contact, items, ...fields } = given;
		const result: JsonObject = before ? fields : { status: 'active', ...fields };
		const customer = contact ?? cid;
		if (customer) {
			result.customer = resolveCustomer(contact ? 'contact' : 'cid', String(customer), service);
		}
		if (items !== undefined) {
			const lines = ((items ?? []) as Line[]).map((line) => resolveLine(line, service));
			result.lines = lines;
			result.total_price ??= cents(
				lines.reduce((sum, line) => sum + Number(line.price ?? 0) * line.amount, 0),
			);
		}
		return result;
	},

	show({ fields }, { records }) {
		const lines = (fields.lines ?? []) as JsonObject[];
		const { object, id } = (fields.customer ?? {}) as { object?: string; id?: string };
		const customer = object && id ? records.byId(object, id) : undefined;
		return {
			items: lines,
			number_item: lines.length,
			contact_info: customer
				? [
						{
							id: customer.id,
							name: customer.fields.name ?? null,
							email: customer.fields.email ?? null,
							phone: customer.fields.phone_number ?? null,
						},
					]
				: [],
		};
	},
};
