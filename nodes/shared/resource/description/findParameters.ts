import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Resource } from '../definition/resource';

/** The parameters that only Find or Create has. */

export const findByParameter = { displayName: 'Find By', name: 'findBy' } as const;
export const whenFound = { displayName: 'When Found', name: 'whenFound' } as const;
export const whenSeveral = { displayName: 'When Several Match', name: 'whenSeveral' } as const;

/** The fields by which a record can be found, the default first. */
const findable = ({ fields, findBy = [] }: Resource) =>
	findBy.flatMap((name) => fields.find((field) => field.name === name) ?? []);

/** The fields by which records can be found, as words: `website, name or email`. */
export function findWords(resource: Resource): string {
	const words = findable(resource).map(({ label }) => label.toLowerCase().replace(/\bid\b/, 'ID'));
	return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** How a record is found, and what becomes of it then. */
export function findParameters(resource: Resource): INodeProperties[] {
	const { name, label, operations } = resource;
	if (!operations.includes('findOrCreate')) return [];
	const show = { resource: [name], operation: ['findOrCreate'] };
	const one = label.toLowerCase();
	const choices = findable(resource);
	const found: INodeProperties = {
		...whenFound,
		type: 'options',
		options: [
			{ name: 'Leave It As It Is', value: 'leave', description: `Return the ${one} that is there` },
			{ name: 'Update It', value: 'update', description: 'Write the fields below to it' },
		],
		default: 'leave',
		displayOptions: { show },
		description: `What to do when there is such a ${one} already`,
	};
	if (choices.length < 2) return [found];
	const ofWebsites = choices.some(({ name }) => name === 'url')
		? '; of websites, the domain and path count'
		: '';
	return [
		{
			...findByParameter,
			type: 'options',
			options: choices
				.map((field) => ({ name: field.label, value: field.name }))
				.sort(byText('name')),
			default: choices[0].name,
			displayOptions: { show },
			description: `The field by which the ${one} is looked up; it has to be set below. The service searches for it, and what it finds is compared here, without regard to case${ofWebsites}.`,
		},
		found,
	];
}

/** What happens where a value that should be of one record is of several; external IDs are of one. */
export const findOptions = ({ operations, plural, findBy = [] }: Resource): INodeProperties[] =>
	operations.includes('findOrCreate') && findBy.length > 1
		? [
				{
					...whenSeveral,
					type: 'options',
					options: [
						{ name: 'Fail', value: 'fail', description: 'Write nothing and name their IDs' },
						{ name: 'Take the Oldest', value: 'oldest', description: 'The one created first' },
					],
					default: 'fail',
					displayOptions: { show: { '/operation': ['findOrCreate'] } },
					description: `What to do when several ${plural.toLowerCase()} have the value that is looked up`,
				},
			]
		: [];
