import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { publishHints } from '../execution';
import { succeed, type Result, type Service, type ServiceRequest } from '../http';
import { itemOfCall } from '../resource/actions/envelope';
import { ResponseDifferences } from '../resource/actions/readResponse';
import { sendWrite } from '../resource/actions/send';
import type { Shape } from '../schema/types';

/** The calls of one run: items that ask for the same share one call, because each call may be billed. */
export class SharedCalls {
	/** By credential, because what one workspace knows must not come out for another. */
	private readonly calls = new Map<Service, Map<string, Promise<Result<IDataObject>>>>();

	private shared = 0;

	private readonly differences = new ResponseDifferences();

	/** @param result what the response is known to have */
	constructor(private readonly result: Shape) {}

	/** Sends the request, unless another item of this run and credential has sent the same. */
	async send(service: Service, request: ServiceRequest): Promise<Result<IDataObject>> {
		const key = JSON.stringify([request.path, request.body, request.idempotent]);
		const calls = this.calls.get(service) ?? new Map<string, Promise<Result<IDataObject>>>();
		this.calls.set(service, calls);
		const known = calls.get(key);
		if (known) {
			this.shared += 1;
			const result = await known;
			// Items must not change each other when a later node changes one.
			return result.ok ? { ok: true, value: deepCopy(result.value) } : result;
		}
		const call = this.make(service, request);
		calls.set(key, call);
		return await call;
	}

	private async make(service: Service, request: ServiceRequest): Promise<Result<IDataObject>> {
		const expected = { shapes: [this.result], differences: this.differences };
		const sent = await sendWrite(service, request, expected);
		return sent.ok ? succeed(itemOfCall(sent.value)) : sent;
	}

	/** Says below the output how many calls were made, where that were fewer than items, and what is odd about the responses. */
	publish(context: IExecuteFunctions): void {
		this.differences.publish(context);
		if (this.shared === 0) return;
		const calls = [...this.calls.values()].reduce((sum, { size }) => sum + size, 0);
		publishHints(
			context,
			`${this.shared} ${this.shared === 1 ? 'item' : 'items'} asked for the same as another item, and shared its call: ${calls} ${calls === 1 ? 'call' : 'calls'} in all.`,
		);
	}
}
