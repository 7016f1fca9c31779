import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Behaviour, RecordedRequest } from '../../../sandbox';
import { engine, loadPackage } from '../../../testing/engine';
import { runNodeWith } from '../../../testing/runNode';
import { hadToWait, type AuditResult, type Failed } from './auditResult';
import { faultsBelow, isFinal, isAmbiguous } from './faults';
import { RETRY_OPTIONS } from './retryOptions';
import { startService, type Kept } from './service';
import { prepareWork, type Records, type Work } from './work';

export interface ChaosOptions {
	readonly items: number;
	readonly seed: number;
	readonly parallel?: number;
	/** How the service does what the sources leave open; as observed when left out. */
	readonly behaviour?: Behaviour;
}

/** Less than ten requests at once make. */
const ITEMS_PER_SECOND = 200;

/** Sends all kinds of writes through a service at which every kind of fault occurs at times. */
export async function runChaos({
	items,
	seed,
	parallel = 10,
	behaviour = {},
}: ChaosOptions): Promise<AuditResult[]> {
	const service = await startService();
	try {
		await service.setBehaviour(behaviour);
		const { url, token } = service;
		const runNode = runNodeWith(engine(await loadPackage()), { url, token });
		const work = await prepareWork(items, service);
		await service.forgetRequests();
		await service.setFaults(seed, faultsBelow(ITEMS_PER_SECOND));
		const outputs: INodeExecutionData[][] = [];
		const options = { requests: { maxParallelRequests: parallel, ...RETRY_OPTIONS } };
		for (const { type, operation, parameters, items } of work) {
			const run = await runNode(
				type,
				operation,
				{ ...parameters, options },
				{ items, onError: 'continueRegularOutput' },
			);
			outputs.push(run.items);
		}
		await service.setFaults(seed, []);
		const requests = await service.requests();
		const results: AuditResult[] = [];
		for (const [index, one] of work.entries()) {
			const records = indexed(await service.records(one.object));
			results.push(audit(one, outputs[index], requests, records));
		}
		return results;
	} finally {
		await service.stop();
	}
}

/** Compares what the node reported with what the service stored and with the faults that were injected. */
function audit(
	work: Work,
	output: INodeExecutionData[],
	log: RecordedRequest[],
	records: Records,
): AuditResult {
	const reports = new Map(
		output.map(({ pairedItem, json }) => [(pairedItem as { item: number }).item, json]),
	);
	/** External IDs whose look-up the service refused for good: their outcome stays unknown. */
	const notLookedUp = new Set(
		log
			.filter(({ method, injectedFault: fault }) => method === 'GET' && fault && isFinal(fault))
			.map(({ query }) => query.external_id),
	);
	const items = work.items.map((item, index) => ({
		isReported: reports.has(index),
		canLookUp: work.lookedUp && !notLookedUp.has(String(item.external_id)),
		failure: failureIn(reports.get(index)),
		found: work.results(item, records).length,
		isImpossible: work.isImpossible(item),
	}));
	const count = (fits: (item: (typeof items)[number]) => unknown) => items.filter(fits).length;

	const requests = log.filter(({ method, path }) => method === work.method && work.path.test(path));
	const injected = requests.flatMap((request) => request.injectedFault ?? []);
	const unknown = count(({ failure }) => failure?.kind === 'unknownOutcome');
	const ambiguous = work.keyless ? injected.filter(isAmbiguous).length : 0;
	const clearedUp = work.lookedUp ? ambiguous - unknown : 0;
	const refused = injected.filter(
		(fault) => isFinal(fault) && !(work.keyless && isAmbiguous(fault)),
	);
	const byItself = count(({ isImpossible, failure }) => isImpossible && isOwnFault(failure));

	return {
		name: work.name,
		items: items.length,
		requests: requests.length,
		retries: requests.length - count(({ failure }) => failure?.kind !== 'input'),
		succeeded: count(({ failure }) => !failure),
		failed: count(({ failure }) => failure),
		unavoidable: byItself + refused.length + ambiguous - clearedUp,
		onlyHadToWait: count(({ failure }) => failure && hadToWait(failure)),
		lost: count(({ isReported, failure, found }) => !isReported || (!failure && found === 0)),
		duplicated: count(({ found }) => found > 1),
		wronglyReported: count(({ failure, found, isImpossible, canLookUp }) => {
			if (!failure) return isImpossible;
			if (failure.kind === 'unknownOutcome' && (!work.keyless || (canLookUp && found))) return true;
			return found > 0 && !failure.mayHaveHappened;
		}),
	};
}

/** The item itself was rejected, by the node or by the service. */
const isOwnFault = (failure?: Failed) =>
	failure?.kind === 'input' || failure?.status === 400 || failure?.status === 404;

function failureIn(report: IDataObject | undefined) {
	if (!report || typeof report.error !== 'string') return undefined;
	return report.details as unknown as Failed;
}

function indexed(all: Kept[]): Records {
	const by = (key: (record: Kept) => unknown) => {
		const map = new Map<unknown, Kept[]>();
		for (const record of all) map.set(key(record), [...(map.get(key(record)) ?? []), record]);
		return map;
	};
	return {
		byExternalId: by(({ externalId }) => externalId),
		byName: by(({ fields }) => fields.name),
		byId: by(({ id }) => id),
	};
}
