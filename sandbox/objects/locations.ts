import type { ObjectRules } from './objectRules';

const parts = ['warehouse', 'floor', 'zone', 'aisle', 'rack', 'shelf', 'bin'];

export const locations: ObjectRules = {
	show: ({ fields }) => ({
		location: parts.flatMap((part) => fields[part] ?? []).join('-') || null,
	}),
};
