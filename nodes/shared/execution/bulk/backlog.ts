import { fail, type Failure, type FailureKind } from '../../http';
import type { Loaded, ResultQueue } from './record';

/** Neighbouring records that still have to be sent; those that are taken already are left out. */
export interface Part {
	readonly from: number;
	readonly to: number;
	/** They were refused together. */
	readonly isolation?: Isolation;
	/** They are one half, as a whole, of what was refused. */
	readonly halved?: Halved;
}

/** Records that are sent together. */
export interface Batch extends Part {
	readonly indexes: readonly number[];
}

/** A batch that was refused and is sent again in halves. */
interface Halved {
	/** Records in it. */
	readonly count: number;
	/** How many of its halves were accepted as a whole. */
	accepted: number;
}

/** The halves of a batch that was refused, the second one first. */
export function halvesOf({ from, to, indexes, isolation }: Batch, failure: Failure): Part[] {
	const count = indexes.length;
	const middle = indexes[Math.ceil(count / 2)];
	const both = {
		isolation: isolation ?? isolate(failure, count),
		halved: { count, accepted: 0 },
	};
	return [
		{ from: middle, to, ...both },
		{ from, to: middle, ...both },
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
			if (isolation && isolation.left <= 0) {
				for (const index of indexes) this.queue.setResult(index, fail(notIsolated(isolation)));
			} else if (indexes.length > 0) {
				return { ...part, to: next, indexes, halved: next < to ? undefined : part.halved };
			}
		}
		return undefined;
	}

	/** Gives the records of a batch back, to be sent in these parts, the last of them first. */
	putBack({ indexes }: Batch, parts: readonly Part[]) {
		for (const index of indexes) this.queue.setTaken(index, false);
		this.waiting.push(...parts);
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
		} else this.waiting.push({ ...part, from: next, halved: undefined });
	}
}

/** A time-out costs a minute, a small batch some milliseconds: one step has to do. */
const SHRINK = 4;

/** How many records a batch takes, learned from the batches before it that were refused for their size or timed out. */
export class BatchSize {
	private fits = 0;

	/** @param size of the next batch, at most */
	constructor(public size: number) {}

	/** A batch was accepted. Where the other half of one that was refused was, too, it was refused for its size. */
	accepted({ indexes: { length: count }, halved }: Batch): void {
		if (halved) halved.accepted += 1;
		// Where as many were accepted before, it was something else.
		if (halved?.accepted === 2 && halved.count > this.fits) this.size = Math.min(this.size, count);
		this.fits = Math.max(this.fits, count);
	}

	/** A batch of this size took too long. */
	timedOut(count: number): void {
		this.size = Math.min(this.size, Math.ceil(count / SHRINK));
	}
}

/** Failures of a request that may be about a single record in it. */
const REFUSALS: ReadonlySet<FailureKind> = new Set(['refused', 'notFound', 'tooLarge']);

/** Whether the service refused the request for what is in it; then nothing else will do. */
export const isRefusal = ({ kind }: Failure) => REFUSALS.has(kind);

/** Bad records in one batch that are found for certain, and cost no good one. */
const MAX_CULPRITS = 8;

/** The search for the records for which one batch was refused. */
type Isolation = ReturnType<typeof isolate>;

/** Halving finds each culprit in one refusal per level, so that so many refusals find them all. */
const isolate = (failure: Failure, count: number) => ({
	/** Why the batch as a whole was refused. */
	failure,
	/** Refusals that it may still take. */
	left: MAX_CULPRITS * Math.ceil(Math.log2(count)),
	/** Some part of the batch was accepted. */
	accepted: false,
});

/** A record that was refused with others, and not alone. */
const notIsolated = ({ failure }: Isolation) =>
	failure.with({
		message: `Refused together with other records, too many of which are bad to try each alone: ${failure.message}`,
		remedy:
			'Correct the records that were refused alone, then run it again. With a Batch Size of 1 each is tried alone.',
	});

/** A record that was never sent, because every one that was tried was refused in the same way. */
export const refusedAlike = (failure: Failure) =>
	failure.with({
		message: `Not sent, because everything that was tried was refused: ${failure.message}`,
	});
