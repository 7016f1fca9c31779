import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { publishHints } from '../execution';
import { isQueued, succeed, type Result, type Service, type ServiceRequest } from '../http';
import { itemOfCall } from '../resource/actions/envelope';
import { kindOf, plain } from '../resource/actions/identity';
import { websiteKey } from '../resource/actions/matchKeys';
import { noteWritten, readWritten, ResponseDifferences } from '../resource/actions/readResponse';
import type { Shape } from '../schema/types';
import { publishWarnings } from './result';
import { isObject } from '../schema/values';

/** The calls of one run: items that ask for the same share one call, because each call may be billed. */
export class SharedCalls {
	/** By credential, because what one workspace knows must not come out for another. */
	private readonly calls = new Map<Service, Map<string, Promise<Result<IDataObject>>>>();

	private shared = 0;

	private readonly differences = new ResponseDifferences();

	/** What is said of results beside their values, once for each that it is said of. */
	readonly warnings: string[] = [];

	/** @param result what matters of a result, so that a hint says where it is missing */
	constructor(private readonly result: Shape = {}) {}

	/** Sends the request, unless another item of this run and credential has sent the same. */
	async send(service: Service, request: ServiceRequest): Promise<Result<IDataObject>> {
		const key = JSON.stringify([request.path, sameBody(request.body), request.idempotent]);
		const calls = this.calls.get(service) ?? new Map<string, Promise<Result<IDataObject>>>();
		this.calls.set(service, calls);
		const known = calls.get(key);
		if (known) {
			this.shared += 1;
			const result = await known;
			// Items must not change each other when a later node changes one.
			return result.ok ? succeed({ ...deepCopy(result.value), shared: true }) : result;
		}
		const call = this.make(service, request);
		calls.set(key, call);
		return await call;
	}

	private async make(service: Service, request: ServiceRequest): Promise<Result<IDataObject>> {
		const sent = await service.send(request);
		if (!sent.ok) return sent;
		const written = readWritten(request, sent.value);
		if (isQueued(sent.value, request.asks))
			return succeed({ ...itemOfCall(written), queued: true });
		noteWritten(written, { shapes: [this.result], differences: this.differences });
		return succeed(itemOfCall(written));
	}

	/**
	 * Says below the output how many calls were made, where that were fewer than items, and what is odd about the responses.
	 *
	 * @param results how many there are
	 */
	publish(context: IExecuteFunctions, results: number): void {
		this.differences.publish(context);
		publishWarnings(context, this.warnings, results);
		if (this.shared === 0) return;
		const calls = [...this.calls.values()].reduce((sum, { size }) => sum + size, 0);
		publishHints(
			context,
			`${this.shared} ${this.shared === 1 ? 'item' : 'items'} asked for the same as another item, and shared its call: ${calls} ${calls === 1 ? 'call' : 'calls'} in all.`,
		);
	}
}

/** The body in the form in which what asks for the same is written alike. */
function sameBody(body: IDataObject = {}): IDataObject {
	const { record_id: id, seed } = body;
	return {
		...body,
		...(typeof id === 'string' && kindOf(id) !== 'text' && { record_id: plain(id) }),
		...(isObject(seed) && { seed: { ...seed, url: websiteKey(String(seed.url ?? '')) } }),
	};
}
