import type { Field } from '../../nodes/shared/schema/field';
import type { Resource } from '../../nodes/shared/resource/definition/resource';
import type { Shape, ValueType } from '../../nodes/shared/schema/types';
import { bodyReader } from '../../nodes/shared/resource/actions/input/body';
import { belongsTo, isRequired, type Write } from '../../nodes/shared/resource/definition/writes';
import { readOptions } from '../../nodes/shared/schema/reading/readOptions';

const ID = '0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10';

const usual: Readonly<Record<ValueType | 'rows', unknown>> = {
	text: 'text',
	textOrInteger: '1042',
	number: 110,
	integer: 1,
	boolean: true,
	date: '2026-01-31',
	dateTime: '2026-01-31T09:30:00Z',
	texts: ['one', 'two'],
	object: {},
	any: null,
	rows: [],
};

function sampleOf({ type, rows = [], example, knownValues: seen, refersTo }: Field): unknown {
	if (type === 'rows') return [samplesOf(rows)];
	if (refersTo?.by === 'id') return ID;
	return example ?? seen?.[0] ?? usual[type];
}

const telling = ({ example, knownValues: seen, required }: Field) =>
	example !== undefined || seen !== undefined || required !== undefined;

const samplesOf = (fields: readonly Field[]) =>
	Object.fromEntries(fields.filter(telling).map((field) => [field.name, sampleOf(field)]));

/** An item with the example values of the fields, and the body that it becomes. */
export function exampleWrite(resource: Resource, write: Write) {
	const fields = resource.fields.filter(
		(field) => belongsTo(field, write) && (telling(field) || isRequired(field, write, resource)),
	);
	const item = Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]));
	const body = bodyReader(resource, write, readOptions('UTC')).read(item);
	if (!body.ok)
		throw new Error(`The examples of ${resource.label} are wrong: ${body.failure.message}`);
	return { item, body: body.value };
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Example values of some keys, better than one of their kind. */
const knownExamples: Readonly<Record<string, unknown>> = { currency: 'EUR', errors: [], ok: true };

/** Keys that a response has only when the work was queued. */
const ofQueued = ['job_id', 'queued'];

/** An item of a shape, with the example values of the fields of the same name. */
export function exampleItem(
	shape: Shape,
	{ fields = [], status = 'active' }: { fields?: readonly Field[]; status?: string } = {},
): Record<string, unknown> {
	const examples = new Map<string, unknown>(
		fields.map((field) => [snake(field.name), field.example ?? field.knownValues?.[0]]),
	);
	const valueOf = (key: string, kind: Shape[string]): unknown => {
		if (Array.isArray(kind)) return [exampleItem(kind[0] as Shape)];
		if (typeof kind === 'object') return exampleItem(kind as Shape);
		const type = kind.replace('!', '') as ValueType;
		if (key in knownExamples) return knownExamples[key];
		if (key === 'status' && type === 'text') return status;
		const known = examples.get(key);
		if (known !== undefined && type !== 'object' && type !== 'texts') return known;
		if (type !== 'text') return usual[type];
		if (/(^|_)id$/.test(key)) return /external/.test(key) ? 'erp-1042' : ID;
		return key.replaceAll('_', ' ');
	};
	return Object.fromEntries(
		Object.entries(shape)
			.map(([name, kind]) => [name.replace('!', ''), kind] as const)
			.filter(([key]) => !ofQueued.includes(key))
			.map(([key, kind]) => [key, valueOf(key, kind)]),
	);
}
