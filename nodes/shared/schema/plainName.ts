/** A name by which a field of a body is found in a record: records are written in snake_case, some bodies in camelCase. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll('_', '');
