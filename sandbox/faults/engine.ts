import type { Operation } from '../contract';
import type { Fault, FaultKind, FaultPlan } from './fault';

/** A number from 0 to 1 at each call, the same row of numbers for the same seed (mulberry32). */
export function randomNumbers(seed: number) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** A fault with its own counters and its own row of random numbers. */
export interface ArmedFault extends Fault {
	seen: number;
	struck: number;
	random: () => number;
	/** rateLimit: the second that is being counted, and how many requests it has had. */
	second?: { at: number; requests: number };
}

/** Decides which faults strike a request. */
export class FaultEngine {
	private faults: ArmedFault[] = [];

	constructor(plan: FaultPlan = { faults: [] }) {
		this.plan(plan);
	}

	plan({ seed = 1, faults }: FaultPlan) {
		this.faults = faults.map((fault, index) => ({
			...fault,
			seen: 0,
			struck: 0,
			random: randomNumbers(seed * 7919 + index),
		}));
	}

	/** Faults as they stand, with how often they have struck. */
	show() {
		return this.faults.map((fault) => ({ ...fault, random: undefined, second: undefined }));
	}

	/** The faults among `kinds` that strike this request now. */
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
			if (fault.seen++ < (fault.skip ?? 0)) return false;
			if (fault.struck >= (fault.count ?? Infinity)) return false;
			if (fault.random() >= (fault.probability ?? 1)) return false;
			fault.struck++;
			return true;
		});
	}
}
