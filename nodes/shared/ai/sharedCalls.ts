import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import {
	counted,
	isCallOfModel,
	keptUnder,
	publishLines,
	runForModel,
	runNode,
	type ExecutionContext,
	type ItemWork,
} from '../execution';
import {
	holdsExpression,
	isQueued,
	settle,
	settleNow,
	succeed,
	unwrap,
	type Result,
	type ServiceRequest,
} from '../http';
import { itemOfCall } from '../resource/actions/envelope';
import { kindOf, plain } from '../resource/actions/identity';
import { formOf } from '../schema/differences';
import { readWritten } from '../resource/actions/readResponse';
import { isObject } from '../schema/values';
import { askedBy, billingOf, brakeOf, takeCall, type BillingOptions } from './cost';
import { aiCredentialOf, aiDefaults } from './parameters';

type Call = Result<IDataObject> | Promise<Result<IDataObject>>;

/** An item, and which record it is about. */
interface NamedItem {
	readonly item: number;
	/** The parameters of the node, for this item. */
	readonly options: BillingOptions;
	/** What is known of the record. */
	readonly known: IDataObject;
}

/** A call of one item. */
export interface CallOfItem extends NamedItem {
	readonly request: Omit<ServiceRequest, 'method' | 'idempotent'>;
	/** What to look for in the service before a call of unknown outcome is made again, to complete "look …". */
	readonly look: string;
	/** Checks the result, and makes the item of it; `notes` takes what is to be said of it in a hint. */
	readonly shape: (result: IDataObject, notes: string[]) => IDataObject;
}

/** Successes of earlier runs, by the object that n8n keeps for a node as long as the execution is in memory. */
const ofExecution = keptUnder(
	'Calls of Enrich and Score',
	'execution',
	() => new Map<string, Result<IDataObject>>(),
);

/** What a call comes to that was not made, because the budget of the execution is used up. */
const OVER_BUDGET = {
	ok: true,
	value: { reason: 'Max Calls is reached for the Enrich and Score nodes of this execution' },
} as const;

/** Why none is made whose result is no longer in memory, or was never known. */
const ASKED_BEFORE = 'Asked before in this execution, with Once per Execution';

/** The calls of one run: items that ask for the same share one call, because each call may be billed. */
export class SharedCalls {
	/** By credential, because what one workspace knows must not come out for another, and by request. */
	private readonly calls = new Map<string, Call>();

	/** All items come in the same form, so that no more than that is kept of a response. */
	private readonly isAlike: boolean;

	private made = 0;

	private shared = 0;

	/** How many items were skipped, by reason. */
	private readonly skipped = new Map<string, number>();

	/** What is to be said of results that all items come to in the same form. */
	private readonly notes = new WeakMap<object, readonly string[]>();

	/** What is to be said of results, once for each item. */
	private readonly warnings: string[] = [];

	constructor(private readonly context: IExecuteFunctions) {
		this.isAlike = !holdsExpression(context.getNode().parameters.output);
	}

	/**
	 * Sends the request, unless another item of this run and credential has sent the same, in this try or in an earlier
	 * one; with Once per Execution, in any run of the node. An item that shares a call says so.
	 */
	async send(execution: ExecutionContext, call: CallOfItem): Promise<IDataObject> {
		const { item, look, options, shape } = call;
		const { tries, credentialKey } = execution;
		const request = { method: 'POST', ...call.request, ...billingOf(options, look) } as const;
		const { path, body, idempotent } = request;
		const key = JSON.stringify([credentialKey, path, sameBody(body), idempotent]);
		const unknown = tries.unknown.get(key);
		if (unknown) throw unknown;
		const earlier = options.once ? ofExecution(this.context.getContext('node')) : undefined;
		const known = this.calls.get(key) ?? tries.find<IDataObject>(key) ?? earlier?.get(key);
		if (!known && options.once && askedBy(this.context).has(key)) {
			return this.skip(call, ASKED_BEFORE);
		}
		const made = known ?? this.make(execution, request, call, key);
		this.calls.set(key, made);
		const kept = await made;
		if (kept === OVER_BUDGET) return this.skip(call, OVER_BUDGET.value.reason);
		if (kept.ok) tries.note(item, kept);
		if (!known && kept.ok) earlier?.set(key, deepCopy(kept));
		const notes = [...(this.notes.get(kept) ?? [])];
		const result = kept.ok && !this.isAlike ? settleNow(() => shape(kept.value, notes)) : kept;
		this.warnings.push(...notes);
		const value = unwrap(result);
		if (!known) return { ...this.begin(call), ...value };
		this.shared += 1;
		// Items must not change each other when a later node changes one.
		return { ...this.begin(call), ...deepCopy(value), shared: true };
	}

