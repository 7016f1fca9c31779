import type { Operation } from '../contract';
import { randomNumbers } from '../random';
import type { Fault, FaultKind, FaultPlan } from './fault';

/** A fault with its own counters and its own sequence of random numbers. */
export interface ArmedFault extends Fault {
	/** Requests that it applied to, skipped ones included. */
	matched: number;
	/** Times it was injected. */
	injected: number;
	random: () => number;
	/** rateLimit: the current second, and the number of requests in it. */
	second?: { at: number; requests: number };
}

/** Decides which faults a request gets. */
export class FaultEngine {
	private faults: ArmedFault[] = [];

	constructor(plan: FaultPlan = { faults: [] }) {
		this.plan(plan);
	}

	plan({ seed = 1, faults }: FaultPlan) {
		this.faults = faults.map((fault, index) => ({
			...fault,
			matched: 0,
			injected: 0,
			random: randomNumbers(seed * 7919 + index),
		}));
	}

	/** The faults with their counters. */
	show() {
		return this.faults.map((fault) => ({ ...fault, random: undefined, second: undefined }));
	}

	/** The faults to inject into this request, among those that `chosen` admits; counts them. */
	inject(
		operation: Operation,
		path: string,
		chosen: (kind: FaultKind, when: Fault['when']) => boolean,
	): ArmedFault[] {
		return this.faults.filter((fault) => {
			if (!chosen(fault.kind, fault.when)) return false;
			if (fault.methods && !fault.methods.includes(operation.method)) return false;
			if (fault.operations && !fault.operations.includes(operation.id)) return false;
			if (fault.path && !new RegExp(fault.path).test(path)) return false;
			if (fault.matched++ < (fault.skip ?? 0)) return false;
			if (fault.injected >= (fault.count ?? Infinity)) return false;
			if (fault.random() >= (fault.probability ?? 1)) return false;
			fault.injected++;
			return true;
		});
	}
}
