import { z, type ZodTypeAny } from 'zod';

import { unmarked, type Shape, type ValueType } from './types';

/** A shape as a schema, from which the build makes the previews of the editor. */
export function shapeSchema(shape: Shape): z.ZodObject<z.ZodRawShape> {
	const made = schemas.get(shape) ?? makeSchema(shape);
	schemas.set(shape, made);
	return made;
}

/** Created when a response is first checked against them: n8n loads every node, but few of them run. */
const schemas = new WeakMap<Shape, z.ZodObject<z.ZodRawShape>>();

function makeSchema(shape: Shape): z.ZodObject<z.ZodRawShape> {
	const entries = Object.entries(shape).map(([key, kind]): [string, ZodTypeAny] => {
		if (typeof kind === 'string') {
			const type = unmarked(kind);
			const schema = scalars[type.name as ValueType];
			return [key, type.always ? schema : schema.nullish()];
		}
		const { name, always } = unmarked(key);
		const nested = Array.isArray(kind)
			? z.array(shapeSchema((kind as readonly [Shape])[0]))
			: shapeSchema(kind as Shape);
		return [name, always ? nested : nested.nullish()];
	});
	return z.object(Object.fromEntries(entries)).passthrough();
}

const textual = z.union([z.string(), z.number()]);
const numeric = z.union([z.number(), z.string().regex(/^[+-]?\d+(\.\d+)?$/)]);

const scalars: Readonly<Record<ValueType, ZodTypeAny>> = {
	text: textual,
	textOrInteger: textual,
	number: numeric,
	integer: numeric,
	boolean: z.boolean(),
	date: z.string(),
	dateTime: z.string(),
	texts: z.array(textual),
	object: z.record(z.string(), z.unknown()),
	any: z.unknown(),
};
