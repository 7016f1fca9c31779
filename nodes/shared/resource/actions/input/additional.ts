import type { IDataObject } from 'n8n-workflow';

import { valueOf, type Definition, type Parameter } from '../../../execution';
import { badInput, type ServiceRequest } from '../../../http';
import { show, findUnsendable, hasTooManyKeys, TOO_MANY_KEYS } from '../../../schema/limits';
import { isObject, readValue } from '../../../schema/values';
import { additionalQueryParameters } from '../../description/options';

/** What a person adds to a request, because the service takes more than this package knows. */

/** An option as an object: JSON, or its text. */
export const additionalOf = (option: Definition): Parameter<IDataObject> =>
	valueOf(option, (given, path) => {
		if (given === '') return {};
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
