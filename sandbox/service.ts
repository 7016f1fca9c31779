import type { ServiceBehaviour } from './behaviour';
import type { Clock } from './clock';
import type { FaultEngine } from './faults/engine';
import type { RequestLog } from './hooks/request-log';
import type { SandboxOptions } from './options';
import type { RecordStore } from './store/records';
import type { TokenStore } from './store/tokens';
import type { TransferStore } from './store/transfers';

/** The parts of a running sandbox, as its routes see them. */
export interface Service {
	options: SandboxOptions;
	clock: Clock;
	records: RecordStore;
	tokens: TokenStore;
	transfers: TransferStore;
	faults: FaultEngine;
	behaviour: ServiceBehaviour;
	log: RequestLog;
	/** Work that was accepted and is done a little later. */
	later(work: () => void): void;
}
