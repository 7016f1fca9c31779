import { startSandbox } from '../sandbox';
import { startGenerous } from './services/generous';
import { startLiteral } from './services/literal';
import type { RecordService } from './services/recordService';

/** A record as a test looks at it in a service, whatever the service shows of it. */
export interface StoredIn {
	/** Its place in the service's store: the same for as long as the service runs. */
	readonly key: string;
	readonly externalId?: string;
	readonly archived: boolean;
	/** What was written last. */
	readonly fields: Readonly<Record<string, unknown>>;
}

/** One of the services that the nodes have to be right with. */
export interface TestService {
	readonly name: string;
	readonly url: string;
	readonly token: string;
	/** The records of an object, by its name in the path. */
	stored(object: string): StoredIn[];
	/** The record that an ID means, in any of the forms in which the service shows it. */
	find(object: string, id: unknown): StoredIn | undefined;
	/** A transfer that has ended, by ID. */
	endedTransfer(): string;
	close(): Promise<void>;
}

const ofRecordService = (name: string, service: RecordService): TestService => {
	const view = ({ id, externalId, archived, fields }: ReturnType<RecordService['records']>[0]) => ({
		// A copy, because the service changes what it keeps.
		...{ key: id, externalId, archived, fields: structuredClone(fields) },
	});
	return {
		name,
		url: service.url,
		token: service.token,
		stored: (object) => service.records(object).map(view),
		find: (object, id) => {
			const found = service
				.records(object)
				.find((each) => [each.id, String(each.number)].includes(String(id)));
			return found && view(found);
		},
		endedTransfer: () => 'transfer-1',
		close: async () => await service.close(),
	};
};

async function sandboxAsService(): Promise<TestService> {
	const sandbox = await startSandbox({ transferClock: 'simulated' });
	const all = (object: string) => [
		...sandbox.records(object).map((fields) => ({ fields, archived: false })),
		...sandbox.records(object, { archived: true }).map((fields) => ({ fields, archived: true })),
	];
	const view = ({ fields, archived }: ReturnType<typeof all>[0]) => ({
		key: String(fields.id),
		externalId: (fields.external_id ?? undefined) as string | undefined,
		archived,
		fields,
	});
	return {
		name: 'sandbox',
		url: sandbox.url,
		token: sandbox.tokens.fullAccess,
		stored: (object) => all(object).map(view),
		find: (object, id) => {
			const found = all(object).find(({ fields }) =>
				[String(fields.id), String(fields.number)].includes(String(id)),
			);
			return found && view(found);
		},
		endedTransfer: () => {
			const { id } = sandbox.startTransfer({ failedRows: 2 });
			sandbox.advance(60_000);
			return id;
		},
		close: async () => await sandbox.close(),
	};
}

/** How each is started, by name. */
export const threeServices: Readonly<Record<string, () => Promise<TestService>>> = {
	sandbox: sandboxAsService,
	literal: async () => ofRecordService('literal', await startLiteral()),
	generous: async () => ofRecordService('generous', await startGenerous()),
};
