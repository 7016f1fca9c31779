import type { Resource } from '../../nodes/shared/resource/definition/resource';
import { requestsOf } from '../../nodes/shared/resource/actions/requests';

/** The calls of the nodes that are not about one kind of record; a test compares them with the contract. */
export const otherCalls: Readonly<Record<string, string>> = {
	'account/whoami': 'GET /v1/public/auth/whoami',
	'calendar/bootstrap': 'GET /v1/public/calendar/bootstrap',
	'company/enrich': 'POST /v1/enrich',
	'company/score': 'POST /v1/score',
	'deal/score': 'POST /v1/score',
	'migrationUpsert/bootstrap': 'POST /v1/public/migrations/{partner}/bootstrap',
	'migrationUpsert/upsertOrders': 'POST /v1/public/migrations/{partner}/orders/upsert',
	'transfer/downloadDataFile': 'GET /v1/public/transfers/{history_id}',
	'transfer/downloadErrorFile': 'GET /v1/public/transfers/{history_id}',
	'transfer/get': 'GET /v1/public/transfers/{history_id}',
	'transfer/getErrorRows': 'GET /v1/public/transfers/{history_id}',
	'transfer/wait': 'GET /v1/public/transfers/{history_id}',
	workspaceRecordsTransferTrigger: 'GET /v1/public/transfers/{history_id}',
};

/** Method and path of every operation of a record resource, as the node sends them. */
export function recordCalls(resource: Resource): Record<string, string> {
	const requests = requestsOf(resource);
	const options = { pathParameter: `{${resource.pathParameter?.name}}` };
	const record = { by: 'id' as const, value: '{id}' };
	const sent = {
		create: requests.create({}, options),
		upsert: requests.create({}, options),
		find: resource.list.search ? requests.list({}, options) : requests.get(record, options),
		findOrCreate: requests.create({}, options),
		get: requests.get(record, options),
		getAll: requests.list({}, options),
		getChanges: requests.list({}, options),
		sync: requests.list({}, options),
		update: requests.update(record, {}, options),
		delete: requests.delete(record, options),
	};
	const sending = resource.operations.filter((operation) => operation in sent);
	const standard = sending.map((operation): [string, string] => {
		const { method, path } = sent[operation as keyof typeof sent];
		return [operation, `${method} ${decodeURIComponent(path)}`];
	});
	const { bulk, extraReads = [] } = resource;
	return Object.fromEntries([
		...standard,
		...(bulk ? [[bulk.operation, `POST ${bulk.path}`]] : []),
		...extraReads.map(({ operation, path }) => [operation, `GET ${path}`]),
	]);
}
