import type { Field, Shape } from '../../nodes/shared/schema/types';
import type { Resource } from '../../nodes/shared/resource/definition/resource';
import { type Call, type Fact, unnamed } from './call';

type Write = 'create' | 'update';

export function shapeFacts(shape: Shape, before = ''): Fact[] {
	return Object.entries(shape).flatMap(([key, value]): Fact[] => {
		const path = before + key.replace(/!$/, '');
		if (typeof value === 'string') {
			const required = value.endsWith('!');
			return [{ path, kind: value.replace(/!$/, ''), required, nullable: !required }];
		}
		if (!Array.isArray(value)) return shapeFacts(value as Shape, `${path}.`);
		const required = key.endsWith('!');
		return [
			{ path, kind: 'rows', required, nullable: !required },
			...shapeFacts(value[0] as Shape, `${path}[].`),
		];
	});
}

export function fieldFacts(fields: readonly Field[], write: Write, before = ''): Fact[] {
	return fields
		.filter(({ only }) => only === undefined || only === write)
		.flatMap((field): Fact[] => {
			const { name, wireAlias, nestedIn: inside = [], required, nullable = true } = field;
			const fact = {
				path: before + [...inside, name].join('.'),
				kind: field.type,
				required: required === true || required === write,
				nullable: nullable === true || nullable === write,
				default: field.default,
			};
			return [
				fact,
				...(wireAlias ? [{ ...fact, path: before + [...inside, wireAlias].join('.') }] : []),
				...fieldFacts(field.rows ?? [], write, `${fact.path}[].`),
			];
		});
}

function bodyFacts({ fields, additionalProperties }: Resource, write: Write): Fact[] {
	const further = { path: '*', kind: 'any', required: false, nullable: true };
	return [...fieldFacts(fields, write), ...(additionalProperties ? [further] : [])];
}

/** The response to writes of orders, instead of the common envelope. */
const orderResults: Shape = {
	ok: 'boolean!',
	results: [{ external_id: 'text!', status: 'text!', order_id: 'text', errors: 'texts' }],
	job_id: 'text',
	ctx_id: 'text',
};

function envelope({ identifiers, envelope: further }: Resource): Fact[] {
	const knowsExternalIds = identifiers.external ?? identifiers.externalQuery;
	return shapeFacts({
		ok: 'boolean!',
		status: 'text!',
		...(knowsExternalIds ? { external_id: 'text' } : {}),
		[identifiers.envelope]: 'text',
		ctx_id: 'text',
		...further,
	});
}

function writeResponse(resource: Resource): Fact[] {
	if (resource.writeResponse === 'record') return shapeFacts(resource.record);
	return resource.writeResponse === 'results' ? shapeFacts(orderResults) : envelope(resource);
}

function listTakes({ list, language, workspace }: Resource): string[] {
	const isPaged = list.paging !== undefined;
	return [
		...(workspace?.includes('list') ? ['?workspace_id text'] : []),
		...(language?.includes('list') ? ['?lang text', '?language text'] : []),
		...(list.filters ?? []).map(({ name, type }) => `?${name} ${type}`),
		...(list.search ? [`?${list.search} text`] : []),
		...(list.sort ? ['?sort text'] : []),
		...(isPaged ? ['?page integer', '?limit integer'] : []),
	];
}

function recordTakes(resource: Resource, call: 'get' | 'update' | 'delete'): string[] {
	const { identifiers, language, workspace } = resource;
	return [
		...(workspace?.includes(call) ? ['?workspace_id text'] : []),
		...(identifiers.externalQuery?.includes(call) ? ['?external_id text'] : []),
		...(call === 'get' && language?.includes('get') ? ['?lang text', '?language text'] : []),
	];
}

const listWords = { none: 'bare', untilShort: 'data', total: 'data and total' } as const;

/** Every call that the definition of a record resource leads to. */
export function definitionCalls(resource: Resource): Call[] {
	const { operations, list, bulk, extraReads = [] } = resource;
	const path = unnamed(resource.path);
	const has = (...names: string[]) => operations.some((name) => names.includes(name));
	const create = bodyFacts(resource, 'create');
	const bulkPath = ({ path: from }: Fact) =>
		bulk ? from.replace(`${bulk.element}.`, `${bulk.list}[].`) : from;
	/** One that there is where the resource has an operation. */
	const when = (isThere: boolean, call: Partial<Call> & Pick<Call, 'name' | 'response'>): Call[] =>
		isThere ? [{ takes: [], body: [], ...call }] : [];
	return [
		...when(has('getAll'), {
			name: `GET ${unnamed(resource.listPath ?? resource.path)}`,
			takes: listTakes(resource),
			list: listWords[list.paging ?? 'none'],
			// Rows of the lists with a total are free objects in the contract.
			response: list.paging === 'total' ? [] : shapeFacts(resource.listRecord ?? resource.record),
		}),
		...when(has('get'), {
			name: `GET ${path}/{}`,
			takes: recordTakes(resource, 'get'),
			response: shapeFacts(resource.record),
		}),
		...when(has('create', 'upsert'), {
			name: `POST ${path}`,
			body: create,
			response: writeResponse(resource),
		}),
		...when(has('update'), {
			name: `PUT ${path}/{}`,
			takes: recordTakes(resource, 'update'),
			body: bodyFacts(resource, 'update'),
			response: writeResponse(resource),
		}),
		...when(has('delete'), {
			name: `DELETE ${path}/{}`,
			takes: recordTakes(resource, 'delete'),
			response: envelope(resource),
		}),
		...(bulk
			? when(true, {
					name: `POST ${bulk.path}`,
					body: [
						{ path: bulk.list, kind: 'rows', required: true, nullable: false },
						...create.map((fact) => ({ ...fact, path: bulkPath(fact) })),
					],
					response: writeResponse(resource),
				})
			: []),
		...extraReads.flatMap((read) =>
			when(true, {
				name: `GET ${read.path}`,
				takes: read.workspace ? ['?workspace_id text'] : [],
				list: read.response === 'array' ? 'bare' : 'data',
				response: shapeFacts(read.record),
			}),
		),
	];
}
