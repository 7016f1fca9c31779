import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../../../nodes/shared/resource/definition/resource';
import type { Reference } from '../../../../nodes/shared/schema/types';
import { resources } from '../../../../scripts/lib/definitions';
import { TRIES_ALL } from '../../../../testing/simulations';
import type { TestService } from '../../../../testing/threeServices';

import { done, refused, undecided, type Bodies, type Body, type Named } from './bodies';

/** What became of a write whose response has this body. */
type Meaning = 'done' | 'refused' | 'undecided, and stored' | 'undecided, and not stored';

export interface Case extends Body {
	readonly name: string;
	readonly means: Meaning;
}

const casesOf = (means: Meaning, bodies: Bodies): Case[] =>
	Object.entries(bodies).map(([name, body]) => ({
		name,
		means,
		...(typeof body === 'function' ? { body } : body),
	}));

export const cases: readonly Case[] = [
	...casesOf('done', done),
	...casesOf('refused', refused),
	...casesOf('undecided, and stored', undecided),
	...casesOf('undecided, and not stored', undecided),
];

export const isStored = ({ means }: Case) => means === 'done' || means === 'undecided, and stored';

/** A body as a response. */
export function responseOf({ body, status = 200 }: Body, named: Named) {
	const value = body(named);
	const text = typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
	return { status, text, type: text?.startsWith('<') ? 'text/html' : 'application/json' };
}

/** Whether an item is one that failed; a record may have an `error` of its own. */
export const isFailed = ({ details }: IDataObject): boolean =>
	typeof details === 'object' && details !== null && 'kind' in details && 'hint' in details;

/** A record of another object that the service knows. */
export const linkedIn = (service: TestService) => (reference: Reference) => {
	if (service.name !== 'sandbox') return `${reference.resource}-1`;
	const target = resources.find(({ name }) => name === reference.resource) as Resource;
	const [first] = service
		.stored(target.path.split('/')[3])
		.filter((record) => !record.archived && record.externalId !== undefined);
	return (reference.by === 'id' ? first?.key : first?.externalId) ?? null;
};

/** The operation that makes a new record: a workflow is only written by its external ID. */
export const createsBy = ({ operations }: Resource) =>
	operations.includes('create') ? 'create' : 'upsert';

/** One of each kind: an upsert, a list of results, no upsert, a path with a choice. */
const FEW = ['company', 'order', 'deal', 'property'];

/** The objects that are tried, by label. */
export const table = resources
	.filter(({ name }) => TRIES_ALL || FEW.includes(name))
	.map((resource) => [resource.label, resource] as const);
