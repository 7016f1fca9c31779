import type { ResourceMapperField } from 'n8n-workflow';

import { allFields, headerFields } from './fields';

/** What one input item is: an order, an order line, orders as JSON, or a file of order lines. */
export type InputMode = 'order' | 'line' | 'json' | 'file';

const columnTypes = {
	text: 'string',
	integer: 'number',
	number: 'number',
	date: 'dateTime',
} as const;

/** The columns that a person maps by hand: those of an order, and of a line where an item is one. */
export function mapperColumns(mode: InputMode): ResourceMapperField[] {
	const fields = mode === 'line' ? allFields : headerFields;
	return fields.map(({ name, label, type, required }) => ({
		id: name,
		displayName: label,
		required: required === true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: columnTypes[type as keyof typeof columnTypes],
	}));
}