	/** The item of a record for which no call is made, and why. */
	skip(call: NamedItem, reason: string): IDataObject {
		this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
		return { ...this.begin(call), outcome: 'skipped', skipped: true, reason };
	}

	/** What an item has whatever its call comes to. */
	private begin({ item, options, known }: NamedItem): IDataObject {
		return { ...(options.includesInput && this.context.getInputData()[item].json), ...known };
	}

	private async make(
		{ service, credentialKey, tries }: ExecutionContext,
		request: ServiceRequest,
		{ options, shape }: CallOfItem,
		key: string,
	): Promise<Result<IDataObject>> {
		const brake = brakeOf(this.context, credentialKey);
		const open = settleNow(() => brake.check(request, options));
		if (!open.ok) return open;
		if (!takeCall(this.context, options.maxCalls)) return OVER_BUDGET;
		this.made += 1;
		const sent = await settle(service.send(request));
		brake.learn(request, sent);
		const isUnknown = !sent.ok && sent.failure.mayHaveHappened && !request.idempotent;
		if (options.once && (sent.ok || isUnknown)) askedBy(this.context).add(key);
		if (!sent.ok) {
			if (!request.idempotent) tries.note(key, sent, sent);
			return sent;
		}
		const written = readWritten(request, sent.value);
		const queued = isQueued(sent.value, request.asks);
		const result = { ...itemOfCall(written), ...(queued && { queued: true }) };
		const notes: string[] = [];
		const kept = this.isAlike ? settleNow(() => shape(result, notes)) : succeed(result);
		this.notes.set(kept, notes);
		tries.note(key, sent, kept);
		return kept;
	}

	/**
	 * Says below the output how many calls were made, where that were fewer than items.
	 *
	 * @param results how many there are
	 */
	publish(results: number): void {
		const outcome = [...this.skipped].map(
			([reason, count]) => `${count} of ${results} items were skipped. ${reason}.`,
		);
		const counts = new Map<string, number>();
		for (const text of this.warnings) counts.set(text, (counts.get(text) ?? 0) + 1);
		const byCount = [...counts].sort(([, one], [, other]) => other - one);
		const notes = byCount.map(
			([text, count]) => `${count} of ${counted(results, 'result')}: ${text}`,
		);
		if (this.shared > 0)
			outcome.push(
				`${counted(this.shared, 'item')} asked for the same as another item, and shared its call: ${counted(this.made, 'call')} in all.`,
			);
		publishLines(this.context, { outcome, notes });
	}
}

/**
 * Runs Enrich or Score over all input items.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runCalls(
	context: IExecuteFunctions,
	prepare: (execution: ExecutionContext, calls: SharedCalls) => ItemWork,
): Promise<INodeExecutionData[][]> {
	if (isCallOfModel(context)) {
		return await runForModel(context, async (tool) => await runCalls(tool, prepare));
	}
	const calls = new SharedCalls(context);
	const work = (execution: ExecutionContext) => prepare(execution, calls);
	const output = await runNode(context, work, aiCredentialOf(context), aiDefaults);
	calls.publish(output[0].length);
	return output;
}

/** The body in the form in which what asks for the same is written alike. */
function sameBody(body: IDataObject = {}): IDataObject {
	const { record_id: id, seed } = body;
	return {
		...body,
		...(typeof id === 'string' && kindOf(id) !== 'text' && { record_id: plain(id) }),
		...(isObject(seed) && { seed: { ...seed, url: formOf('url', String(seed.url ?? '')) } }),
	};
}
