import { fail } from '../../http';
import { notIsolated, type Isolation, type Probing } from './refusals';
import type { Loaded, ResultQueue } from './resultQueue';

/** Neighbouring records that still have to be sent; those that are taken already are left out. */
export interface Part {
	readonly from: number;
	readonly to: number;
	/** They were refused together. */
	readonly isolation?: Isolation;
}

/** Records that are sent together. */
export interface Batch extends Part {
	readonly indexes: readonly number[];
	/** Sent alone, to learn whom a refusal meets. */
	readonly probing?: Probing;
}

/** The halves of a batch, the second one first. */
export function halvesOf({ from, to, indexes, isolation }: Batch): Part[] {
	const middle = indexes[Math.ceil(indexes.length / 2)];
	return [
		{ from: middle, to, isolation },
		{ from, to: middle, isolation },
	];
}

/** The records of a queue that wait to be sent: those that were put back, the last ones first, then those never taken. */
export class Backlog {
	private readonly waiting: Part[] = [];

	/** Records that were never taken. */
	private fresh: Part = { from: 0, to: 0 };

	constructor(private readonly queue: ResultQueue) {}

	get freshCount() {
		return this.fresh.to - this.fresh.from;
	}

	add(loaded: readonly Loaded[]) {
		for (const given of loaded) this.queue.add(given);
		this.fresh = { from: this.fresh.from, to: this.queue.end };
	}

	/**
	 * Takes the next records. A part of which no more may be sent gets its result here.
	 *
	 * @param count how many, at most
	 * @param mayComeMore fresh records that are fewer wait for others
	 */
	take(count: number, mayComeMore: boolean): Batch | undefined {
		for (let part = this.next(count, mayComeMore); part; part = this.next(count, mayComeMore)) {
			const { to, isolation } = part;
			const indexes: number[] = [];
			let next = part.from;
			for (; next < to && indexes.length < count; next += 1) {
				if (!this.queue.isTaken(next)) indexes.push(next);
			}
			this.putBackRest(part, next);
			for (const index of indexes) this.queue.setTaken(index, true);
			if (isolation?.left === 0) {
				for (const index of indexes) this.queue.setResult(index, fail(notIsolated(isolation)));
			} else if (indexes.length > 0) return { ...part, to: next, indexes };
		}
		return undefined;
	}

	/** Takes one record by itself. */
	takeProbe(index: number, probing: Probing): Batch {
		this.queue.setTaken(index, true);
		return { from: index, to: index + 1, indexes: [index], probing };
	}

	/** Gives the records of a batch back, to be sent in these parts, the last of them first. */
	putBack({ indexes }: Batch, parts: readonly Part[]) {
		for (const index of indexes) this.queue.setTaken(index, false);
		for (const { from, to, isolation } of parts) this.waiting.push({ from, to, isolation });
	}

	/** Gives records that were refused together, and are not sent again, the reason for that. */
	failRefused() {
		for (const { from, to, isolation } of this.waiting) {
			if (!isolation) continue;
			for (let index = from; index < to; index += 1) {
				if (!this.queue.isTaken(index)) this.queue.setResult(index, fail(isolation.failure));
			}
		}
	}

	private next(count: number, mayComeMore: boolean): Part | undefined {
		const part = this.waiting.pop();
		if (part) return part;
		if (this.freshCount === 0 || (this.freshCount < count && mayComeMore)) return undefined;
		const whole = this.fresh;
		this.fresh = { from: whole.to, to: whole.to };
		return whole;
	}

	private putBackRest(part: Part, next: number) {
		if (next >= part.to) return;
		if (part.to === this.fresh.from && !part.isolation && this.waiting.length === 0) {
			this.fresh = { from: next, to: this.fresh.to };
		} else this.waiting.push({ ...part, from: next });
	}
}
