import type { FastifyInstance } from 'fastify';
import { isNullable, objects, type JsonObject, type ObjectFacts, type Schema } from '../contract';
import { ServiceError } from '../errors';
import { customProperties, keyOf } from '../objects/properties';
import { showRecord } from '../objects/read';
import { snakeCase, titleCase } from '../names';
import type { Service } from '../service';
import { stableUuid, type StoredRecord } from '../store/records';
import { isPlain, plainEnvelope } from './envelope';
import { serve, type Call } from './serve';

const typeOf = (schema: Schema) => {
	const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
	if (schema.format?.startsWith('date')) return 'date';
	if (type === 'number' || type === 'integer') return 'number';
	return type === 'boolean' ? 'boolean' : 'text';
};

/** The properties that an object has from the start: those of its record. */
const builtIn = (facts: ObjectFacts, objectName: string): JsonObject[] =>
	Object.entries(facts.record).map(([key, schema], index) => ({
		id: stableUuid(`property/${facts.key}/${key}`),
		object: objectName,
		name: titleCase(key),
		internal_name: key,
		type: typeOf(schema),
		description: schema.description ?? null,
		is_custom: false,
		immutable: true,
		required_field: !isNullable(schema),
		order: index + 1,
	}));

const internalName = (name: string) =>
	snakeCase(name.trim().replace(/^[A-Z]/, (letter) => letter.toLowerCase())).replace(/\W+_?/g, '_');

/** Serves the properties of every object: built-in ones from the contract, and the workspace's own. */
export async function propertyRoutes(app: FastifyInstance, service: Service) {
	const { records } = service;
	const facts = objects.get('properties')!;

	const shown = (record: StoredRecord, objectName: string) => ({
		...showRecord(facts, record, service),
		object: objectName,
		is_custom: true,
		immutable: false,
	});
	const envelope = (record: StoredRecord, status: string, { path, ctxId }: Call) =>
		isPlain(service)
			? plainEnvelope(facts, record, status, ctxId)
			: { ok: true, status, object: path.object_name, property_id: record.id, ctx_id: ctxId };
	const names = ({ fields, id }: StoredRecord, reference: string) =>
		id === reference || fields.internal_name === reference;
	const isBuiltIn = (objectName: string, reference: string) =>
		builtIn(objects.get(keyOf(objectName))!, objectName).find(
			({ id, internal_name: name }) => id === reference || name === reference,
		);

	function writable(objectName: string) {
		if (!facts.readOnly.includes(objectName)) return;
		throw new ServiceError(403, `Properties of ${objectName} are read-only`, { code: 'read_only' });
	}
	function own({ path: { object_name: objectName, property_ref: reference } }: Call) {
		writable(objectName);
		const found = customProperties(objectName, service).find((record) => names(record, reference));
		if (found) return found;
		if (isBuiltIn(objectName, reference)) {
			throw new ServiceError(403, `${reference} is built in and cannot be changed`, {
				code: 'immutable',
			});
		}
		throw new ServiceError(404, `${objectName} has no property ${reference}`, {
			code: 'not_found',
		});
	}
	function nameFor(objectName: string, name: string, except?: string) {
		const taken =
			isBuiltIn(objectName, name) ??
			customProperties(objectName, service).find(
				({ id, fields }) => id !== except && fields.internal_name === name,
			);
		if (!taken) return name;
		throw new ServiceError(400, `${objectName} already has a property ${name}`, {
			code: 'duplicate',
		});
	}

	serve(app, 'listProperties', ({ path: { object_name: objectName }, query }) =>
		service.behaviour.arrange([
			...(query.custom_only ? [] : builtIn(objects.get(keyOf(objectName))!, objectName)),
			...customProperties(objectName, service).map((record) => shown(record, objectName)),
		]),
	);

	serve(app, 'getProperty', ({ path: { object_name: objectName, property_ref: reference } }) => {
		const found = customProperties(objectName, service).find((record) => names(record, reference));
		const response = found ? shown(found, objectName) : isBuiltIn(objectName, reference);
		if (response) return response;
		throw new ServiceError(404, `${objectName} has no property ${reference}`, {
			code: 'not_found',
		});
	});

	serve(app, 'createProperty', (call) => {
		const { object_name: objectName } = call.path;
		writable(objectName);
		const label = (call.body.name ?? call.body.internal_name) as string | undefined;
		if (!label) throw new ServiceError(400, 'name: a property needs a name', { code: 'required' });
		const name = nameFor(objectName, (call.body.internal_name as string) ?? internalName(label));
		const fields = { type: 'text', ...call.body, name: label, internal_name: name };
		const object = keyOf(objectName);
		return envelope(records.insert('properties', null, { ...fields, object }), 'created', call);
	});

	serve(app, 'updateProperty', (call) => {
		const record = own(call);
		const renamed = call.body.internal_name as string | undefined;
		if (renamed) nameFor(call.path.object_name, renamed, record.id);
		const fields = { ...record.fields, ...call.body };
		return envelope(records.save(record, { fields }), 'updated', call);
	});

	serve(app, 'deleteProperty', (call) =>
		envelope(records.save(own(call), { archived: true }), 'deleted', call),
	);
}
