import type { INodeProperties } from 'n8n-workflow';

/** The field that a credential has, as n8n gives it to a node, where none of its values is an expression. */
export const CONSTANT_VALUES = 'constantValues';

/**
 * A hidden field that is there only where none of the others is an expression. n8n decides which fields are
 * displayed by their values as they are written, and leaves out the others; a node sees resolved values only.
 *
 * @param names all fields that hold a value
 */
export const constantValues = (...names: string[]): INodeProperties => ({
	displayName: 'Constant Values',
	name: CONSTANT_VALUES,
	type: 'hidden',
	default: 'yes',
	displayOptions: {
		hide: Object.fromEntries(names.map((name) => [name, [{ _cnd: { startsWith: '=' } }]])),
	},
});
