/** A JSON schema as far as output schemas use it. */
export interface JsonSchema {
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly items?: JsonSchema;
}

/** The keys that a schema shows, nested ones with their path: `id`, `items[].name`. */
export function keysOf({ properties, items }: JsonSchema, before = ''): string[] {
	const inside = before === '' ? '' : `${before}.`;
	return [
		...Object.entries(properties ?? {}).flatMap(([name, schema]) => [
			inside + name,
			...keysOf(schema, inside + name),
		]),
		...(items ? keysOf(items, `${before}[]`) : []),
	];
}
