import type { AddressInfo } from 'node:net';
import { buildFileServer, buildService } from './app';
import { ServiceBehaviour } from './behaviour';
import { Clock } from './clock';
import { objects } from './contract';
import { FaultEngine } from './faults/engine';
import type { FaultPlan } from './faults/fault';
import { RequestLog, type RecordedRequest } from './hooks/request-log';
import type { Behaviour, SandboxOptions, TokenSettings } from './options';
import { seedExample } from './seed';
import type { Service } from './service';
import { closeDatabase, openDatabase } from './store/database';
import { RecordStore } from './store/records';
import { fixedTokens, TokenStore } from './store/tokens';
import { TransferStore, type TransferPlan } from './store/transfers';

export type { Fault } from './faults/fault';
export type { Behaviour, RecordedRequest, SandboxOptions, TransferPlan };

/** A running sandbox. */
export interface Sandbox {
	/** Base URL, without a trailing slash. */
	url: string;
	/** Origin of the server that only has files. */
	filesUrl: string;
	tokens: typeof fixedTokens;
	/** Every request since the start, oldest first. */
	requests: RecordedRequest[];
	/** Records of an object as they are stored: identifiers, times, and fields in snake_case. */
	records(object: string, options?: { archived?: boolean }): Array<Record<string, unknown>>;
	/** Back to how it was right after the start: records, tokens, transfers, faults, behaviour, clock, request log. */
	reset(): void;
	setFaults(plan: FaultPlan): void;
	/** Sets the whole behaviour anew; what is not given is as observed. Throws when there is no such setting or value. */
	setBehaviour(behaviour: Behaviour): void;
	setTokens(settings: TokenSettings): void;
	/** Ends every access token that came from a refresh. */
	expireTokens(): void;
	/** Refreshes that were granted. */
	refreshCount(): number;
	startTransfer(plan: TransferPlan): { id: string };
	/** Moves the time of the service ahead. */
	advance(ms: number): void;
	close(): Promise<void>;
}

const queuedWorkDelay = 50;

/** Starts the service on a local port, on a store of its own. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const {
		file = ':memory:',
		port = 0,
		host = '127.0.0.1',
		seed = 'example',
		fresh = false,
	} = options;
	const db = openDatabase(file, fresh);
	const clock = new Clock(options.transferClock === 'simulated' ? Date.now() : undefined);
	const queued = new Map<NodeJS.Timeout, () => void>();
	const service: Service = {
		options,
		clock,
		records: new RecordStore(db, clock),
		tokens: new TokenStore(db, clock, options.tokens),
		transfers: new TransferStore(db, clock),
		faults: new FaultEngine(options.faults),
		behaviour: new ServiceBehaviour(options.behaviour),
		log: new RequestLog(),
		later(work) {
			const timer = setTimeout(() => {
				queued.delete(timer);
				work();
			}, queuedWorkDelay);
			queued.set(timer, work);
		},
	};
	const dropQueued = () => {
		for (const timer of queued.keys()) clearTimeout(timer);
		queued.clear();
	};
	const seedIfEmpty = () => {
		const { records, transfers } = service;
		if (seed !== 'example' || records.count('companies') > 0) return;
		if (!records.restore()) {
			seedExample(service);
			records.keep();
		}
		transfers.start({ id: 'example-import', failedRows: 3, queuedSeconds: 0, runningSeconds: 0 });
	};
	const reset = () => {
		dropQueued();
		service.records.clear();
		service.tokens.reset();
		service.tokens.settings = options.tokens ?? {};
		service.transfers.reset();
		service.faults.plan(options.faults ?? { faults: [] });
		service.behaviour.set(options.behaviour);
		clock.reset();
		service.log.clear();
		seedIfEmpty();
	};
	seedIfEmpty();

	const app = await buildService(service, reset);
	const files = await buildFileServer(service);
	await app.listen({ port, host });
	await files.listen({ port: 0, host });
	const origin = ({ server }: typeof app) =>
		`http://${host}:${(server.address() as AddressInfo).port}`;
	service.transfers.origins = { same: origin(app), other: origin(files) };

	return {
		url: origin(app),
		filesUrl: origin(files),
		tokens: fixedTokens,
		requests: service.log.requests,
		records: (object, { archived = false } = {}) => {
			if (!objects.has(object))
				throw new Error(`No object ${object}: ${[...objects.keys()].join(', ')}`);
			return service.records.all(object, { archived }).map(({ fields, ...record }) => ({
				...fields,
				id: record.id,
				number: record.number,
				external_id: record.externalId,
				archived: record.archived,
				created_at: record.createdAt,
				updated_at: record.updatedAt,
			}));
		},
		reset,
		setFaults: (plan) => service.faults.plan(plan),
		setBehaviour: (behaviour) => service.behaviour.set(behaviour),
		setTokens: (settings) => {
			service.tokens.settings = settings;
		},
		expireTokens: () => service.tokens.expire(),
		refreshCount: () => service.tokens.refreshes,
		startTransfer: (plan) => service.transfers.start(plan),
		advance: (ms) => clock.advance(ms),
		close: async () => {
			// What was accepted is done before the store closes.
			const accepted = [...queued.values()];
			dropQueued();
			accepted.forEach((work) => work());
			await Promise.all([app.close(), files.close()]);
			closeDatabase(db);
		},
	};
}
