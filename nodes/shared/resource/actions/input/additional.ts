import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	inOptions,
	itemReader,
	valueOf,
	type Definition,
	type Parameter,
} from '../../../execution';
import { badInput, holdsExpression, type Failure, type ServiceRequest } from '../../../http';
import { show, findUnsendable, hasTooManyKeys, TOO_MANY_KEYS } from '../../../schema/limits';
import { isFilled, isNothing, presenceOf } from '../../../schema/presence';
import { isObject, readValue } from '../../../schema/values';
import { identifyingKeys } from '../../definition/outputs';
import type { Resource } from '../../definition/resource';
import { additionalBodyFields, additionalQueryParameters } from '../../description/options';

/** What a person adds to a request, because the service takes more than this package knows. */

/** An option as an object: JSON, or its text. */
export const additionalOf = (option: Definition): Parameter<IDataObject> =>
	valueOf(option, (given, path) => {
		if (presenceOf(given) === 'empty') return {};
		const object = readValue('object', given, '');
		if (!isObject(object)) {
			throw badInput(
				path,
				`${option.displayName} is ${show(given)}`,
				'Enter a JSON object, such as {"region": "north"}.',
			);
		}
		if (hasTooManyKeys(object)) throw refuse(option, TOO_MANY_KEYS);
		return object as IDataObject;
	});

/**
 * Query Parameters: what is null or, by an expression, empty would not go out, and the service would give more than was asked
 * for.
 */
export const queryOf = (option: Definition): Parameter<IDataObject> => ({
	...valueOf(option, (given, path, written) => {
		const isLost = (value: unknown) =>
			(value ?? null) === null || (holdsExpression(written) && isNothing(value));
		const isGiven = isFilled(given) || !isLost(given);
		const query = isGiven ? additionalOf(option).read(given, path) : { '': null };
		const lost = Object.keys(query).find((name) => isLost(query[name]));
		if (lost === undefined) return query;
		const what = `${option.displayName}: no value is given${lost && ` for ${show(lost)}`}`;
		throw badInput(path, what, 'Give it a value, or leave it out.');
	}),
	needsValue: true,
});

const refuse = (option: Definition, unsendable: string) =>
	badInput(
		`options.${option.name}`,
		`${option.displayName}: given ${unsendable}`,
		'Correct the value, or leave it out.',
	);

/**
 * What is sent, and what a person adds to it; objects in both are brought together.
 *
 * @param option the option that the additions come from, for the failure when both set the same value
 */
export function withAdditional(
	sent: IDataObject,
	additional: IDataObject,
	option: Definition,
): IDataObject {
	if (Object.keys(additional).length === 0) return sent;
	const unsendable = findUnsendable(additional);
	if (unsendable) throw refuse(option, unsendable);
	const collisions: string[] = [];
	const merged = merge(sent, additional, collisions);
	if (collisions.length === 0) return merged;
	const named = collisions.map((path) => `"${path}"`).join(', ');
	throw badInput(
		`options.${option.name}`,
		`${option.displayName} sets ${named}, which the node sends already`,
		'Remove it there, or do not set the field or option that sends it.',
	);
}

/** A read with the query parameters that a person adds. */
export function withAdditionalQuery(
	request: ServiceRequest,
	additional: IDataObject = {},
): ServiceRequest {
	const query = withAdditional(request.query ?? {}, additional, additionalQueryParameters);
	return { ...request, query };
}

function merge(
	sent: IDataObject,
	additional: IDataObject,
	collisions: string[],
	before = '',
): IDataObject {
	const entries = new Map<string, unknown>(Object.entries(sent));
	for (const [key, value] of Object.entries(additional)) {
		const present = entries.get(key);
		if (!entries.has(key)) entries.set(key, value);
		else if (isObject(present) && isObject(value)) {
			const path = `${before}${key}.`;
			entries.set(key, merge(present as IDataObject, value as IDataObject, collisions, path));
		} else collisions.push(before + key);
	}
	return Object.fromEntries(entries) as IDataObject;
}

/** Prepares to check whether an expression of the node names a key of the input. */
export function expressionsOf(context: IExecuteFunctions): (key: string) => boolean {
	let text = '';
	JSON.stringify(context.getNode().parameters, (_, value: unknown) => {
		if (typeof value === 'string' && value.startsWith('=')) text += value;
		return value;
	});
	const words = new Set(text.split(/[^\p{L}\p{N}_$]+/u));
	return (key) => words.has(key) || [`'${key}'`, `"${key}"`].some((name) => text.includes(name));
}

/** Where the options say what is added. */
interface Options {
	readonly context: IExecuteFunctions;
	readonly values: { readonly sendsUnknown: boolean };
}

/**
 * Prepares the reading of what goes into a body as it is: Additional Body Fields and, where the option
 * says so, what the input has and no field takes. Of many orders at once it goes into each order.
 */
export function additionalReader({
	context,
	resource,
	hints,
	values: { sendsUnknown },
}: Options & {
	readonly resource: Resource;
	readonly hints: { ignored(keys: readonly string[]): void };
}) {
	const read = itemReader(context, inOptions({ fields: additionalOf(additionalBodyFields) }));
	const identity = new Set(identifyingKeys(resource));
	const { bulk } = resource;
	/** @param refusal why what no field takes is neither sent nor ignored */
	return (item: number, unknown: IDataObject, refusal?: Failure) => {
		const { fields } = read(item);
		if (!sendsUnknown) {
			hints.ignored(Object.keys(unknown));
			if (refusal) throw refusal;
			return fields;
		}
		const entries = Object.entries(unknown).filter(([key]) => !identity.has(key));
		if (entries.length === 0) return fields;
		const sent = Object.fromEntries(entries);
		const placed = bulk ? { [bulk.element]: sent } : sent;
		return withAdditional(placed, fields, additionalBodyFields);
	};
}

/** Whether something is added to bodies as it is, so that no field says what they lack. */
export function addsOthers({ context, values }: Options): boolean {
	const options = context.getNodeParameter('options', 0, {}, { rawExpressions: true });
	return values.sendsUnknown || (isObject(options) && Boolean(options[additionalBodyFields.name]));
}
