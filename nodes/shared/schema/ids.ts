import type { Field } from './field';

/** Whether a field holds an ID by itself; the external ID of its resource is known to the resource. */
export const holdsId = ({ refersTo, isId = false }: Field): boolean =>
	isId || refersTo !== undefined;

/** An ID without the spaces around it: sheets and copies pad them, and "a " would be another record. */
export const trimId = (value: unknown): unknown =>
	typeof value === 'string' ? value.trim() : value;
