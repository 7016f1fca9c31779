import type { IExecuteFunctions } from 'n8n-workflow';

import { trimId } from '../../../schema/ids';
import type { Field } from '../../../schema/types';
import { relatedOf } from '../../description/fields';

/**
 * Prepares, once for all items, the reading of the fields that picked records stand for; undefined
 * takes back what was mapped.
 */
export function relatedReader(
	context: IExecuteFunctions,
	fields: readonly Field[],
): (item: number) => Record<string, unknown> {
	const related = relatedOf(fields);
	if (related.length === 0) return () => ({});
	return (item) => {
		const given = context.getNodeParameter('related', item, {}) as Record<string, unknown>;
		const values: Record<string, unknown> = {};
		for (const { resource: name, byId, byExternalId } of related) {
			const { mode, value: picked } = asLocator(given[name]);
			const value = trimId(picked);
			if (value === undefined || value === null || value === '') continue;
			const field = mode === 'externalId' && byExternalId ? byExternalId : byId;
			if (byExternalId) values[byExternalId.name] = undefined;
			values[byId.name] = undefined;
			values[field.name] = value;
		}
		return values;
	};
}

/** A locator as the editor stores it, or the bare value that an expression or a model gives. */
const asLocator = (given: unknown): { mode?: string; value?: unknown } =>
	typeof given === 'object' && given !== null && 'value' in given ? given : { value: given };
